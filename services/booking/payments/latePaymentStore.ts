import type { GuestParty } from '@venue-booking/domain/price/guestParty';
import { currentTraceparent } from '@venue-booking/kit/tracing/spans';
import type { ReservedSlot } from '@venue-booking/proto/facility/slot';
import { v7 as newUid } from 'uuid';
import { REST_DUE_AT } from '../core/changeStatus.ts';
import { type Publish, publishStatus } from '../core/publish.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

/** The event that a booking declines its payment, built from a booking's row. */
export const PAYMENT_DECLINED = Prisma.sql`'events.booking.payment_declined', jsonb_build_object(
  'venueId', venue_id, 'paymentId', payment_id, 'bookingId', id::text)`;

/** An expired booking whose payment arrived late. */
export type LateBooking = {
  venueId: number;
  id: bigint;
  /** The uid of its released reservation. */
  uid: string;
  /** The uid under which its places are reserved again. */
  lateUid: string;
  /** Whether the sweep declared that reservation void; then a new uid is needed. */
  isVoid: boolean;
  slotId: number;
  people: number;
  addOns: GuestParty['addOns'];
  startsAt: Date;
};

/** Bookings with a late payment and an id above `after`, by id. */
export async function findLateBookings(
  database: BookingDatabase,
  { after, limit }: { after: bigint; limit: number },
): Promise<LateBooking[]> {
  return database.$queryRaw<LateBooking[]>`
    SELECT b.venue_id AS "venueId", b.id, b.uid::text, b.late_uid::text AS "lateUid", coalesce(o.void, false) AS "isVoid",
      b.slot_id::float8 AS "slotId", b.people, b.add_ons AS "addOns", b.starts_at AS "startsAt"
    FROM booking.booking b
    LEFT JOIN booking.reservation_outcome o ON (o.venue_id, o.booking_uid) = (b.venue_id, b.late_uid)
    WHERE b.late_uid IS NOT NULL AND b.id > ${after} ORDER BY b.id LIMIT ${limit}`;
}

/** Gives a late booking's reservation a new uid; null if another process was first. */
export async function renewLateUid(
  database: BookingDatabase,
  { venueId, id, lateUid }: LateBooking,
): Promise<string | null> {
  const renewed = newUid();
  const changed = await database.$executeRaw`
    UPDATE booking.booking SET late_uid = ${renewed}::uuid
    WHERE venue_id = ${venueId} AND id = ${id} AND late_uid = ${lateUid}::uuid`;
  return changed === 1 ? renewed : null;
}

/**
 * Confirms a late booking whose places are reserved again. One statement writes the booking, its
 * reservation's outcome, its event and its history line. Returns false if the reservation is void or another
 * process has decided.
 */
export async function confirmLate(
  { database, publish }: { database: BookingDatabase; publish: Publish },
  { venueId, id, lateUid }: LateBooking,
  slot: ReservedSlot,
): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>`
    WITH before AS (
      SELECT venue_id, id, uid, status FROM booking.booking
      WHERE venue_id = ${venueId} AND id = ${id} AND late_uid = ${lateUid}::uuid
      FOR UPDATE
    ),
    decided AS (
      INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
      SELECT venue_id, ${lateUid}::uuid, false FROM before
      ON CONFLICT DO NOTHING
      RETURNING booking_uid
    ),
    after AS (
      UPDATE booking.booking b SET uid = decided.booking_uid, late_uid = NULL, status = 'confirmed',
        starts_at = ${new Date(slot.startsAt)}, ends_at = ${new Date(slot.endsAt)},
        timezone = coalesce(${slot.timezone ?? null}, b.timezone), revision = b.revision + 1,
        rest_due_at = ${REST_DUE_AT}
      FROM before, decided WHERE (b.venue_id, b.id) = (before.venue_id, before.id)
      RETURNING b.*, before.status AS previous
    ),
    ${publishStatus(publish)},
    recorded AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action) SELECT venue_id, id, 'system', status FROM after
    ),
    rekeyed AS (
      UPDATE booking.idempotency_key k SET booking_uid = after.uid
      FROM after, before WHERE (k.venue_id, k.booking_uid) = (before.venue_id, before.uid)
    )
    SELECT 1 FROM after`;
  return rows.length === 1;
}

/**
 * Declines the payment of a late booking, which stays expired. The same statement publishes the event and
 * makes the reservation void, so that no other process confirms the booking. Returns false if another process
 * has decided.
 */
export async function declineLate(
  database: BookingDatabase,
  { venueId, id, lateUid }: LateBooking,
): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>`
    WITH after AS (
      UPDATE booking.booking SET late_uid = NULL
      WHERE venue_id = ${venueId} AND id = ${id} AND late_uid = ${lateUid}::uuid
      RETURNING *
    ),
    decided AS (
      INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
      SELECT venue_id, ${lateUid}::uuid, true FROM after
      ON CONFLICT DO NOTHING
    ),
    published AS (
      INSERT INTO booking.outbox (subject, payload, traceparent) SELECT ${PAYMENT_DECLINED}, ${currentTraceparent()}::text FROM after
    ),
    recorded AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action)
      SELECT venue_id, id, 'system', 'payment_declined' FROM after
    )
    SELECT 1 FROM after`;
  return rows.length === 1;
}
