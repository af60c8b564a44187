import { z } from 'zod';
import { ImageReference } from './image.ts';
import { PriceSummary, Pricing } from './pricing.ts';
import {
  Euro,
  FacilityId,
  isDistinct,
  LocalDate,
  multiLine,
  nameLine,
  singleLine,
  TimeOfDay,
} from './primitives.ts';
import { MAX_ROOMS_OF_FACILITY, RoomId } from './room.ts';
import { Timetable } from './timetable.ts';
import { VatPercent } from './vat.ts';
import { withoutRules } from './withoutRules.ts';

export const FacilityMode = z
  .enum(['CAPACITY', 'FULL'])
  .describe('CAPACITY: several guests per slot; FULL: one party takes the whole slot');
export type FacilityMode = z.infer<typeof FacilityMode>;

/** The settings of a facility: the one place that says what each may be, and what it means. */
const settings = {
  name: nameLine(200).describe('What guests know it by'),
  mode: FacilityMode,
  capacity: z.int().min(1).max(100_000).describe('Places in a slot'),
  min_people: z.int().min(1).describe('Smallest party'),
  max_people_per_booking: z.int().min(1).describe('Largest party'),
  duration_minutes: z.int().min(5).max(1440).describe('Minutes that a slot lasts'),
  price_eur: Euro.describe(
    'Price per person in euro; 0 means free. The lowest one, by itself, while there is a price list',
  ),
  pricing: Pricing.nullable().describe('Price list; null: `price_eur` per person'),
  vat_percent: VatPercent.nullable().describe('VAT that prices include, in percent; null: no VAT is told'),
  open_days: z
    .array(z.int().min(1).max(7))
    .max(7)
    .refine(isDistinct, 'must not name a day twice')
    .describe('1 = Monday to 7 = Sunday'),
  active: z.boolean().describe('Whether guests see it'),
  images: z.array(ImageReference).max(20).describe('http(s) addresses, or paths on the address of this API'),
  description: multiLine(10_000).describe('What guests read about it'),
  opens_at: TimeOfDay.describe('HH:MM at which the first slot starts'),
  closes_at: TimeOfDay.describe('HH:MM by which the last slot has ended'),
  buffer_minutes: z.int().min(0).max(1440).describe('Minutes between two slots'),
  timetable: Timetable.nullable().describe(
    'Hours by season and part of the day, instead of `open_days`, `opens_at` and `closes_at`: the first season that has a date decides, and without one it is closed. null: the same hours all year',
  ),
  rooms: z
    .array(RoomId)
    .max(MAX_ROOMS_OF_FACILITY)
    .refine(isDistinct, 'must not name a room twice')
    .describe(
      'Ids of the rooms that a booked slot takes, for its time and the break behind it: meanwhile nobody can book what uses one of them',
    ),
};

/** A facility as its owner sees it. */
export const AdminFacility = z.object({ id: FacilityId, ...withoutRules(z.object(settings)).shape });
export type AdminFacility = z.infer<typeof AdminFacility>;

/** A facility as guests see it. */
export const Facility = AdminFacility.omit({
  opens_at: true,
  closes_at: true,
  buffer_minutes: true,
  timetable: true,
  pricing: true,
  vat_percent: true,
  rooms: true,
}).extend({
  price: PriceSummary.optional().describe('Only there while it has a price list'),
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

/** The hours of one day, the one place that says what each field means. */
export const exceptionHours = z.object({
  closed: z.boolean().describe('Closed all day'),
  opens_at: TimeOfDay,
  closes_at: TimeOfDay,
  note: singleLine(500).describe("Why, for the venue's people"),
});

/** Whether it says one thing of a day: closed, or from when until when it is open. */
export const hasHours = ({
  closed,
  opens_at,
  closes_at,
}: {
  closed?: boolean | undefined;
  opens_at?: string | undefined;
  closes_at?: string | undefined;
}): boolean =>
  closed
    ? opens_at === undefined && closes_at === undefined
    : opens_at !== undefined && closes_at !== undefined;

/** Body of `PUT …/exceptions/{date}`: `{closed: true}` or `{opens_at, closes_at}`. */
export const NewOpeningException = exceptionHours
  .strict()
  .partial()
  .refine(hasHours, 'must be {closed: true} or {opens_at, closes_at}, with an optional note');
export type NewOpeningException = z.infer<typeof NewOpeningException>;

const stored = withoutRules(exceptionHours).shape;
export const OpeningException = z.object({
  date: LocalDate,
  ...stored,
  opens_at: stored.opens_at.nullable(),
  closes_at: stored.closes_at.nullable(),
  note: stored.note.nullable(),
});
export type OpeningException = z.infer<typeof OpeningException>;
