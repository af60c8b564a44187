import { localAt } from '@venue-booking/domain/schedule/venueTime';
import {
  type CalendarBooking,
  MAX_CALENDAR_BOOKINGS,
  MAX_CALENDAR_NOTE,
  MAX_CALENDAR_PHONE,
  MAX_CALENDAR_SLOTS,
} from '@venue-booking/proto/booking/calendar';
import type { BookedAddOn } from '@venue-booking/proto/price/addOns';
import type { BookedGuests } from '@venue-booking/proto/price/guests';
import { arrivalsOf, bookedAddOns, bookedGuests, notPaidYet } from '../core/bookingView.ts';
import { phoneKey } from '../core/phoneKey.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

type Row = Omit<
  CalendarBooking,
  'starts_at' | 'ends_at' | 'guests' | 'add_ons' | 'note' | 'arrived' | 'phone'
> & {
  timezone: string;
  starts_at: Date;
  ends_at: Date;
  guests: BookedGuests[] | null;
  add_ons: BookedAddOn[] | null;
  note: string;
  amountCents: bigint;
  paidCents: bigint | null;
  furtherCents: bigint;
  arrived: number | null;
  restAbsent: boolean;
  phone: string | null;
};

type CalendarInput = {
  venueId: number;
  facilityId?: number | undefined;
  startsAt: number;
  endsAt: number;
  days?: string[] | undefined;
};

/**
 * The bookings of a venue that hold places and start within a period, by start; of one facility if given.
 * @param input.startsAt,endsAt ms since 1970, the end excluded
 * @param input.days booking days whose waiting guests are counted
 */
export async function listCalendar(
  database: BookingDatabase,
  input: CalendarInput,
): Promise<{ bookings: CalendarBooking[]; more: boolean; waiting?: WaitingCount[] }> {
  const { venueId, facilityId, startsAt, endsAt } = input;
  const ofFacility = facilityId === undefined ? Prisma.empty : Prisma.sql`AND facility_id = ${facilityId}`;
  const rows = await database.$queryRaw<Row[]>`
    SELECT id::float8, reference, slot_id::float8, facility_id, timezone, starts_at, ends_at, people, guests, add_ons, customer_name, status, payment_status, source,
      amount_cents AS "amountCents", paid_cents AS "paidCents", further_cents AS "furtherCents", left(note, ${MAX_CALENDAR_NOTE}) AS note,
      arrived, rest_absent AS "restAbsent", left(extra ->> ${phoneKey(venueId)}, ${MAX_CALENDAR_PHONE}) AS phone
    FROM booking.booking
    WHERE venue_id = ${venueId} AND starts_at >= ${new Date(startsAt)} AND starts_at < ${new Date(endsAt)}
      AND status NOT IN ('cancelled', 'expired') ${ofFacility}
    ORDER BY starts_at, id LIMIT ${MAX_CALENDAR_BOOKINGS + 1}`;
  const bookings = rows.slice(0, MAX_CALENDAR_BOOKINGS).map(toCalendarBooking);
  const more = rows.length > MAX_CALENDAR_BOOKINGS;
  return { bookings, more, ...(input.days && { waiting: await countWaiting(database, input) }) };
}

/** Confirmed guests on the waiting lists of a day, by slot; `slotId` 0: for any slot. */
export type WaitingCount = { facilityId: number; day: string; slotId: number; guests: number };

const countWaiting = (
  database: BookingDatabase,
  { venueId, facilityId, days = [] }: CalendarInput,
): Promise<WaitingCount[]> =>
  database.$queryRaw<WaitingCount[]>`
    SELECT w.facility_id AS "facilityId", to_char(w.day, 'YYYY-MM-DD') AS day, w.slot_id::float8 AS "slotId", count(*)::integer AS guests
    FROM booking.waiting_day d JOIN booking.waiting w ON (w.venue_id, w.facility_id, w.day) = (d.venue_id, d.facility_id, d.day)
    WHERE d.venue_id = ${venueId} AND d.day = ANY(${days}::date[]) AND d.facility_id = coalesce(${facilityId ?? null}::integer, d.facility_id)
      AND w.status = 'waiting'
    GROUP BY 1, 2, 3 LIMIT ${MAX_CALENDAR_SLOTS}`;

function toCalendarBooking(found: Row): CalendarBooking {
  const { timezone, note, phone, guests, add_ons, arrived, restAbsent, ...amounts } = found;
  const { amountCents, paidCents, furtherCents, ...row } = amounts;
  return {
    ...row,
    ...notPaidYet({ ...row, amountCents, paidCents, furtherCents, paymentStatus: row.payment_status }),
    ...arrivalsOf({ ...row, arrived, restAbsent }),
    ...bookedGuests(guests),
    ...bookedAddOns(add_ons),
    ...(note && { note }),
    ...(phone && { phone }),
    starts_at: localAt(timezone, row.starts_at.getTime()),
    ends_at: localAt(timezone, row.ends_at.getTime()),
  };
}
