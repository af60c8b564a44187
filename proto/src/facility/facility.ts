import { z } from 'zod';
import { Deposit } from '../payment/deposit.ts';
import { PriceSummary, Pricing } from '../price/pricing.ts';
import { VatPercent } from '../price/vat.ts';
import {
  Euro,
  FacilityId,
  isDistinct,
  LocalDate,
  LocalDateTime,
  multiLine,
  nameLine,
  singleLine,
  TimeOfDay,
} from '../primitives.ts';
import { translationsOf } from '../translations.ts';
import { VisitInfo, VisitMailHours } from '../visitMail.ts';
import { withoutRules } from '../withoutRules.ts';
import { ImageReference } from './image.ts';
import { MAX_ROOMS_OF_FACILITY, RoomId } from './room.ts';
import { DayWindows, Timetable } from './timetable.ts';

export const FacilityMode = z
  .enum(['CAPACITY', 'FULL'])
  .describe('CAPACITY: several parties share a slot; FULL: one party takes the whole slot');
export type FacilityMode = z.infer<typeof FacilityMode>;

/** The settings of a facility, with their validation and descriptions. */
const settings = {
  name: nameLine(200).describe('Name for guests'),
  mode: FacilityMode,
  capacity: z.int().min(1).max(100_000).describe('Places in a slot'),
  min_people: z.int().min(1).describe('Smallest party'),
  max_people_per_booking: z.int().min(1).describe('Largest party'),
  duration_minutes: z.int().min(5).max(1440).describe('Minutes that a slot lasts'),
  price_eur: Euro.describe(
    'Price per person in euros; 0 means free. With a price list: the lowest price per person, computed',
  ),
  pricing: Pricing.nullable().describe('Price list; null: `price_eur` per person'),
  vat_percent: VatPercent.nullable().describe('VAT that prices include, in percent; null: VAT is not shown'),
  // Optional, because a catalog service of the previous release omits it.
  deposit: Deposit.nullable()
    .optional()
    .describe(
      'Deposit that guests pay online, if the venue has linked a payment provider; null: the whole price',
    ),
  // Optional like `deposit`.
  waiting_list: z
    .boolean()
    .optional()
    .describe('Whether guests can join a waiting list for a full slot or day'),
  offer_minutes: z
    .int()
    .min(5)
    .max(1440)
    .optional()
    .describe(
      'Minutes for which a free place is held for a guest of the waiting list; fewer close to the start',
    ),
  open_days: z
    .array(z.int().min(1).max(7))
    .max(7)
    .refine(isDistinct, 'must not name a day twice')
    .describe('1 = Monday to 7 = Sunday'),
  active: z.boolean().describe('Whether guests can see and book it'),
  images: z.array(ImageReference).max(20).describe('http(s) URLs, or paths relative to the API'),
  description: multiLine(10_000).describe('Description for guests'),
  translations: translationsOf({
    name: nameLine(200),
    description: multiLine(10_000).min(1, 'must not be empty'),
    visit_info: VisitInfo.min(1, 'must not be empty'),
  }).optional(),
  // Optional, because a catalog service of the previous release omits them.
  reminder_hours: VisitMailHours.nullable()
    .optional()
    .describe(
      'Guests get a reminder by mail this many hours before their visit. 0: no reminder; null: as for the venue',
    ),
  visit_info: VisitInfo.nullable()
    .optional()
    .describe('Directions and what to bring, for the reminder, besides those of the venue'),
  opens_at: TimeOfDay.describe('HH:MM at which the first slot starts'),
  closes_at: TimeOfDay.describe('HH:MM by which the last slot has ended'),
  buffer_minutes: z.int().min(0).max(1440).describe('Minutes between two slots'),
  timetable: Timetable.nullable().describe(
    'Opening hours by season, instead of `open_days`, `opens_at` and `closes_at`. The first season that includes a date applies; without one the facility is closed. null: the same hours all year',
  ),
  rooms: z
    .array(RoomId)
    .max(MAX_ROOMS_OF_FACILITY)
    .refine(isDistinct, 'must not name a room twice')
    .describe(
      'Ids of the rooms that a booked slot occupies, for its duration and the break after it. Slots of other facilities that use one of these rooms cannot be booked at the same time',
    ),
};

/** A facility as its owner sees it. */
export const AdminFacility = z.object({ id: FacilityId, ...withoutRules(z.object(settings)).shape });
export type AdminFacility = z.infer<typeof AdminFacility>;

/** Maximum number of slots that {@link PatchedFacility} names. */
export const MAX_PRIVATE_SLOTS = 100;

/** A facility after a change. */
export const PatchedFacility = AdminFacility.extend({
  private_slots: z
    .array(LocalDateTime)
    .optional()
    .describe(
      `After a change from FULL to CAPACITY: the starts of upcoming slots that one party has booked, ${MAX_PRIVATE_SLOTS} at most. They stay private; absent if there are none`,
    ),
});
export type PatchedFacility = z.infer<typeof PatchedFacility>;

/** A facility as guests see it. */
export const Facility = AdminFacility.omit({
  opens_at: true,
  closes_at: true,
  buffer_minutes: true,
  timetable: true,
  pricing: true,
  vat_percent: true,
  deposit: true,
  rooms: true,
  reminder_hours: true,
  visit_info: true,
  waiting_list: true,
  offer_minutes: true,
}).extend({
  waiting_list: z
    .literal(true)
    .optional()
    .describe('Present if guests can join a waiting list for a full slot or day'),
  price: PriceSummary.optional().describe('Present if it has a price list'),
});
export type Facility = z.infer<typeof Facility>;

/** Body of `PATCH …/facilities/{id}`. */
export const FacilityPatch = z.strictObject(settings).partial();
export type FacilityPatch = z.infer<typeof FacilityPatch>;

/** Body of `POST …/facilities`. */
export const NewFacility = FacilityPatch.required({
  name: true,
  mode: true,
  capacity: true,
  duration_minutes: true,
  opens_at: true,
  closes_at: true,
});
export type NewFacility = z.infer<typeof NewFacility>;

/** Opening hours of one day, with validation and descriptions. */
export const exceptionHours = z.object({
  closed: z.boolean().describe('Closed all day'),
  opens_at: TimeOfDay,
  closes_at: TimeOfDay,
  windows: DayWindows.describe(
    'Instead of `opens_at` and `closes_at`: several opening windows, or start times, as in a season',
  ),
  note: singleLine(500).describe("Reason, shown only to the venue's staff"),
});

export const partialHours = exceptionHours.partial();

/** Whether the fields are consistent: closed, or an opening and a closing time, or windows. */
export const hasHours = ({ closed, opens_at, closes_at, windows }: z.infer<typeof partialHours>): boolean =>
  closed || windows
    ? opens_at === undefined && closes_at === undefined && !(closed && windows)
    : opens_at !== undefined && closes_at !== undefined;

/** Body of `PUT …/exceptions/{date}`: `{closed: true}`, `{opens_at, closes_at}` or `{windows}`. */
export const NewOpeningException = partialHours
  .strict()
  .refine(hasHours, 'must be {closed: true}, {opens_at, closes_at} or {windows}, with an optional note');
export type NewOpeningException = z.infer<typeof NewOpeningException>;

const stored = withoutRules(exceptionHours).shape;
export const OpeningException = z.object({
  date: LocalDate,
  ...stored,
  opens_at: stored.opens_at.nullable(),
  closes_at: stored.closes_at.nullable(),
  windows: stored.windows.optional().describe('Present if the day has several windows, or start times'),
  note: stored.note.nullable(),
  venue: z.literal(true).optional().describe('Present if the venue as a whole has these hours'),
});
export type OpeningException = z.infer<typeof OpeningException>;
