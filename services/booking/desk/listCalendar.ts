import { localAt } from '@venue-booking/domain/schedule/venueTime';
import {
  type CalendarBooking,
  MAX_CALENDAR_BOOKINGS,
  MAX_CALENDAR_NOTE,
} from '@venue-booking/proto/booking/calendar';
import type { BookedAddOn } from '@venue-booking/proto/price/addOns';
import type { BookedGuests } from '@venue-booking/proto/price/guests';
import { bookedAddOns, bookedGuests, notPaidYet } from '../core/bookingView.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

type Row = Omit<CalendarBooking, 'starts_at' | 'ends_at' | 'guests' | 'add_ons' | 'note'> & {
  timezone: string;
  starts_at: Date;
  ends_at: Date;
  guests: BookedGuests[] | null;
  add_ons: BookedAddOn[] | null;
  note: string;
  amountCents: bigint;
  paidCents: bigint | null;
  furtherCents: bigint;
};

/**
 * The bookings of a venue that hold places and start within a period, by start; of one facility if given.
 * @param input.startsAt,endsAt ms since 1970, the end excluded
 */
export async function listCalendar(
  database: BookingDatabase,
  input: { venueId: number; facilityId?: number | undefined; startsAt: number; endsAt: number },
): Promise<{ bookings: CalendarBooking[]; more: boolean }> {
  const { venueId, facilityId, startsAt, endsAt } = input;
  const ofFacility = facilityId === undefined ? Prisma.empty : Prisma.sql`AND facility_id = ${facilityId}`;
  const rows = await database.$queryRaw<Row[]>`
    SELECT id::float8, reference, slot_id::float8, facility_id, timezone, starts_at, ends_at, people, guests, add_ons, customer_name, status, payment_status, source,
      amount_cents AS "amountCents", paid_cents AS "paidCents", further_cents AS "furtherCents", left(note, ${MAX_CALENDAR_NOTE}) AS note
    FROM booking.booking
    WHERE venue_id = ${venueId} AND starts_at >= ${new Date(startsAt)} AND starts_at < ${new Date(endsAt)}
      AND status NOT IN ('cancelled', 'expired') ${ofFacility}
    ORDER BY starts_at, id LIMIT ${MAX_CALENDAR_BOOKINGS + 1}`;
  const bookings = rows
    .slice(0, MAX_CALENDAR_BOOKINGS)
    .map(({ timezone, note, guests, add_ons, amountCents, paidCents, furtherCents, ...row }) => ({
      ...row,
      ...notPaidYet({ ...row, amountCents, paidCents, furtherCents, paymentStatus: row.payment_status }),
      ...bookedGuests(guests),
      ...bookedAddOns(add_ons),
      ...(note && { note }),
      starts_at: localAt(timezone, row.starts_at.getTime()),
      ends_at: localAt(timezone, row.ends_at.getTime()),
    }));
  return { bookings, more: rows.length > MAX_CALENDAR_BOOKINGS };
}
