import { z } from 'zod';
import { AddOnLeft } from './addOns.ts';
import { SlotPrice } from './pricing.ts';
import { FacilityId, LocalDate, LocalDateTime, People, VenueId } from './primitives.ts';

/** Longest range of the availability endpoint, in days: how many `to` may be after `from`. */
export const MAX_RANGE_DAYS = 62;
/** What `to` is after `from` where it is left out, in days. */
export const DEFAULT_RANGE_DAYS = 30;

export const SlotId = z.int().min(1);

/** Why guests can't book a slot. */
export const SlotReason = z
  .enum(['blocked', 'past', 'notice', 'too_far', 'overlap', 'closed', 'room_taken', 'full', 'add_on_gone'])
  .describe(
    'Why guests can not book it. `notice`: it starts too soon; `too_far`: too far ahead; `overlap`: a booked slot of before a change of the hours is in its way; `closed`: no longer offered, kept for who booked it; `room_taken`: what is booked elsewhere has a room that it needs; `add_on_gone`: what each booking takes along is gone',
  );
export type SlotReason = z.infer<typeof SlotReason>;

/** A slot in a day list. `bookable = !blocked && free > 0`, always. */
export const Slot = z.object({
  id: SlotId,
  starts_at: LocalDateTime,
  ends_at: LocalDateTime,
  capacity: z.int().describe('Places in the slot'),
  booked: z.int().describe('Places booked'),
  free: z.int().describe('Places still available; no more than what each booking takes along is there for'),
  blocked: z
    .boolean()
    .describe('Blocked, in the past, or outside the time in which the venue takes bookings'),
  bookable: z.boolean().describe('Neither full nor blocked'),
  reason: SlotReason.optional(),
  price: SlotPrice.optional().describe('Only there while the facility has a price list'),
  add_ons: z
    .array(AddOnLeft)
    .optional()
    .describe('How many are left of the add-ons of which there are so many; absent without any'),
});
export type Slot = z.infer<typeof Slot>;

/** Which day of a facility to list. */
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
  bookable: z.boolean(),
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

/** What an owner may set on one slot. `capacity: null` means the facility's. */
export const SlotPatch = z
  .strictObject({
    blocked: z.boolean().optional().describe('Whether nobody can book it'),
    capacity: z
      .int()
      .min(0)
      .max(100_000)
      .nullable()
      .optional()
      .describe("Places in the slot; null: as many as the facility's other slots"),
  })
  .refine(
    ({ blocked, capacity }) => blocked !== undefined || capacity !== undefined,
    'needs `blocked` or `capacity`',
  );
export type SlotPatch = z.infer<typeof SlotPatch>;

/** How many of each add-on a booking takes along, by key. */
const AddOnsTaken = z.record(z.string(), z.int().min(0));

/** One booking's wish in a batch of reservations. */
export const Party = z.object({
  bookingUid: z.uuid(),
  people: People,
  /** How many of each add-on it takes along, by key. */
  addOns: AddOnsTaken.optional(),
  /** The uid of the booking that moves there, and gives back what it has once it has. */
  insteadOf: z.uuid().optional(),
});
export type Party = z.infer<typeof Party>;

/** A slot as a booking keeps it: times in ms since 1970. */
export type ReservedSlot = { facilityId: number; startsAt: number; endsAt: number };

export const ReserveRequest = z.object({
  venueId: VenueId,
  slotId: SlotId,
  parties: z.array(Party).min(1).max(500),
  /** The venue itself books: its notice time and how far ahead guests may book do not hold. */
  byVenue: z.boolean().default(false),
});

/** A booking's wish for places for so many `people`, beside those for the `from` people that it is for. */
export const ResizeRequest = z.object({
  venueId: VenueId,
  bookingUid: z.uuid(),
  /** The booking's, as it was read. */
  revision: z.int().min(0),
  from: Party.shape.people,
  people: Party.shape.people,
  /** What it is to take along. */
  addOns: AddOnsTaken,
  /** What it takes along by its own account, perhaps from before there was a stock of it. */
  had: AddOnsTaken.optional(),
});
export type ResizeRequest = z.infer<typeof ResizeRequest>;

/** How many people a booking is for, once a resize of that revision can change nothing any more. */
export const DecidedResize = ResizeRequest.pick({ venueId: true, bookingUid: true, revision: true }).extend({
  /** Null: nothing holds places under that uid. */
  people: Party.shape.people.nullable(),
  addOns: AddOnsTaken,
});
export type DecidedResize = z.infer<typeof DecidedResize>;
