import { z } from 'zod';
import { LocalDate, Locale, People, TimeOfDay } from '../primitives.ts';
import { AddOnCounts } from './addOns.ts';
import { Guests } from './guests.ts';
import { PriceLine, Pricing } from './pricing.ts';
import { VatPercent, VatShare } from './vat.ts';

/** Body of `POST …/price-preview`: a price list, which may be unsaved, with a party and a time. */
export const PricePreviewRequest = z.strictObject({
  pricing: Pricing.describe('Price list'),
  date: LocalDate.describe('Start date'),
  time: TimeOfDay.describe('Start time, HH:MM'),
  people: People.default(1).describe(
    'Number of people. If there are categories of guests, all are in the first category',
  ),
  guests: Guests.optional().describe('Number of guests in each category, by key, instead of `people`'),
  add_ons: AddOnCounts.optional().describe('Add-ons by key; required ones are added automatically'),
  hours_ahead: z
    .int()
    .min(0)
    .max(87_600)
    .optional()
    .describe('Hours from the booking until the start; default: 0'),
  vat_percent: VatPercent.nullable()
    .optional()
    .describe('VAT that prices include; null or absent: VAT is not shown'),
  locale: Locale.optional().describe('Language of the lines; default: nl'),
});
export type PricePreviewRequest = z.infer<typeof PricePreviewRequest>;

/** The price of the party. */
export const PricePreview = z.object({
  total_eur: z.number(),
  lines: z.array(PriceLine).describe('Lines of the total'),
  vat: z.array(VatShare).optional().describe('VAT in the total, by rate'),
});
export type PricePreview = z.infer<typeof PricePreview>;
