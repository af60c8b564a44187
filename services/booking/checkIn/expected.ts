import { bookingDayAt, localAt } from '@venue-booking/domain/schedule/venueTime';
import type { ExpectedBooking, FirstCheckIn } from '@venue-booking/proto/booking/checkIns';
import { arrivalsOf, notPaidYet, toBooking } from '../core/bookingView.ts';
import type { BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';

/**
 * A booking in the form of the check-in list.
 * @param more.earlyMs how long before the start guests can check in
 * @param more.dayStart HH:MM at which a booking day starts; a gateway of the previous release sends none
 */
export function toExpected(
  row: Omit<Row, 'extra' | 'note'>,
  {
    earlyMs,
    dayStart = '00:00',
    firstUse,
  }: { earlyMs: number; dayStart?: string | undefined; firstUse: FirstCheckIn | undefined },
): ExpectedBooking {
  const booking = toBooking(row);
  const { id, reference, customer_name, people, add_ons, facility, starts_at, ends_at } = booking;
  const { status, amount_eur } = booking;
  return {
    id,
    reference,
    customer_name,
    people,
    ...arrivalsOf(row),
    ...(add_ons && { add_ons }),
    facility,
    starts_at,
    ends_at,
    booking_day: bookingDayAt(row.timezone, dayStart, row.startsAt.getTime()),
    status,
    amount_eur,
    ...notPaidYet(row),
    payment_status: row.paymentStatus as ExpectedBooking['payment_status'],
    check_in_from: new Date(row.startsAt.getTime() - earlyMs).toISOString(),
    checked_in: row.status === 'checked_in' ? (firstUse ?? null) : null,
  };
}

/** The use that last checked in each booking, by booking id. */
export async function findFirstUses(
  database: BookingTx,
  { venueId, ids }: { venueId: number; ids: readonly bigint[] },
): Promise<Map<bigint, FirstCheckIn>> {
  const rows = await database.$queryRaw<{ id: bigint; at: Date; device: string | null }[]>`
    SELECT b.id, coalesce(scan.scanned_at, check_in.at) AS at, scan.device
    FROM unnest(${ids}::bigint[]) AS b(id)
    CROSS JOIN LATERAL (
      SELECT at FROM booking.history
      WHERE venue_id = ${venueId} AND booking_id = b.id AND action = 'checked_in'
      ORDER BY seq DESC LIMIT 1
    ) check_in
    LEFT JOIN LATERAL (
      SELECT * FROM booking.check_in_scan WHERE venue_id = ${venueId} AND booking_id = b.id
      OFFSET 0) scan ON scan.outcome = 'checked_in' AND scan.noted_at = check_in.at -- see docs/decisions/0068`;
  return new Map(rows.map(({ id, at, device }) => [id, { at: at.toISOString(), device }]));
}

/** A use in the words of the history: `Phone 2, 2026-11-22 10:03`. */
export const describeUse = ({ at, device }: FirstCheckIn, timezone: string): string =>
  [...(device ? [device] : []), localAt(timezone, Date.parse(at)).replace('T', ' ')].join(', ');
