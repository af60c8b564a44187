import { z } from 'zod';
import { AddOnCounts } from './addOns.ts';
import { Guests } from './guests.ts';
import { PriceLine, Pricing } from './pricing.ts';
import { LocalDate, Locale, People, TimeOfDay } from './primitives.ts';
import { VatPercent, VatShare } from './vat.ts';

/** Body of `POST …/price-preview`: a price list that need not be saved, and who would come when. */
export const PricePreviewRequest = z.strictObject({
  pricing: Pricing.describe('Price list'),
  date: LocalDate.describe('Date of the start'),
  time: TimeOfDay.describe('HH:MM of the start'),
  people: People.default(1).describe(
    'Number of people, of the first category where there are categories of guests',
  ),
  guests: Guests.optional().describe('Guests of each category, by its key, in place of `people`'),
  add_ons: AddOnCounts.optional().describe('What is taken along, by key; what is required is, by itself'),
  hours_ahead: z
    .int()
    .min(0)
    .max(87_600)
    .optional()
    .describe('How many hours before the start it is booked; default: 0'),
  vat_percent: VatPercent.nullable()
    .optional()
    .describe('VAT that prices include; null or absent: none is told'),
  locale: Locale.optional().describe('Language of the lines; default: nl'),
});
export type PricePreviewRequest = z.infer<typeof PricePreviewRequest>;

/** What a party would pay. */
export const PricePreview = z.object({
  total_eur: z.number(),
  lines: z.array(PriceLine).describe('What the total is made of'),
  vat: z.array(VatShare).optional().describe('VAT in the total, by rate'),
});
export type PricePreview = z.infer<typeof PricePreview>;
