import { randomBytes } from 'node:crypto';
import { deadlineOfCall } from '@venue-booking/kit/messaging/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { BookingRequest } from '@venue-booking/proto/booking';
import { Failure, type FailureCode, fail } from '@venue-booking/proto/failures';
import type { GuestParty } from '@venue-booking/proto/price/guestParty';
import type { ReservedSlot } from '@venue-booking/proto/slot';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { v7 as newUid } from 'uuid';
import type { BookingDeps } from '../deps.ts';
import { type BookingLimit, type Quota, requireQuota } from '../limits/bookingLimit.ts';
import type { CountedBy } from '../limits/countedBy.ts';
import { type Brought, mostPlaces, type Offer, workFor } from '../limits/fairShare.ts';
import { limitFailure, limitReached, type Most, mostByCaps } from '../limits/guestLimits.ts';
import { LIMIT_OF, type LimitTally } from '../limits/limitTally.ts';
import type { ProofOfWork } from '../limits/proofOfWork.ts';
import { NONCE_BYTES } from '../ticket/shortToken.ts';
import {
  type Amount,
  checkExtra,
  type Extra,
  isRedirectAllowed,
  type Owed,
  owedFor,
  partyFor,
} from './bookingRules.ts';
import { findBooking, voidReservations } from './bookingStore.ts';
import { ledgerFailure, ledgerWish } from './ledgerWish.ts';
import { priceWish } from './priceWish.ts';
import { type NewBooking, type Saved, saveBooking } from './saveBooking.ts';
import { type AskedTerms, bookableTerms, type FoundTerms, findTerms } from './termsStore.ts';

export type Deps = BookingDeps & {
  limit: BookingLimit;
  spendProof: ProofOfWork['spendProof'];
  tally: LimitTally;
  /** Hears what became of a wish: `created`, or the code of its failure. */
  placed: (source: Wish['by']['source'], outcome: 'created' | FailureCode) => void;
};

/** A booking wanted by a guest, who is counted and held to all rules, or by the venue, which makes them. */
export type Wish = {
  /** What the places are reserved under. */
  uid: string;
  venueId: number;
  body: BookingRequest;
  idempotencyKey: string | null;
  /** What the gateway decided of the `redirect_url`. */
  redirectAllowed?: boolean | undefined;
  by:
    | {
        source: 'online';
        clientAddress: string;
        guest: CountedBy;
        offer: Offer | null;
        proof?: string | undefined;
      }
    | { source: 'desk'; actor: string; guest: null };
};

/** The terms that a wish is held to. */
export const termsAsked = ({ venueId, body, by }: Wish): AskedTerms => ({
  venueId,
  facilityId: parseSlotId(body.slot_id)?.facilityId ?? 0,
  guest: by.guest,
  day: by.source === 'online' && by.offer ? by.offer.day : null,
});

/** A booking that was made, and where its client stands; the venue itself is not counted. */
export type Placed = Saved & { booking: NewBooking; quota: Quota | null };

/**
 * Makes a booking: checks, reserves the places under the slot's lock, takes a point of the hourly limit, and
 * saves the booking with its events in one statement. Whatever fails after the reservation gives the places
 * back; a crash in between is healed by the sweep.
 * @param terms as {@link termsAsked}, where they were found already
 * @throws the failures of the contract's `POST /api/site/bookings`
 */
export async function placeBooking(deps: Deps, wish: Wish, terms?: FoundTerms | null): Promise<Placed> {
  try {
    const placed = await place(deps, wish, terms);
    deps.placed(wish.by.source, 'created');
    return placed;
  } catch (error) {
    const code = failureOf(error)?.code ?? 'internal';
    deps.placed(wish.by.source, code);
    const limit = LIMIT_OF[code];
    if (limit) deps.tally(wish.venueId, limit);
    throw error;
  }
}

async function place(deps: Deps, wish: Wish, terms?: FoundTerms | null): Promise<Placed> {
  const { uid, venueId, body, by } = wish;
  // First, so that who is over it costs no statement from here on.
  if (by.source === 'online') requireQuota(await deps.limit.look(by.clientAddress));
  const found = terms === undefined ? await findTerms(deps.database, termsAsked(wish)) : terms;
  const checked = await check(deps, wish, found);
  return deps.queue.enter(
    { venueId, slotId: body.slot_id, byVenue: by.source === 'desk' },
    { bookingUid: uid, ...ledgerWish(checked.party) },
    async ({ slot, refused }) => {
      if (refused) {
        // Asked twice, the ledger may have taken the places the first time and refuse now.
        if (refused.code === 'unavailable') await deps.giveBack(venueId, uid);
        throw ledgerFailure(refused, checked.party);
      }
      return finish(deps, wish, { ...checked, slot });
    },
  );
}

type Terms = ReturnType<typeof bookableTerms>;

type Checked = {
  terms: Terms;
  party: GuestParty;
  extra: Extra;
  price: Amount;
  /** What is to be paid online; the venue's own bookings are paid there. */
  owed: Owed | null;
  held: HeldTo | null;
};

/** The limits that a guest's booking is held to, by the work that it brought. */
type HeldTo = { work: Brought; most: Most };

/** All checks that need no lock. A slot of another venue is as unknown as one that does not exist. */
async function check(deps: Deps, wish: Wish, found: FoundTerms | null): Promise<Checked> {
  const { venueId, body, by } = wish;
  const byVenue = by.source === 'desk';
  const terms = bookableTerms(found, byVenue);
  const party = partyFor(terms, body, { byVenue });
  const extra = checkExtra(terms.fields, body.extra, { byVenue });
  if (body.redirect_url !== undefined && !isRedirectAllowed(terms, body.redirect_url, wish.redirectAllowed))
    throw fail('redirect_refused');
  const { slot_id: slotId, locale, quote } = body;
  const price = priceWish(deps.signingKeys, terms, { venueId, slotId, ...party, locale, quote });
  const owed = byVenue ? null : owedFor(terms, price.amountCents);
  // Last, as it may spend a proof.
  const held = await requireShare(deps, wish, { terms, status: statusOf(owed) });
  return { terms, party, extra, price, owed, held };
}

/**
 * Compares what a guest holds with the venue's caps and with its share of what the venue offers, before
 * places are taken from others. It is counted exactly when the booking is saved.
 * @throws `too_many_holds`, `too_many_coming`, `proof_missing`, `proof_needed`, what `spendProof` refuses
 * with
 */
async function requireShare(
  { spendProof }: Deps,
  { venueId, by }: Wish,
  { terms, status }: { terms: Terms; status: 'pending_payment' | 'confirmed' },
): Promise<HeldTo | null> {
  if (by.source === 'desk') return null;
  const { offer, proof } = by;
  const caps = mostByCaps(terms.venue.caps, status);
  const reached = terms.held && limitReached(caps, terms.held);
  if (reached) throw limitFailure(reached, 0);
  const byShare = terms.held && offer ? workFor(terms.held, offer) : 0;
  const work = byShare || (terms.venue.proofOfWork ? 1 : 0);
  if (work !== 0) {
    if (proof === undefined) throw fail(byShare ? 'proof_needed' : 'proof_missing', { work });
    await spendProof(venueId, proof, work);
  }
  return { work, most: { ...caps, ...(offer && mostPlaces(work, offer)) } };
}

type Found = Checked & { slot: ReservedSlot };

/** From reserved places to a saved booking, or back to free places. */
async function finish(deps: Deps, wish: Wish, found: Found): Promise<Placed> {
  const quota = await takePoint(deps, wish);
  const booking = toNewBooking(wish, found);
  const saved = await saveSurely(deps, booking, found.held);
  if (saved instanceof Failure) {
    const { uid, venueId, by } = wish;
    const points = by.source === 'online' ? deps.limit.giveBack(by.clientAddress, uid) : null;
    await Promise.all([deps.giveBack(venueId, uid), points]);
    throw saved;
  }
  if (found.held?.work) deps.tally(wish.venueId, 'proof_brought');
  deps.wakeWorkers();
  return { ...saved, booking, quota };
}

async function takePoint(deps: Deps, { uid, venueId, by }: Wish): Promise<Quota | null> {
  try {
    // Nobody waits for the answer any more: better not to book.
    if (deadlineOfCall() <= Date.now()) throw fail('timeout');
    if (by.source === 'desk') return null;
    const quota = await deps.limit.take(by.clientAddress, uid);
    requireQuota(quota);
    return quota;
  } catch (error) {
    await deps.giveBack(venueId, uid);
    throw error;
  }
}

/**
 * Saves, and finds out what became of it when the database did not answer: either the booking is there, or
 * its reservation is declared void so that it can't come late. A failure means that it was surely not saved.
 */
async function saveSurely(
  { database, log }: Deps,
  booking: NewBooking,
  held: HeldTo | null,
): Promise<Saved | Failure> {
  try {
    return (await saveBooking(database, booking, held)) ?? fail('unavailable');
  } catch (error) {
    if (error instanceof Failure) return error;
    log.error({ err: error }, 'booking not saved, looking what became of it');
    const { venueId, uid } = booking;
    const { saved } = await voidReservations(database, [{ venueId, bookingUid: uid }]);
    const row = saved.length > 0 ? await findBooking(database, { venueId, uid }) : null;
    return row ? { id: Number(row.id), reference: row.reference } : fail('unavailable');
  }
}

const statusOf = (owed: Owed | null) => (owed ? 'pending_payment' : 'confirmed');

function toNewBooking(wish: Wish, { terms, party, extra, price, owed, slot }: Found): NewBooking {
  const { uid, venueId, body, idempotencyKey, by } = wish;
  const offer = by.source === 'online' ? by.offer : null;
  return {
    ...slot,
    ...party,
    uid,
    venueId,
    slotId: body.slot_id,
    facilityName: terms.facility.name,
    timezone: terms.venue.timezone,
    amountCents: price.amountCents,
    priceLines: price.lines,
    vat: price.vat,
    status: statusOf(owed),
    payment: owed && { id: newUid(), ...owed },
    countedBy: by.guest,
    privatePlaces: offer?.privatePlaces[slot.facilityId] ?? null,
    day: offer?.day ?? null,
    customerName: body.customer_name,
    customerEmail: body.customer_email,
    extra,
    locale: body.locale,
    redirectUrl: body.redirect_url ?? null,
    idempotencyKey,
    source: by.source,
    nonce: randomBytes(NONCE_BYTES),
    actor: by.source === 'online' ? 'guest' : by.actor,
  };
}
