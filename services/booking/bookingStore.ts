import { localAt } from '@venue-booking/kit/venueTime';
import type { Booking } from '@venue-booking/proto/booking';
import { toEuro } from '@venue-booking/proto/primitives';
import type { BookingDatabase } from './database.ts';

/** A booking about to be saved. Times are ms since 1970. */
export type NewBooking = {
  uid: string;
  venueId: number;
  facilityId: number;
  slotId: number;
  facilityName: string;
  timezone: string;
  startsAt: number;
  endsAt: number;
  people: number;
  amountCents: number;
  status: 'pending_payment' | 'confirmed';
  customerName: string;
  customerEmail: string;
  extra: Record<string, string | boolean>;
  locale: string;
  redirectUrl: string | null;
  idempotencyKey: string | null;
};

/**
 * Saves a booking, its reservation's outcome, its event and its Idempotency-Key in one statement. Null when the reservation was
 * declared void meanwhile, or the key's lease went to another request: then nothing was written.
 */
export async function saveBooking(
  database: BookingDatabase,
  booking: NewBooking,
): Promise<{ id: number } | null> {
  const [row] = await database.$queryRaw<{ id: bigint }[]>`
    WITH held AS (
      SELECT FROM booking.idempotency_key
      WHERE venue_id = ${booking.venueId} AND key = ${booking.idempotencyKey} AND owner = ${booking.uid}::uuid
      FOR UPDATE
    ),
    decided AS (
      INSERT INTO booking.reservation_outcome (booking_uid, void)
      SELECT ${booking.uid}::uuid, false
      WHERE ${booking.idempotencyKey}::text IS NULL OR EXISTS (SELECT FROM held)
      ON CONFLICT DO NOTHING
      RETURNING booking_uid
    ),
    saved AS (
      INSERT INTO booking.booking (uid, venue_id, facility_id, slot_id, facility_name, timezone, starts_at, ends_at, people,
        amount_cents, status, customer_name, customer_email, extra, locale, redirect_url)
      SELECT booking_uid, ${booking.venueId}, ${booking.facilityId}, ${booking.slotId}, ${booking.facilityName}, ${booking.timezone},
        ${new Date(booking.startsAt)}, ${new Date(booking.endsAt)}, ${booking.people}, ${booking.amountCents},
        ${booking.status}, ${booking.customerName}, ${booking.customerEmail}, ${JSON.stringify(booking.extra)}::jsonb,
        ${booking.locale}, ${booking.redirectUrl}
      FROM decided
      RETURNING *
    ),
    announced AS (
      INSERT INTO booking.outbox (subject, payload)
      SELECT 'events.booking.booking_created', jsonb_build_object(
        'bookingUid', uid, 'bookingId', id::text, 'venueId', venue_id, 'facilityId', facility_id,
        'slotId', slot_id::text, 'status', status)
      FROM saved
    ),
    keyed AS (
      UPDATE booking.idempotency_key AS k SET booking_uid = saved.uid
      FROM saved WHERE k.venue_id = saved.venue_id AND k.key = ${booking.idempotencyKey}
    )
    SELECT id FROM saved`;
  return row ? { id: Number(row.id) } : null;
}

/** Declares reservations void unless a booking was saved under them. Answers which are void and which were saved. */
export async function voidReservations(
  database: BookingDatabase,
  uids: readonly string[],
): Promise<{ void: string[]; saved: string[] }> {
  await database.$executeRaw`
    INSERT INTO booking.reservation_outcome (booking_uid, void)
    SELECT uid, true FROM unnest(${uids}::uuid[]) AS uid ON CONFLICT DO NOTHING`;
  const rows = await database.$queryRaw<{ uid: string; void: boolean }[]>`
    SELECT booking_uid::text AS uid, void FROM booking.reservation_outcome WHERE booking_uid = ANY(${uids}::uuid[])`;
  const uidsWhere = (isVoid: boolean) => rows.filter((row) => row.void === isVoid).map(({ uid }) => uid);
  return { void: uidsWhere(true), saved: uidsWhere(false) };
}

/** A booking as the guest sees it, by its uid or by its venue and id. Null when there is none. */
export async function findBooking(
  database: BookingDatabase,
  by: { uid: string } | { venueId_id: { venueId: number; id: bigint } },
): Promise<(Booking & { venueId: number; locale: string }) | null> {
  const row = await database.booking.findUnique({ where: by });
  if (!row) return null;
  return {
    id: Number(row.id),
    venueId: row.venueId,
    locale: row.locale,
    facility: row.facilityName,
    starts_at: localAt(row.timezone, row.startsAt.getTime()),
    ends_at: localAt(row.timezone, row.endsAt.getTime()),
    people: row.people,
    amount_eur: toEuro(Number(row.amountCents)),
    status: row.status as Booking['status'],
    customer_name: row.customerName,
    customer_email: row.customerEmail,
  };
}
