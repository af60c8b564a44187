import { z } from 'zod';
import { MAX_BLOCK_SLOTS } from '../booking/calendar.ts';
import { MAX_EXCEPTIONS_AT_ONCE } from '../facility/exceptions.ts';
import { AdminFacility, OpeningException } from '../facility/facility.ts';
import { SlotId } from '../facility/slot.ts';
import { FacilityId, LocalDate, VenueId } from '../primitives.ts';
import { Venue } from './venue.ts';
import { ZoneKeep } from './zoneChange.ts';

/**
 * A change of the settings that determine slots. It contains the values before and after, so that its effect
 * on bookings can be computed before and after it is saved.
 */

/** Applies a change although it affects bookings. Part of the request bodies that support it. */
export const Force = z
  .boolean()
  .optional()
  .describe(
    'Applies the change even if it affects upcoming bookings. They remain valid, and their history records the change',
  );

/** Settings of a facility or its venue that determine its slots or their capacity. */
export const RulesSettings = AdminFacility.pick({
  opens_at: true,
  closes_at: true,
  open_days: true,
  duration_minutes: true,
  buffer_minutes: true,
  capacity: true,
  mode: true,
  active: true,
  timetable: true,
  rooms: true,
})
  .extend(Venue.pick({ timezone: true, day_start: true, holidays: true }).shape)
  .partial();
export type RulesSettings = z.infer<typeof RulesSettings>;

/** Opening hours of a single day; null: the weekly ones. */
const DayHours = OpeningException.pick({
  closed: true,
  opens_at: true,
  closes_at: true,
  windows: true,
}).nullable();
export type DayHours = z.infer<typeof DayHours>;

/** An owner's settings of one slot. `capacity: null` means the facility's. */
const SlotSettings = z.object({ blocked: z.boolean(), capacity: z.int().nullable() });

const beforeAndAfter = <T extends z.ZodType>(values: T) => ({ before: values, after: values });

export const RulesChange = z.discriminatedUnion('of', [
  /** Without `facilityId`: all facilities of the venue. */
  z.object({
    of: z.literal('settings'),
    facilityId: FacilityId.optional(),
    ...beforeAndAfter(RulesSettings),
    /** For a change of the time zone: what bookings keep. */
    keep: ZoneKeep.optional(),
  }),
  z.object({ of: z.literal('day'), facilityId: FacilityId, date: LocalDate, ...beforeAndAfter(DayHours) }),
  /** Many days of facilities that get the same hours. */
  z.object({
    of: z.literal('days'),
    days: z
      .array(z.object({ facilityId: FacilityId, date: LocalDate, before: DayHours }))
      .min(1)
      .max(MAX_EXCEPTIONS_AT_ONCE),
    after: DayHours,
  }),
  z.object({ of: z.literal('slot'), slotId: SlotId, ...beforeAndAfter(SlotSettings) }),
  /** Many slots that are blocked or unblocked. */
  z.object({
    of: z.literal('slots'),
    slotIds: z.array(SlotId).min(1).max(MAX_BLOCK_SLOTS),
    ...beforeAndAfter(SlotSettings.pick({ blocked: true })),
  }),
]);
export type RulesChange = z.infer<typeof RulesChange>;

/** The change that a write would make, validated like the write itself; null: none. */
export type RulesPreview = { venueId: number; change: RulesChange | null };

/** The parts of a booking that a settings change can affect. */
const HeldPlaces = z.object({ id: z.int(), slotId: SlotId, people: z.int() });
export type HeldPlaces = z.infer<typeof HeldPlaces>;

export const AffectedRequest = z.object({
  venueId: VenueId,
  change: RulesChange,
  bookings: z.array(HeldPlaces).max(500),
});
