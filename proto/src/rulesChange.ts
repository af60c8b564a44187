import { z } from 'zod';
import { MAX_BLOCK_SLOTS } from './calendar.ts';
import { MAX_EXCEPTIONS_AT_ONCE } from './exceptions.ts';
import { AdminFacility, OpeningException } from './facility.ts';
import { FacilityId, LocalDate, VenueId } from './primitives.ts';
import { SlotId } from './slot.ts';
import { sortedJson } from './sortedJson.ts';
import { Venue } from './venue.ts';

/**
 * A change of the rules that slots are made by. It tells the values before and after, so that what it means
 * for a booking can be said before it is saved and afterwards alike.
 */

/** Does a change although it meets bookings. Part of the bodies that can. */
export const Force = z
  .boolean()
  .optional()
  .describe('Does it also when it meets bookings to come: they stay, and their history says so');

/** Settings of a facility or its venue that decide which slots there are, or how many places they have. */
const Settings = AdminFacility.pick({
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
  .extend(Venue.pick({ timezone: true, day_start: true }).shape)
  .partial();
type Settings = z.infer<typeof Settings>;

/** Hours of one day apart; null: the weekly ones. */
const DayHours = OpeningException.pick({ closed: true, opens_at: true, closes_at: true }).nullable();
export type DayHours = z.infer<typeof DayHours>;

/** What an owner has set on one slot. `capacity: null` means the facility's. */
const SlotSettings = z.object({ blocked: z.boolean(), capacity: z.int().nullable() });

const beforeAndAfter = <T extends z.ZodType>(values: T) => ({ before: values, after: values });

export const RulesChange = z.discriminatedUnion('of', [
  /** Without a facility: all of the venue's. */
  z.object({ of: z.literal('settings'), facilityId: FacilityId.optional(), ...beforeAndAfter(Settings) }),
  z.object({ of: z.literal('day'), facilityId: FacilityId, date: LocalDate, ...beforeAndAfter(DayHours) }),
  /** Many days of facilities that get the same hours at once. */
  z.object({
    of: z.literal('days'),
    days: z
      .array(z.object({ facilityId: FacilityId, date: LocalDate, before: DayHours }))
      .min(1)
      .max(MAX_EXCEPTIONS_AT_ONCE),
    after: DayHours,
  }),
  z.object({ of: z.literal('slot'), slotId: SlotId, ...beforeAndAfter(SlotSettings) }),
  /** Many slots that are blocked at once. */
  z.object({
    of: z.literal('slots'),
    slotIds: z.array(SlotId).min(1).max(MAX_BLOCK_SLOTS),
    ...beforeAndAfter(SlotSettings.pick({ blocked: true })),
  }),
]);
export type RulesChange = z.infer<typeof RulesChange>;

/** What a write would change, checked as the write itself would be; null: nothing. */
export type RulesPreview = { venueId: number; change: RulesChange | null };

/** A booking as far as a change of the rules is about it. */
const HeldPlaces = z.object({ id: z.int(), slotId: SlotId, people: z.int() });
export type HeldPlaces = z.infer<typeof HeldPlaces>;

export const MeetsRequest = z.object({
  venueId: VenueId,
  change: RulesChange,
  bookings: z.array(HeldPlaces).max(500),
});

/** Whether a patch names a setting that decides about slots. */
export const isAboutSlots = (patch: object): boolean =>
  Object.keys(patch).some((key) => key in Settings.shape);

/** Whether two values of a setting are the same, in whichever order their fields stand; null is none. */
export const isSame = (before: unknown, after: unknown): boolean =>
  sortedJson(before ?? null) === sortedJson(after ?? null);

/** What a patch changes of the settings that decide about slots; null when it changes none. */
export function settingsChange(
  before: Settings,
  after: Settings,
  facilityId?: number,
): Extract<RulesChange, { of: 'settings' }> | null {
  const keys = Object.keys(Settings.shape) as (keyof Settings)[];
  const changed = keys.filter((key) => !isSame(before[key], after[key]));
  if (changed.length === 0) return null;
  const only = (values: Settings): Settings =>
    Object.fromEntries(changed.map((key) => [key, values[key]])) as Settings;
  return { of: 'settings', ...(facilityId && { facilityId }), before: only(before), after: only(after) };
}
