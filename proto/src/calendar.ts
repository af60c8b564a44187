import { z } from 'zod';
import { AdminBooking } from './adminBooking.ts';
import { FacilityId, isDistinct, LocalDate, TimeOfDay } from './primitives.ts';
import { RoomId } from './room.ts';
import { Slot, SlotReason } from './slot.ts';

/** Booking days that the calendar shows at most. */
export const MAX_CALENDAR_DAYS = 7;
/** Slots that it shows at most, of all days together: some 150 bytes each. A single day is always shown. */
export const MAX_CALENDAR_SLOTS = 20_000;
/** Bookings that it shows at most: some 250 bytes each. */
export const MAX_CALENDAR_BOOKINGS = 5000;
/** Characters of a note that it shows at most. */
export const MAX_CALENDAR_NOTE = 200;
/** Booking days that one request blocks at most: how many `to` may be after `from`. */
export const MAX_BLOCK_DAYS = 62;
/** Slots that one request blocks at most. */
export const MAX_BLOCK_SLOTS = 5000;

/** A booking day; slots have ids until 2147. */
const BookingDay = LocalDate.refine((date) => date < '2147-01-01', 'must be a date before 2147');

/** Which booking days to show, of which facility. */
export const CalendarQuery = z.strictObject({
  from: BookingDay.optional().describe('First booking day; default: the current one'),
  to: BookingDay.optional().describe(
    `Last booking day, at most ${MAX_CALENDAR_DAYS - 1} days later; default: the first one`,
  ),
  facility_id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 27 - 1)
    .optional()
    .describe('Only this facility'),
});
export type CalendarQuery = z.infer<typeof CalendarQuery>;

export const CalendarSlot = Slot.omit({ blocked: true, bookable: true }).extend({
  starts_at_utc: z.iso.datetime({ precision: -1 }).describe('The instant that it starts at'),
  minutes: z.int().describe('How long it takes, also in the nights when clocks change'),
  free: z.int().describe('Places still available, whatever add-ons are left'),
  reason: SlotReason.nullable().describe('Null: it can be booked'),
});
export type CalendarSlot = z.infer<typeof CalendarSlot>;

export const CalendarFacility = z.object({
  id: FacilityId,
  name: z.string(),
  rooms: z.array(RoomId).optional().describe('Ids of the rooms that it uses; absent without any'),
  slots: z.array(CalendarSlot),
});
export type CalendarFacility = z.infer<typeof CalendarFacility>;

/** A booking in the calendar. The guest is not named once erased. */
export const CalendarBooking = AdminBooking.pick({
  id: true,
  reference: true,
  slot_id: true,
  facility_id: true,
  starts_at: true,
  ends_at: true,
  people: true,
  guests: true,
  add_ons: true,
  customer_name: true,
  status: true,
  payment_status: true,
  open_eur: true,
  source: true,
}).extend({
  note: z
    .string()
    .optional()
    .describe(`The beginning of what the venue's people noted, at most ${MAX_CALENDAR_NOTE} characters`),
});
export type CalendarBooking = z.infer<typeof CalendarBooking>;

export const Calendar = z.object({
  timezone: z.string(),
  day_start: TimeOfDay.describe('HH:MM at which a booking day starts'),
  today: LocalDate.describe('The current booking day'),
  days: z.array(z.object({ date: LocalDate, facilities: z.array(CalendarFacility) })),
  bookings: z.array(CalendarBooking).describe('Those that hold places, by start'),
  more: z.boolean().describe(`True when there are more than ${MAX_CALENDAR_BOOKINGS} bookings`),
});
export type Calendar = z.infer<typeof Calendar>;

/** Body of `POST …/blocks`. */
export const BlockRequest = z.strictObject({
  facilities: z
    .array(FacilityId)
    .min(1)
    .max(100)
    .refine(isDistinct, 'must not name a facility twice')
    .describe('Ids of the facilities'),
  from: BookingDay.describe('First booking day'),
  to: BookingDay.describe(`Last booking day, at most ${MAX_BLOCK_DAYS} days later`),
  from_time: TimeOfDay.optional().describe('HH:MM; default: from the start of each booking day'),
  to_time: TimeOfDay.optional().describe('HH:MM; default: to the end of each booking day'),
  blocked: z.boolean().describe('Whether nobody can book them'),
});
export type BlockRequest = z.infer<typeof BlockRequest>;

export const BlockResult = z.object({
  changed_slots: z.int().describe('Slots that were not blocked before, or no longer are'),
});
export type BlockResult = z.infer<typeof BlockResult>;

/** What the live stream tells of a change: ids and states only. What is absent is not known. */
export type LiveChange = {
  booking_id?: number;
  slot_id?: number;
  facility_id?: number;
  status?: string;
};
