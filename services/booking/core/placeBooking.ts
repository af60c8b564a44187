import { randomBytes } from 'node:crypto';
import type { GuestParty } from '@venue-booking/domain/price/guestParty';
import { callDeadline } from '@venue-booking/kit/concurrency/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { BookingRequest } from '@venue-booking/proto/booking/booking';
import type { ReservedSlot } from '@venue-booking/proto/facility/slot';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { Failure, type FailureCode, fail } from '@venue-booking/proto/failures';
import { v7 as newUid } from 'uuid';
import { type Offer, type ProvenWork, requiredWork, shareLimits } from '../limits/fairShare.ts';
import type { GuestHashes } from '../limits/guestHashes.ts';
import { capLimits, type GuestLimits, limitFailure, limitReached } from '../limits/guestLimits.ts';
import { LIMIT_OF, type LimitTally } from '../limits/limitTally.ts';
import type { ProofOfWork } from '../limits/proofOfWork.ts';
import { type RateLimit, type RateLimitState, requireRateLimit } from '../limits/rateLimit.ts';
import {
  type Amount,
  checkExtra,
  type Extra,
  isRedirectAllowed,
  type Owed,
  owedFor,
  partyFor,
} from './bookingRules.ts';
import { findBooking, isSavedAfterAll } from './bookingStore.ts';
import type { BookingDeps } from './deps.ts';
import type { FacilityNames } from './facilityNames.ts';
import { ledgerFailure, ledgerParty } from './ledger.ts';
import { NONCE_BYTES } from './linkedBooking.ts';
import { requestedPrice, typedPrice } from './requestedPrice.ts';
import { type NewBooking, type Saved, saveBooking } from './saveBooking.ts';
import { bookableTerms, type FoundTerms, findTerms, type TermsRequest } from './termsStore.ts';

export type Deps = BookingDeps & {
  limit: RateLimit;
  spendProof: ProofOfWork['spendProof'];
  tally: LimitTally;
  /** Keeps free places for guests who wait for them. */
  waiting: {
    offerFirst: (slot: { venueId: number; slotId: number; timezone: string }) => Promise<void>;
    isWaitedFor: (slot: {
      venueId: number;
      slotId: number;
      timezone: string;
      people: number;
    }) => Promise<boolean>;
  };
  /** Called with the outcome of each attempt: `created` or the failure's code. */
  onPlaced: (source: PlaceRequest['by']['source'], outcome: 'created' | FailureCode) => void;
};

/** A requested booking: by a guest, whom limits and rules apply to, or by the venue itself. */
export type PlaceRequest = {
  /** The uid under which the ledger reserves the places. */
  uid: string;
  venueId: number;
  body: BookingRequest;
  idempotencyKey: string | null;
  /** The gateway's decision on the `redirect_url`. */
  redirectAllowed?: boolean | undefined;
  /** The slot is off the grid; the desk may have typed its price. */
  offGrid?: { minutes: number; priceEur: number | undefined } | undefined;
  by:
    | {
        source: 'online';
        clientAddress: string;
        /** Null for a series that is booked with a code, which has a limit of its own. */
        guest: GuestHashes | null;
        offer: Offer | null;
        proof?: string | undefined;
        /** The guest accepts an offer of the waiting list, which needed a proof to join. */
        hasWaited?: boolean;
        /** The guest has a code of the venue, which replaces a proof of work and an online payment. */
        byCode?: boolean;
      }
    | {
        source: 'desk';
        actor: string;
        guest: null;
        /** False: the guest gets no confirmation. */
        notify?: boolean | undefined;
      };
};

/** Selects the terms of a requested booking. */
export const termsRequestOf = ({ venueId, body, by }: PlaceRequest): TermsRequest => ({
  venueId,
  facilityId: parseSlotId(body.slot_id)?.facilityId ?? 0,
  guest: by.guest,
  day: by.source === 'online' && by.offer ? by.offer.day : null,
});

/** A new booking and the client's rate limit; null for the venue itself, which has none. */
export type Placed = Saved & {
  booking: NewBooking;
  facilityNames: FacilityNames;
  rateLimit: RateLimitState | null;
};

/**
 * Makes a booking: checks it, reserves the places under the slot's lock, counts it against the hourly rate
 * limit, and saves it with its events in one statement. A failure after the reservation releases the places;
 * after a crash the sweep does.
 * @param terms the result of {@link termsRequestOf}, if already selected
 * @throws the failures of the contract's `POST /api/site/bookings`
 */
export async function placeBooking(
  deps: Deps,
  request: PlaceRequest,
  terms?: FoundTerms | null,
): Promise<Placed> {
  try {
    const placed = await place(deps, request, terms);
    deps.onPlaced(request.by.source, 'created');
    return placed;
  } catch (error) {
    const code = failureOf(error)?.code ?? 'internal';
    deps.onPlaced(request.by.source, code);
    const limit = LIMIT_OF[code];
    if (limit) deps.tally(request.venueId, limit);
    throw error;
  }
}

async function place(deps: Deps, request: PlaceRequest, terms?: FoundTerms | null): Promise<Placed> {
  const { uid, venueId, body, by } = request;
  // First, so that a client over its limit costs no statement.
  if (by.source === 'online') requireRateLimit(await deps.limit.peek(by.clientAddress));
  const found = terms === undefined ? await findTerms(deps.database, termsRequestOf(request)) : terms;
  const checked = await checkBooking(deps, request, found);
  if (isBehindList(request, checked))
    await deps.waiting.offerFirst(waitedSlot(request, checked)).catch((error: unknown) => {
      // The check after the reservation still keeps the places of guests who wait.
      deps.log.warn({ err: error }, 'cannot offer free places to waiting guests yet');
    });
  return deps.queue.enter(
    { venueId, slotId: body.slot_id, byVenue: by.source === 'desk', minutes: request.offGrid?.minutes },
    { bookingUid: uid, ...ledgerParty(checked.party) },
    async ({ slot, refused }) => {
      if (refused) {
        // The call may have been retried: the first attempt may have reserved the places.
        if (refused.code === 'unavailable') await deps.releasePlaces(venueId, uid);
        throw ledgerFailure(refused, checked.party);
      }
      return finish(deps, request, { ...checked, slot });
    },
  );
}

type Terms = ReturnType<typeof bookableTerms>;

/** Whether guests of a waiting list come first. The venue's own bookings, and offers, do not wait for it. */
const isBehindList = ({ by }: PlaceRequest, { terms }: Pick<Checked, 'terms'>): boolean =>
  by.source === 'online' && !by.hasWaited && terms.facility.waitingList === true;

const waitedSlot = ({ venueId, body }: PlaceRequest, { terms }: Pick<Checked, 'terms'>) => ({
  venueId,
  slotId: body.slot_id,
  timezone: terms.venue.timezone,
});

type Checked = {
  terms: Terms;
  party: GuestParty;
  extra: Extra;
  price: Amount;
  /** What must be paid online; null for the venue's own bookings, which are paid on site. */
  owed: Owed | null;
  held: AppliedLimits | null;
};

/** The limits of a guest's booking, which depend on the proof of work in the request. */
type AppliedLimits = { work: ProvenWork; limits: GuestLimits; perDay: number | null };

/** All checks that need no lock. A slot of another venue counts as unknown. */
export async function checkBooking(
  deps: Deps,
  request: PlaceRequest,
  found: FoundTerms | null,
): Promise<Checked> {
  const { venueId, body, by } = request;
  const byVenue = by.source === 'desk';
  const terms = bookableTerms(found, byVenue);
  const party = partyFor(terms, body, { byVenue });
  const extra = checkExtra(terms.fields, body.extra, { byVenue });
  if (
    body.redirect_url !== undefined &&
    !isRedirectAllowed(terms, body.redirect_url, request.redirectAllowed)
  )
    throw fail('redirect_refused');
  const { slot_id: slotId, locale, quote } = body;
  const priced = { venueId, slotId, ...party, locale, quote };
  const { price: listed, ...due } = requestedPrice(deps.signingKeys, terms, priced);
  const typed = request.offGrid?.priceEur;
  const price = typed === undefined ? listed : typedPrice(terms, typed);
  const paysThere = byVenue || (by.source === 'online' && by.byCode);
  const owed = paysThere ? null : owedFor(terms, { amountCents: price.amountCents, ...due });
  // Last, because it may spend a proof.
  const held = await requireShare(deps, request, { terms, status: statusOf(owed) });
  return { terms, party, extra, price, owed, held };
}

/**
 * Compares the guest's bookings with the venue's caps and with the guest's share of the venue's places,
 * before any places are reserved. The exact count follows when the booking is saved.
 * @throws `venue_day_full`, `too_many_holds`, `too_many_coming`, `proof_missing`, `proof_needed`, failures
 * of `spendProof`
 */
async function requireShare(
  { spendProof }: Deps,
  { venueId, by }: PlaceRequest,
  { terms, status }: { terms: Terms; status: 'pending_payment' | 'confirmed' },
): Promise<AppliedLimits | null> {
  if (by.source === 'desk') return null;
  const { offer, proof, hasWaited = false } = by;
  if (terms.venue.isDayFull) throw fail('venue_day_full');
  if (by.byCode) return null;
  const caps = capLimits(terms.venue.caps, status);
  const reached = terms.held && limitReached(caps, terms.held);
  if (reached) throw limitFailure(reached, 0);
  const byShare = terms.held && offer ? requiredWork(terms.held, offer) : 0;
  const work = byShare || (terms.venue.proofOfWork && !hasWaited ? 1 : 0);
  if (work !== 0) {
    if (proof === undefined) throw fail(byShare ? 'proof_needed' : 'proof_missing', { work });
    await spendProof(venueId, proof, work);
  }
  const limits = { ...caps, ...(offer && shareLimits(work, offer)) };
  return { work, limits, perDay: terms.venue.perDay ?? null };
}

type Found = Checked & { slot: ReservedSlot };

/** Saves the booking for the reserved places; on a failure the places are released. */
async function finish(deps: Deps, request: PlaceRequest, found: Found): Promise<Placed> {
  await requireNobodyWaits(deps, request, found);
  const rateLimit = await countForRateLimit(deps, request);
  const booking = toNewBooking(request, found);
  const saved = await saveOrVoid(deps, booking, found.held);
  if (saved instanceof Failure) {
    const { uid, venueId, by } = request;
    const released = by.source === 'online' ? deps.limit.release(by.clientAddress, uid) : null;
    await Promise.all([deps.releasePlaces(venueId, uid), released]);
    throw saved;
  }
  if (found.held?.work) deps.tally(request.venueId, 'proof_brought');
  deps.wakeWorkers();
  return { ...saved, booking, facilityNames: found.terms.facility.names, rateLimit };
}

/** Places that were released a moment ago belong to the guest who waits for them. @throws `slot_full` */
export async function requireNobodyWaits(deps: Deps, request: PlaceRequest, found: Found): Promise<void> {
  if (!isBehindList(request, found)) return;
  const { uid, venueId } = request;
  const { people } = found.party;
  const isWaitedFor = await deps.waiting
    .isWaitedFor({ ...waitedSlot(request, found), people })
    .catch((error) => {
      deps.log.warn({ err: error }, 'cannot read the waiting list; the guest may book');
      return false;
    });
  if (!isWaitedFor) return;
  await deps.releasePlaces(venueId, uid);
  throw fail('slot_full');
}

async function countForRateLimit(
  deps: Deps,
  { uid, venueId, by }: PlaceRequest,
): Promise<RateLimitState | null> {
  try {
    // The caller has already timed out, so make no booking.
    if (callDeadline() <= Date.now()) throw fail('timeout');
    if (by.source === 'desk') return null;
    const rateLimit = await deps.limit.count(by.clientAddress, uid);
    requireRateLimit(rateLimit);
    return rateLimit;
  } catch (error) {
    await deps.releasePlaces(venueId, uid);
    throw error;
  }
}

/**
 * Saves the booking. If the database does not respond, it looks for the booking and otherwise declares the
 * reservation void, so that a late commit cannot save it. A failure means that the booking is certainly not
 * saved.
 */
async function saveOrVoid(
  { database, publish, log }: Deps,
  booking: NewBooking,
  held: AppliedLimits | null,
): Promise<Saved | Failure> {
  try {
    return (await saveBooking({ database, publish }, booking, held)) ?? fail('unavailable');
  } catch (error) {
    if (error instanceof Failure) return error;
    const { venueId, uid } = booking;
    const isSaved = await isSavedAfterAll({ database, log }, error, [{ venueId, bookingUid: uid }]);
    const row = isSaved ? await findBooking(database, { venueId, uid }) : null;
    return row ? { id: Number(row.id), reference: row.reference } : fail('unavailable');
  }
}

const statusOf = (owed: Owed | null) => (owed ? 'pending_payment' : 'confirmed');

/** The booking of a checked request in its reserved slot. */
export function toNewBooking(
  request: PlaceRequest,
  { terms, party, extra, price, owed, slot }: Found,
): NewBooking {
  const { uid, venueId, body, idempotencyKey, by } = request;
  const offer = by.source === 'online' ? by.offer : null;
  return {
    ...slot,
    ...party,
    uid,
    venueId,
    slotId: body.slot_id,
    facilityName: terms.facility.name,
    timezone: slot.timezone ?? terms.venue.timezone,
    amountCents: price.amountCents,
    priceLines: price.lines,
    vat: price.vat,
    status: statusOf(owed),
    payment: owed && { id: newUid(), ...owed },
    guestHashes: by.guest,
    privatePlaces: offer?.privatePlaces[slot.facilityId] ?? null,
    day: offer?.day ?? null,
    customerName: body.customer_name,
    customerEmail: body.customer_email,
    extra,
    locale: body.locale,
    redirectUrl: body.redirect_url ?? null,
    clientReference: body.reference ?? null,
    idempotencyKey,
    source: by.source,
    nonce: randomBytes(NONCE_BYTES),
    actor: by.source === 'online' ? 'guest' : by.actor,
    isGuestTold: by.source === 'online' || by.notify !== false,
  };
}
