import { randomBytes } from 'node:crypto';
import { deadlineOfCall } from '@venue-booking/kit/messaging/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { BookingRequest } from '@venue-booking/proto/booking';
import { Failure, type FailureCode, fail } from '@venue-booking/proto/failures';
import type { GuestParty } from '@venue-booking/proto/price/guestParty';
import type { ReservedSlot } from '@venue-booking/proto/slot';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { v7 as newUid } from 'uuid';
import { type Brought, mostPlaces, type Offer, workFor } from '../limits/fairShare.ts';
import type { CountedBy } from '../limits/guestHashes.ts';
import { limitFailure, limitReached, type Most, mostByCaps } from '../limits/guestLimits.ts';
import { LIMIT_OF, type LimitTally } from '../limits/limitTally.ts';
import type { ProofOfWork } from '../limits/proofOfWork.ts';
import { type BookingLimit, type Quota, requireQuota } from '../limits/rateLimit.ts';
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
import type { BookingDeps } from './deps.ts';
import { ledgerFailure, ledgerWish } from './ledger.ts';
import { NONCE_BYTES } from './linkedBooking.ts';
import { priceWish } from './requestedPrice.ts';
import { type NewBooking, type Saved, saveBooking } from './saveBooking.ts';
import { type AskedTerms, bookableTerms, type FoundTerms, findTerms } from './termsStore.ts';

export type Deps = BookingDeps & {
  limit: BookingLimit;
  spendProof: ProofOfWork['spendProof'];
  tally: LimitTally;
  /** Called with the outcome of each attempt: `created` or the failure's code. */
  placed: (source: Wish['by']['source'], outcome: 'created' | FailureCode) => void;
};

/** A requested booking: by a guest, whom limits and rules apply to, or by the venue itself. */
export type Wish = {
  /** The uid under which the ledger reserves the places. */
  uid: string;
  venueId: number;
  body: BookingRequest;
  idempotencyKey: string | null;
  /** The gateway's decision on the `redirect_url`. */
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

/** Selects the terms of a requested booking. */
export const termsAsked = ({ venueId, body, by }: Wish): AskedTerms => ({
  venueId,
  facilityId: parseSlotId(body.slot_id)?.facilityId ?? 0,
  guest: by.guest,
  day: by.source === 'online' && by.offer ? by.offer.day : null,
});

/** A new booking and the client's rate limit; null for the venue itself, which has none. */
export type Placed = Saved & { booking: NewBooking; quota: Quota | null };

/**
 * Makes a booking: checks it, reserves the places under the slot's lock, counts it against the hourly rate
 * limit, and saves it with its events in one statement. A failure after the reservation releases the places;
 * after a crash the sweep does.
 * @param terms the result of {@link termsAsked}, if already selected
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
  // First, so that a client over its limit costs no statement.
  if (by.source === 'online') requireQuota(await deps.limit.look(by.clientAddress));
  const found = terms === undefined ? await findTerms(deps.database, termsAsked(wish)) : terms;
  const checked = await check(deps, wish, found);
  return deps.queue.enter(
    { venueId, slotId: body.slot_id, byVenue: by.source === 'desk' },
    { bookingUid: uid, ...ledgerWish(checked.party) },
    async ({ slot, refused }) => {
      if (refused) {
        // The call may have been retried: the first attempt may have reserved the places.
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
  /** What must be paid online; null for the venue's own bookings, which are paid on site. */
  owed: Owed | null;
  held: HeldTo | null;
};

/** The limits of a guest's booking, which depend on the proof of work in the request. */
type HeldTo = { work: Brought; most: Most };

/** All checks that need no lock. A slot of another venue counts as unknown. */
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
  // Last, because it may spend a proof.
  const held = await requireShare(deps, wish, { terms, status: statusOf(owed) });
  return { terms, party, extra, price, owed, held };
}

/**
 * Compares the guest's bookings with the venue's caps and with the guest's share of the venue's places,
 * before any places are reserved. The exact count follows when the booking is saved.
 * @throws `too_many_holds`, `too_many_coming`, `proof_missing`, `proof_needed`, the failures of `spendProof`
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

/** Saves the booking for the reserved places; on a failure the places are released. */
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
    // The caller has already timed out, so make no booking.
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
 * Saves the booking. If the database does not respond, it looks for the booking and otherwise declares the
 * reservation void, so that a late commit cannot save it. A failure means that the booking is certainly not
 * saved.
 */
async function saveSurely(
  { database, publish, log }: Deps,
  booking: NewBooking,
  held: HeldTo | null,
): Promise<Saved | Failure> {
  try {
    return (await saveBooking({ database, publish }, booking, held)) ?? fail('unavailable');
  } catch (error) {
    if (error instanceof Failure) return error;
    log.error({ err: error }, 'saving a booking failed; checking whether it was saved');
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
