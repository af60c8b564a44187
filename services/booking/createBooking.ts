import { currentCall, runInCall } from '@venue-booking/kit/callContext';
import type { Log } from '@venue-booking/kit/log';
import type { BookingResponse, CreateBookingRequest } from '@venue-booking/proto/booking';
import { Failure, type FailureCode, type FailureParams, fail } from '@venue-booking/proto/failures';
import { toEuro } from '@venue-booking/proto/primitives';
import type { ReservedSlot } from '@venue-booking/proto/slot';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { v7 as newUid } from 'uuid';
import { BOOKINGS_PER_HOUR, type BookingLimit, type Quota } from './bookingLimit.ts';
import {
  amountOf,
  type BookingTerms,
  checkExtra,
  checkPeople,
  type Extra,
  isRedirectAllowed,
} from './bookingRules.ts';
import { findBooking, type NewBooking, saveBooking, voidReservations } from './bookingStore.ts';
import { toBooking } from './bookingView.ts';
import type { BookingDatabase } from './database.ts';
import { abandonKey, claimKey } from './idempotency.ts';
import type { SlotQueue } from './slotQueue.ts';
import { findTerms } from './termsStore.ts';

/** The ledger's answer to one party. */
export type ReserveResult =
  | { slot: ReservedSlot; refused: null }
  | { slot: ReservedSlot | null; refused: { code: FailureCode; params: FailureParams } };

export type Deps = {
  database: BookingDatabase;
  limit: BookingLimit;
  queue: SlotQueue<ReserveResult>;
  release: (reservation: { venueId: number; bookingUid: string }) => Promise<unknown>;
  ticketUrl: (booking: { venueId: number; id: number }) => Promise<string>;
  /** Says that the outbox has something. */
  changed: () => void;
  log: Log;
};

/** The answer to the guest, and what the gateway tells of the hourly limit. */
export type CreatedBooking = BookingResponse & {
  quota: { limit: number; remaining: number; resetSeconds: number } | null;
};

/**
 * Books places of a slot: checks, reserves the places under the slot's lock, takes a point of the hourly limit, and saves the booking
 * with its event in one statement. Whatever fails after the reservation gives the places back; a crash in between is healed
 * by the sweep.
 * @throws the failures of the contract's `POST /api/site/bookings`
 */
export async function createBooking(deps: Deps, request: CreateBookingRequest): Promise<CreatedBooking> {
  const { venueId, booking: body, idempotencyKey } = request;
  const uid = newUid();
  if (idempotencyKey === undefined) return book(deps, request, uid);

  const key = { venueId, key: idempotencyKey };
  const madeBefore = await claimKey(deps.database, key, { owner: uid, body });
  if (madeBefore) return replay(deps, { venueId, uid: madeBefore });
  try {
    return await book(deps, request, uid);
  } catch (error) {
    await abandonKey(deps.database, key, uid).catch(() => {}); // else its lease runs out
    throw error;
  }
}

/** The same 201 again; it costs nothing of the limit. */
async function replay(
  { database, ticketUrl }: Deps,
  { venueId, uid }: { venueId: number; uid: string },
): Promise<CreatedBooking> {
  const found = await findBooking(database, { venueId, uid });
  if (!found) throw fail('idempotency_in_progress');
  const booking = toBooking(found);
  return { booking, ticket_url: await ticketUrl({ venueId, id: booking.id }), quota: null };
}

async function book(deps: Deps, request: CreateBookingRequest, uid: string): Promise<CreatedBooking> {
  const { venueId, booking: body, clientAddress } = request;
  requireQuota(await deps.limit.look(clientAddress));
  const { terms, extra } = await check(deps, request);
  return deps.queue.enter(
    { venueId, slotId: body.slot_id },
    { bookingUid: uid, people: body.people },
    async ({ slot, refused }) => {
      if (refused) {
        // Asked twice, the ledger may have taken the places the first time and refuse now.
        if (refused.code === 'unavailable') await giveBack(deps, venueId, uid);
        throw fail(refused.code, refused.params);
      }
      return finish(deps, request, { uid, terms, extra, slot });
    },
  );
}

/** All checks that need no lock. A slot of another venue is as unknown as one that does not exist. */
async function check(
  { database }: Deps,
  { venueId, booking: body }: CreateBookingRequest,
): Promise<{ terms: BookingTerms; extra: Extra }> {
  const facilityId = parseSlotId(body.slot_id)?.facilityId ?? 0;
  const found = await findTerms(database, venueId, facilityId);
  if (!found?.venue.live) throw fail('venue_not_live');
  if (!found.facility?.active) throw fail('slot_unknown');
  const terms = { ...found, facility: found.facility };
  const peopleFailure = checkPeople(terms, body.people);
  if (peopleFailure) throw peopleFailure;
  const extra = checkExtra(terms.fields, body.extra);
  if (extra instanceof Failure) throw extra;
  if (body.redirect_url !== undefined && !isRedirectAllowed(terms, body.redirect_url))
    throw fail('redirect_refused');
  return { terms, extra };
}

/** From reserved places to a saved booking, or back to free places. */
async function finish(
  deps: Deps,
  { venueId, booking: body, clientAddress, idempotencyKey }: CreateBookingRequest,
  { uid, terms, extra, slot }: { uid: string; terms: BookingTerms; extra: Extra; slot: ReservedSlot },
): Promise<CreatedBooking> {
  const quota = await takePoint(deps, { venueId, clientAddress, uid });
  const amountCents = amountOf(terms, body.people);
  const booking: NewBooking = {
    uid,
    venueId,
    facilityId: slot.facilityId,
    slotId: body.slot_id,
    facilityName: terms.facility.name,
    timezone: terms.venue.timezone,
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    people: body.people,
    amountCents,
    // A venue with a linked payment provider and an amount above 0 will start at `pending_payment`.
    status: 'confirmed',
    customerName: body.customer_name,
    customerEmail: body.customer_email,
    extra,
    locale: body.locale,
    redirectUrl: body.redirect_url ?? null,
    idempotencyKey: idempotencyKey ?? null,
    source: 'online',
    actor: 'guest',
  };
  const saved = await saveSurely(deps, booking);
  if (!saved) {
    await Promise.all([giveBack(deps, venueId, uid), deps.limit.giveBack(clientAddress, uid)]);
    throw fail('unavailable');
  }
  deps.changed();
  return {
    booking: {
      id: saved.id,
      facility: booking.facilityName,
      starts_at: slot.startsAtLocal,
      ends_at: slot.endsAtLocal,
      people: booking.people,
      amount_eur: toEuro(amountCents),
      status: booking.status,
      customer_name: booking.customerName,
      customer_email: booking.customerEmail,
    },
    ticket_url: await deps.ticketUrl({ venueId, id: saved.id }),
    quota: quotaHeader(quota),
  };
}

async function takePoint(
  deps: Deps,
  { venueId, clientAddress, uid }: { venueId: number; clientAddress: string; uid: string },
): Promise<Quota> {
  try {
    // Nobody waits for the answer any more: better not to book.
    if ((currentCall()?.deadlineAt ?? Number.POSITIVE_INFINITY) <= Date.now()) throw fail('timeout');
    const quota = await deps.limit.take(clientAddress, uid);
    requireQuota(quota);
    return quota;
  } catch (error) {
    await giveBack(deps, venueId, uid);
    throw error;
  }
}

/**
 * Saves, and finds out what became of it when the database did not answer: either the booking is there, or its reservation is
 * declared void so that it can't come late.
 */
async function saveSurely({ database, log }: Deps, booking: NewBooking): Promise<{ id: number } | null> {
  try {
    return await saveBooking(database, booking);
  } catch (error) {
    log.error({ err: error }, 'booking not saved, looking what became of it');
    const { venueId, uid } = booking;
    const { saved } = await voidReservations(database, [{ venueId, bookingUid: uid }]);
    const row = saved.length > 0 ? await findBooking(database, { venueId, uid }) : null;
    return row && { id: Number(row.id) };
  }
}

/** Gives places back now; should that fail, the sweep does it. */
async function giveBack({ release, log }: Deps, venueId: number, bookingUid: string): Promise<void> {
  const call = { traceId: currentCall()?.traceId ?? '', deadlineAt: Date.now() + 3000 };
  await runInCall(call, () => release({ venueId, bookingUid })).catch((error: unknown) =>
    log.warn({ err: error }, 'places not given back yet, the sweep will'),
  );
}

function requireQuota({ allowed, retryAfterMs }: Quota): void {
  if (allowed) return;
  throw fail('too_many_bookings', {
    limit: BOOKINGS_PER_HOUR,
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
  });
}

const quotaHeader = ({ remaining, retryAfterMs }: Quota) => ({
  limit: BOOKINGS_PER_HOUR,
  remaining,
  resetSeconds: Math.ceil(retryAfterMs / 1000),
});
