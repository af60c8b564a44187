import { z } from 'zod';
import { AddOnLeft } from '../price/addOns.ts';
import { SlotPrice } from '../price/pricing.ts';
import { FacilityId, LocalDate, LocalDateTime, People, VenueId } from '../primitives.ts';

/** Maximum difference between `to` and `from` of the availability endpoint, in days. */
export const MAX_RANGE_DAYS = 62;
/** Default difference between `to` and `from`, in days. */
export const DEFAULT_RANGE_DAYS = 30;

export const SlotId = z.int().min(1);

/** Why guests cannot book a slot. */
export const SlotReason = z
  .enum(['blocked', 'past', 'notice', 'too_far', 'overlap', 'closed', 'room_taken', 'full', 'add_on_gone'])
  .describe(
    'Why guests cannot book it. `notice`: it starts too soon; `too_far`: it is too far ahead; `overlap`: it overlaps a booked slot from before a change of the opening hours, or the break after one; `closed`: no longer offered, shown only because it is booked; `room_taken`: a booking elsewhere occupies a room that it needs; `add_on_gone`: a required add-on is out of stock',
  );
export type SlotReason = z.infer<typeof SlotReason>;

/** A slot in a day list. Invariant: `bookable = !blocked && free > 0`. */
export const Slot = z.object({
  id: SlotId,
  starts_at: LocalDateTime,
  ends_at: LocalDateTime,
  capacity: z.int().describe('Places in the slot'),
  booked: z.int().describe('Places booked'),
  free: z.int().describe('Free places, limited by the stock of required add-ons'),
  blocked: z
    .boolean()
    .describe('Blocked, in the past, or outside the period in which the venue accepts bookings'),
  bookable: z.boolean().describe('Neither full nor blocked'),
  reason: SlotReason.optional(),
  price: SlotPrice.optional().describe('Present if the facility has a price list'),
  add_ons: z
    .array(AddOnLeft)
    .optional()
    .describe('Remaining stock of the add-ons that have one; absent if none have'),
});
export type Slot = z.infer<typeof Slot>;

/** The day of a facility to list. */
export const DayQuery = z.object({
  date: LocalDate.optional().describe('The booking day; default: the current one'),
});

export const DaySlots = z.object({
  facility: z.string().describe('Name of the facility'),
  date: LocalDate.describe('The booking day'),
  day_start: z.string().describe('HH:MM at which a booking day starts'),
  slots: z.array(Slot),
});
export type DaySlots = z.infer<typeof DaySlots>;

export const DaySummary = z.object({
  date: LocalDate,
  free: z.int().describe('Free places of all bookable slots of the day'),
  bookable: z.boolean().describe('Whether a slot has room for the smallest party'),
  closed: z
    .boolean()
    .optional()
    .describe(
      'True if the opening hours or an exception close the day; absent if it is open, even if it is full or blocked',
    ),
});

export const Availability = z.object({
  facility: z.string().describe('Name of the facility'),
  from: LocalDate,
  to: LocalDate,
  days: z.array(DaySummary),
});
export type Availability = z.infer<typeof Availability>;

export const SlotCheck = z.object({
  id: SlotId,
  facility_id: FacilityId,
  ...Slot.omit({ id: true, booked: true, blocked: true }).shape,
});
export type SlotCheck = z.infer<typeof SlotCheck>;

/** The next slot of a facility that guests can book. `date` is its booking day. */
export type NextSlot = { facility_id: number; date: string; starts_at: string };

/** Settings of one slot that an owner may change. `capacity: null` means the facility's. */
export const SlotPatch = z
  .strictObject({
    blocked: z.boolean().optional().describe('true blocks the slot, false unblocks it'),
    capacity: z
      .int()
      .min(0)
      .max(100_000)
      .nullable()
      .optional()
      .describe("Places in the slot; null: the facility's capacity"),
  })
  .refine(
    ({ blocked, capacity }) => blocked !== undefined || capacity !== undefined,
    'needs `blocked` or `capacity`',
  );
export type SlotPatch = z.infer<typeof SlotPatch>;

/** Starts and lengths of bookings off the grid are multiples of so many minutes. */
export const OFF_GRID_STEP = 5;

/** The length of a booking off the grid. */
export const OffGridMinutes = z
  .int()
  .min(OFF_GRID_STEP)
  .max(1440)
  .multipleOf(OFF_GRID_STEP, `must be in steps of ${OFF_GRID_STEP} minutes`);

/** The start of a booking off the grid. */
export const OffGridStart = LocalDateTime.refine(
  (start) =>
    /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5][05]$/.test(start) &&
    LocalDate.safeParse(start.slice(0, 10)).success,
  `must be a date and time in steps of ${OFF_GRID_STEP} minutes, as YYYY-MM-DDTHH:MM`,
);

/** The add-ons of a booking: count by key. */
const AddOnsTaken = z.record(z.string(), z.int().min(0));

/** The party of one booking in a batch of reservations. */
export const Party = z.object({
  bookingUid: z.uuid(),
  people: People,
  /** The add-ons of the party: count by key. */
  addOns: AddOnsTaken.optional(),
  /** The uid of a booking that moves to this slot and releases its previous places afterwards. */
  insteadOf: z.uuid().optional(),
});
export type Party = z.infer<typeof Party>;

/** The slot data that a booking stores. Times in ms since 1970. */
export type ReservedSlot = {
  facilityId: number;
  startsAt: number;
  endsAt: number;
  /** The time zone of the venue; absent from a service of the previous release. */
  timezone?: string;
};

export const ReserveRequest = z.object({
  venueId: VenueId,
  slotId: SlotId,
  parties: z.array(Party).min(1).max(500),
  /** Desk bookings ignore the notice time and the maximum days in advance. */
  byVenue: z.boolean().default(false),
  /** Length of a booking off the grid: any start within the opening hours. Absent: a slot of the grid. */
  minutes: OffGridMinutes.optional(),
});

/** Changes a booking's places from `from` to `people`, and its add-ons. */
export const ResizeRequest = z.object({
  venueId: VenueId,
  bookingUid: z.uuid(),
  /** The booking's revision when it was read. */
  revision: z.int().min(0),
  from: Party.shape.people,
  people: Party.shape.people,
  /** The add-ons after the change. */
  addOns: AddOnsTaken,
  /** The add-ons that the booking has stored, possibly from before they had a stock. */
  had: AddOnsTaken.optional(),
});
export type ResizeRequest = z.infer<typeof ResizeRequest>;

/** The people of a booking, once a resize of that revision can no longer take effect. */
export const DecidedResize = ResizeRequest.pick({ venueId: true, bookingUid: true, revision: true }).extend({
  /** Null: there is no reservation with that uid. */
  people: Party.shape.people.nullable(),
  addOns: AddOnsTaken,
});
export type DecidedResize = z.infer<typeof DecidedResize>;
