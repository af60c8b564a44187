import { z } from 'zod';
import { FacilityMode } from '../facility/facility.ts';
import { MAX_ROOMS, RoomId } from '../facility/room.ts';
import { Slot, SlotId, SlotReason } from '../facility/slot.ts';
import { FacilityId, isDistinct, LocalDate, LocalDateTime, singleLine, TimeOfDay } from '../primitives.ts';
import { AdminBooking } from './adminBooking.ts';

/** Maximum number of booking days in the calendar. */
export const MAX_CALENDAR_DAYS = 7;
/** Maximum number of slots over all days, about 150 bytes each. A single day is never cut. */
export const MAX_CALENDAR_SLOTS = 20_000;
/** Maximum number of bookings, about 250 bytes each. */
export const MAX_CALENDAR_BOOKINGS = 5000;
/** Maximum number of characters of a note in the calendar. */
export const MAX_CALENDAR_NOTE = 200;
/** Maximum number of characters of a phone number in the calendar. */
export const MAX_CALENDAR_PHONE = 40;
/** Maximum difference between `from` and `to` of a block request, in days. */
export const MAX_BLOCK_DAYS = 62;
/** Maximum number of slots that one request blocks. */
export const MAX_BLOCK_SLOTS = 5000;
/** Maximum number of blocks in a list. */
export const MAX_BLOCKS = 1000;

/** A booking day. Slot ids reach until 2147. */
const BookingDay = LocalDate.refine((date) => date < '2147-01-01', 'must be a date before 2147');

/** Booking days and facility to show. */
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
    .describe('Show only this facility'),
});
export type CalendarQuery = z.infer<typeof CalendarQuery>;

export const CalendarSlot = Slot.omit({ blocked: true, bookable: true }).extend({
  starts_at_utc: z.iso.datetime({ precision: -1 }).describe('Start as an instant (UTC)'),
  minutes: z.int().describe('Duration in minutes, correct also when clocks change'),
  free: z.int().describe('Free places, regardless of the stock of add-ons'),
  reason: SlotReason.nullable().describe('Null if it can be booked'),
  waiting: z
    .int()
    .optional()
    .describe(
      'Confirmed guests on the waiting list for it or for any slot of its day; absent if there are none',
    ),
  outside_hours: z
    .literal(true)
    .optional()
    .describe('Present if it is closed and outside the opening hours of its day: its bookings must move'),
  taken_by: z
    .array(SlotId)
    .optional()
    .describe('Ids of the booked slots that occupy a room that it needs; absent if there are none'),
});
export type CalendarSlot = z.infer<typeof CalendarSlot>;

export const CalendarFacility = z.object({
  id: FacilityId,
  name: z.string(),
  mode: FacilityMode.optional(),
  rooms: z.array(RoomId).optional().describe('Ids of the rooms that it uses; absent if there are none'),
  slots: z.array(CalendarSlot),
});
export type CalendarFacility = z.infer<typeof CalendarFacility>;

/** A booking in the calendar. The guest's name is empty after erasure. */
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
  arrived: true,
  absent: true,
}).extend({
  phone: z.string().optional().describe('The answer to the first question for a phone number; absent: none'),
  note: z.string().optional().describe(`The first ${MAX_CALENDAR_NOTE} characters of the venue's note`),
});
export type CalendarBooking = z.infer<typeof CalendarBooking>;

/** Id of a block. */
export const BlockId = z.int().min(1);

/** A blocked time. It applies to every slot that it overlaps, whatever the opening hours become. */
export const Block = z.object({
  id: BlockId,
  facility_id: FacilityId.nullable().describe('The blocked facility; null: a room or the whole venue'),
  room_id: RoomId.nullable().describe('The blocked room; null: a facility or the whole venue'),
  starts_at: LocalDateTime,
  ends_at: LocalDateTime,
  reason: z.string().describe('Empty if none was given'),
});
export type Block = z.infer<typeof Block>;

export const Calendar = z.object({
  timezone: z.string(),
  day_start: TimeOfDay.describe('HH:MM at which a booking day starts'),
  today: LocalDate.describe('The current booking day'),
  days: z.array(z.object({ date: LocalDate, facilities: z.array(CalendarFacility) })),
  blocks: z.array(Block).optional().describe(`Blocked times of these days, by start; at most ${MAX_BLOCKS}`),
  bookings: z.array(CalendarBooking).describe('Bookings that hold places, by start'),
  more: z.boolean().describe(`True if there are more than ${MAX_CALENDAR_BOOKINGS} bookings`),
});
export type Calendar = z.infer<typeof Calendar>;

const scope = 'Leave out `facilities` and `rooms` to block the whole venue';

/** Body of `POST …/blocks`. */
export const BlockRequest = z.strictObject({
  facilities: z
    .array(FacilityId)
    .min(1)
    .max(100)
    .refine(isDistinct, 'must not name a facility twice')
    .optional()
    .describe(`Ids of the facilities. ${scope}`),
  rooms: z
    .array(RoomId)
    .min(1)
    .max(MAX_ROOMS)
    .refine(isDistinct, 'must not name a room twice')
    .optional()
    .describe(`Ids of the rooms, for all facilities that use one of them. ${scope}`),
  from: BookingDay.describe('First booking day'),
  to: BookingDay.describe(`Last booking day, at most ${MAX_BLOCK_DAYS} days later`),
  from_time: TimeOfDay.optional().describe('HH:MM; default: from the start of each booking day'),
  to_time: TimeOfDay.optional().describe('HH:MM; default: to the end of each booking day'),
  blocked: z.boolean().describe('true blocks these times, false unblocks them'),
  reason: singleLine(200, 0).optional().describe('Why, for the people of the venue; guests never see it'),
});
export type BlockRequest = z.infer<typeof BlockRequest>;

export const BlockResult = z.object({
  changed_slots: z.int().describe('Number of slots that were blocked or unblocked'),
});
export type BlockResult = z.infer<typeof BlockResult>;

/** Which blocks to list. */
export const BlockQuery = z.strictObject({
  from: BookingDay.optional().describe('First booking day; default: the current one'),
  to: BookingDay.optional().describe('Last booking day; default: no limit'),
});
export type BlockQuery = z.infer<typeof BlockQuery>;

/** A change in the live stream: ids and states only. Absent fields are unknown. */
export type LiveChange = {
  booking_id?: number;
  slot_id?: number;
  facility_id?: number;
  status?: string;
};
