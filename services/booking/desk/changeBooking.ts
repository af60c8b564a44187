import { isDeepStrictEqual } from 'node:util';
import type { Log } from '@venue-booking/kit/process/log';
import { localAt } from '@venue-booking/kit/venueTime';
import type { BookingPatch } from '@venue-booking/proto/adminBooking';
import { Failure, fail } from '@venue-booking/proto/failures';
import type { ReservedSlot } from '@venue-booking/proto/slot';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { v7 as newUid } from 'uuid';
import { checkPeople, correctedExtra, type Extra } from '../core/bookingRules.ts';
import { findBooking, voidReservations } from '../core/bookingStore.ts';
import type { ReserveResult } from '../core/placeBooking.ts';
import { stateFailure } from '../core/stateFailure.ts';
import { findTerms } from '../core/termsStore.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking } from '../gen/prisma/client.ts';
import { mailboxHash } from '../limits/countedBy.ts';
import type { SlotQueue } from '../slots/slotQueue.ts';

export type Deps = {
  database: BookingDatabase;
  queue: SlotQueue<ReserveResult>;
  giveBack: (venueId: number, bookingUid: string) => Promise<void>;
  /** What guests are counted by is hashed with. */
  hashKey: Uint8Array;
  wakeRelay: () => void;
  log: Log;
};

type Of = { venueId: number; id: number };

/**
 * Moves a booking to another slot of its venue, or corrects whom it is for; the amount stays. The new
 * places are taken first, under a uid of their own; the statement that moves the booking says that the old
 * ones are free. What fails in between gives the new ones back, and a crash is healed by the sweep as with
 * any reservation.
 * @throws `booking_not_found`, `booking_changed`, `slot_unknown`, `people_too_few`, `people_too_many`, a
 * stateFailure, and what the ledger refuses with
 */
export async function changeBooking(
  deps: Deps,
  of: Of,
  { patch, actor }: { patch: BookingPatch; actor: string },
): Promise<void> {
  const before = await findBooking(deps.database, of);
  if (!before) throw fail('booking_not_found');
  if (before.status !== 'confirmed') throw stateFailure(before.status);
  if (before.erasedAt) throw fail('validation', { detail: 'the guest of this booking has been erased' });
  const { slot_id: slotId = Number(before.slotId) } = patch;
  const extra = await findExtra(deps.database, before, patch);
  if (BigInt(slotId) === before.slotId) {
    // The same again, for example a request that is repeated, is no change and no mail.
    const same =
      (patch.customer_name ?? before.customerName) === before.customerName &&
      (patch.customer_email ?? before.customerEmail) === before.customerEmail &&
      isDeepStrictEqual(extra, before.extra);
    return same ? undefined : apply(deps, before, { patch, extra, actor, move: null });
  }
  const { timezone, facilityName } = await findPlace(deps.database, before, slotId);
  const uid = newUid();
  await deps.queue.enter(
    { venueId: of.venueId, slotId, byVenue: true },
    { bookingUid: uid, people: before.people },
    async ({ slot, refused }) => {
      if (refused) {
        if (refused.code === 'unavailable') await deps.giveBack(of.venueId, uid);
        throw fail(refused.code, refused.params);
      }
      await apply(deps, before, { patch, extra, actor, move: { uid, slotId, slot, timezone, facilityName } });
    },
  );
  await deps.giveBack(of.venueId, before.uid);
}

/** The values of the extra fields as they are to be. @throws `extra_unknown`, `extra_invalid` */
async function findExtra(
  database: BookingDatabase,
  { venueId, facilityId, extra }: Booking,
  patch: BookingPatch,
): Promise<Extra> {
  if (!patch.extra) return extra as Extra;
  const terms = await findTerms(database, { venueId, facilityId, guest: null });
  const corrected = correctedExtra(terms?.fields ?? [], extra as Extra, patch.extra);
  if (corrected instanceof Failure) throw corrected;
  return corrected;
}

/**
 * The facility of a slot, if it takes the party of a booking; the new time is told in the zone that the venue
 * has now. In its own facility a party stays, whatever the rules have become.
 */
async function findPlace(
  database: BookingDatabase,
  { venueId, facilityId: present, people }: Booking,
  slotId: number,
): Promise<{ timezone: string; facilityName: string }> {
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  const terms = await findTerms(database, { venueId, facilityId, guest: null });
  if (!terms?.facility?.active) throw fail('slot_unknown');
  const { venue, facility } = terms;
  const refused = facilityId === present ? null : checkPeople({ facility }, people);
  if (refused) throw refused;
  return { timezone: venue.timezone, facilityName: facility.name };
}

type Change = {
  patch: BookingPatch;
  extra: Extra;
  actor: string;
  move: { uid: string; slotId: number; slot: ReservedSlot; timezone: string; facilityName: string } | null;
};

/**
 * @throws `booking_changed` by somebody else meanwhile, or `unavailable`; its new places are free again then
 */
async function apply(deps: Deps, before: Booking, { patch, extra, actor, move }: Change): Promise<void> {
  const { venueId } = before;
  try {
    if (await write(deps, before, { patch, extra, actor, move })) return deps.wakeRelay();
  } catch (error) {
    // Not known whether it was written: void the new reservation unless it was.
    if (!move) throw error;
    deps.log.error({ err: error }, 'booking not moved, looking what became of it');
    const { saved } = await voidReservations(deps.database, [{ venueId, bookingUid: move.uid }]);
    if (saved.length > 0) return deps.wakeRelay();
    await deps.giveBack(venueId, move.uid);
    throw fail('unavailable');
  }
  if (move) await deps.giveBack(venueId, move.uid);
  throw fail('booking_changed');
}

/**
 * One statement: the booking as it was read, its event, its history. False when it is no longer as it was
 * read.
 */
async function write(
  { database, hashKey }: Pick<Deps, 'database' | 'hashKey'>,
  before: Booking,
  { patch, extra, actor, move }: Change,
): Promise<boolean> {
  const uid = move?.uid ?? before.uid;
  const email = patch.customer_email ?? before.customerEmail;
  const guestNotTold = patch.notify === false;
  const rows = await database.$queryRaw<unknown[]>`
    WITH current AS (
      SELECT venue_id, id FROM booking.booking
      WHERE venue_id = ${before.venueId} AND id = ${before.id} AND revision = ${before.revision} AND status = 'confirmed'
      FOR UPDATE
    ),
    decided AS (
      INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
      SELECT venue_id, ${uid}::uuid, false FROM current WHERE ${move !== null}
      ON CONFLICT DO NOTHING
      RETURNING booking_uid
    ),
    after AS (
      UPDATE booking.booking b SET uid = ${uid}::uuid, slot_id = ${move?.slotId ?? before.slotId},
        starts_at = ${move ? new Date(move.slot.startsAt) : before.startsAt},
        timezone = ${move?.timezone ?? before.timezone},
        ends_at = ${move ? new Date(move.slot.endsAt) : before.endsAt},
        facility_id = ${move?.slot.facilityId ?? before.facilityId},
        facility_name = ${move?.facilityName ?? before.facilityName},
        customer_name = ${patch.customer_name ?? before.customerName},
        customer_email = ${email}, extra = ${JSON.stringify(extra)}::jsonb,
        mailbox_hash = CASE WHEN b.mailbox_hash IS NOT NULL THEN ${mailboxHash(hashKey, email)} END,
        revision = b.revision + 1
      FROM current WHERE (b.venue_id, b.id) = (current.venue_id, current.id) AND (${move === null} OR EXISTS (SELECT FROM decided))
      RETURNING b.*
    ),
    announced AS (
      INSERT INTO booking.outbox (subject, payload)
      SELECT 'events.booking.booking_changed', jsonb_build_object(
        'bookingUid', uid, 'bookingId', id::text, 'venueId', venue_id, 'facilityId', facility_id,
        'slotId', slot_id::text, 'status', status, 'releasedUid', ${move ? before.uid : ''}::text,
        'guestNotTold', ${guestNotTold}::boolean)
      FROM after
    ),
    told AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
      SELECT venue_id, id, ${actor}, ${move ? 'moved' : 'corrected'}, ${noteOf(before, move)} FROM after
    ),
    rekeyed AS (
      UPDATE booking.idempotency_key k SET booking_uid = after.uid
      FROM after WHERE (k.venue_id, k.booking_uid) = (after.venue_id, ${before.uid}::uuid)
    )
    SELECT 1 FROM after`;
  return rows.length === 1;
}

/** From when to when it was moved; with both facilities when these differ. */
function noteOf(before: Booking, move: Change['move']): string {
  if (!move) return '';
  const [from, to] = [
    localAt(before.timezone, before.startsAt.getTime()),
    localAt(move.timezone, move.slot.startsAt),
  ];
  if (move.slot.facilityId === before.facilityId) return `${from} → ${to}`;
  return `${before.facilityName} ${from} → ${move.facilityName} ${to}`;
}
