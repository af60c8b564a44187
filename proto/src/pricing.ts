import { z } from 'zod';
import { AddOnSummary, addOnFaults, addOnsField } from './addOns.ts';
import { categoryFaults, categoryFields, GuestCategorySummary } from './guests.ts';
import {
  Euro,
  hasTwoDecimals,
  LocalDate,
  nameLine,
  People,
  Percent,
  TimeOfDay,
  TWO_DECIMALS,
} from './primitives.ts';

/** Rules and rows of a price list, at most. */
const MOST = 50;

/** Hours until the start, at most those of ten years. */
const Hours = z.int().min(1).max(87_600);

/** What a price is for. */
const Per = z.enum(['person', 'booking']);

/** One row of prices by the size of a party. */
const PartyPrice = z.strictObject({
  people: People.describe('For parties from this size on, up to the next row'),
  eur: Euro.describe('What such a party pays, all together'),
  each_more_eur: Euro.optional().describe('Added for each person above `people`; else nothing is'),
});

export type PartyPrice = z.infer<typeof PartyPrice>;

/** Where and how a price differs. A condition that is left out always holds. */
const PriceRule = z.strictObject({
  name: nameLine(60).describe('What guests read about it'),
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .optional()
    .describe('Only for times that start on these days: 1 = Monday to 7 = Sunday'),
  from_time: TimeOfDay.optional().describe('Only for times that start at HH:MM or later; with `to_time`'),
  to_time: TimeOfDay.optional().describe(
    'Only for times that start before HH:MM. A night, as 22:00 to 02:00, belongs to the day that it begins on',
  ),
  first_date: LocalDate.optional().describe('Only from this date on; with `last_date`'),
  last_date: LocalDate.optional().describe('Only until this date, which is included'),
  yearly: z.boolean().optional().describe('Whether the dates come again every year'),
  from_people: People.optional().describe('Only for parties of so many people or more'),
  to_people: People.optional().describe('Only for parties of so many people or fewer'),
  categories: z
    .array(z.string())
    .min(1)
    .max(8)
    .optional()
    .describe(
      'With `add`: counts the guests of these categories only, in `from_people` and `to_people` and for `per: "person"`; for parties that have one',
    ),
  from_hours_ahead: Hours.optional().describe(
    'Only when it is booked so many hours before the start, or earlier',
  ),
  to_hours_ahead: Hours.optional().describe(
    'Only when it is booked less than so many hours before the start',
  ),
  effect: z
    .enum(['replace', 'add', 'multiply'])
    .describe('What it does to the price so far: another one instead, something on top, or a percentage'),
  eur: z
    .number()
    .min(-100_000)
    .max(100_000)
    .refine(hasTwoDecimals, TWO_DECIMALS)
    .optional()
    .describe('What replaces the price or is added to it; below 0 is a discount'),
  per: Per.optional().describe('Whether `eur` is for each person or for the booking'),
  percent: Percent.optional().describe('Of the price so far: 100 leaves it, 80 is a fifth off'),
});
export type PriceRule = z.infer<typeof PriceRule>;

/** What is wrong with a rule beside its single fields: the field, and the words. */
function faultOf(rule: PriceRule): [keyof PriceRule, string] | null {
  const { effect, eur, per, percent, from_time, to_time, first_date, last_date, yearly } = rule;
  if (effect === 'multiply') {
    if (percent === undefined) return ['percent', 'is required'];
    if (eur !== undefined || per !== undefined) return ['eur', 'goes with `replace` and `add`'];
    if (rule.categories) return ['categories', 'goes with `add`'];
  } else {
    if (eur === undefined) return ['eur', 'is required'];
    if (per === undefined) return ['per', 'is required'];
    if (percent !== undefined) return ['percent', 'goes with `multiply`'];
    if (effect === 'replace' && rule.categories) return ['categories', 'goes with `add`'];
    if (effect === 'replace' && eur < 0) return ['eur', 'must not be below 0'];
  }
  if ((from_time === undefined) !== (to_time === undefined)) return ['to_time', 'goes with `from_time`'];
  if (from_time !== undefined && from_time === to_time) return ['to_time', 'must not be `from_time`'];
  if ((first_date === undefined) !== (last_date === undefined))
    return ['last_date', 'goes with `first_date`'];
  if (first_date && last_date && !yearly && last_date < first_date)
    return ['last_date', 'must not be before `first_date`'];
  if (yearly && first_date === undefined) return ['yearly', 'goes with `first_date` and `last_date`'];
  if ((rule.from_people ?? 1) > (rule.to_people ?? Number.POSITIVE_INFINITY))
    return ['to_people', 'must not be below `from_people`'];
  if ((rule.from_hours_ahead ?? 0) >= (rule.to_hours_ahead ?? Number.POSITIVE_INFINITY))
    return ['to_hours_ahead', 'must be above `from_hours_ahead`'];
  return null;
}

/** The price list of a facility, in place of a price per person. */
export const Pricing = z
  .strictObject({
    per: z
      .enum(['person', 'booking', 'party'])
      .describe('What the price is for: each person, the booking, or a party by its size (`parties`)'),
    eur: Euro.optional().describe('The price per person or booking; 0 means free'),
    parties: z
      .array(PartyPrice)
      .min(1)
      .max(MOST)
      .optional()
      .describe('Prices by the size of a party, smallest first. One below the first row pays the first row'),
    ...categoryFields,
    rules: z
      .array(PriceRule)
      .max(MOST)
      .describe('Where the price differs: each that fits is applied to what those before it came to'),
    least_eur: Euro.optional().describe('What a booking costs at least, before its add-ons'),
    add_ons: addOnsField,
  })
  .superRefine((pricing, context) => {
    const { per, eur, parties, categories, rules } = pricing;
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (per === 'party') {
      if (!parties) fault(['parties'], 'is required');
      if (eur !== undefined) fault(['eur'], 'goes with `person` and `booking`');
    } else {
      if (eur === undefined) fault(['eur'], 'is required');
      if (parties) fault(['parties'], 'goes with `party`');
    }
    for (const [index, { people }] of (parties ?? []).entries())
      if (people <= (parties?.[index - 1]?.people ?? 0))
        fault(['parties', index, 'people'], 'must be above that of the row before');
    for (const { path, message } of [...categoryFaults(pricing), ...addOnFaults(pricing)])
      fault(path, message);
    const keys = categories?.map(({ key }) => key) ?? [];
    for (const [index, rule] of rules.entries()) {
      const unknown = rule.categories?.some((key) => !keys.includes(key));
      const found: [string, string] | null = unknown
        ? ['categories', 'must be categories of the list']
        : faultOf(rule);
      if (found) fault(['rules', index, found[0]], `${found[1]} (rule ${index + 1}, "${rule.name}")`);
    }
  });
export type Pricing = z.infer<typeof Pricing>;

/** Why a booking costs what it does: a line of its price. The lines add up to it. */
export const PriceLine = z.object({
  text: z.string().describe('What it is for'),
  count: z.int().describe('How many of it'),
  amount_eur: z.number().describe('What they come to together; below 0 is a discount'),
});
export type PriceLine = z.infer<typeof PriceLine>;

/** What a facility with a price list says of it to guests, beside its lowest price per person. */
export const PriceSummary = z.object({
  per: z.enum(['person', 'booking', 'party']).describe('What the price is for'),
  from_eur: z.number().describe('The lowest that a booking costs'),
  varies: z.boolean().describe('Whether the price depends on the time or the size of the party'),
  categories: z
    .array(GuestCategorySummary)
    .optional()
    .describe(
      'Categories of guests, if it has any. `people` alone, and all prices that do not name a category, are of the first',
    ),
  add_ons: z
    .array(AddOnSummary)
    .optional()
    .describe('What a booking can take along, if there is anything; prices include what is required'),
});
export type PriceSummary = z.infer<typeof PriceSummary>;

/** Parties whose prices a slot says. */
export const PRICED_PARTIES = 20;

/** What a slot of a facility with a price list costs. */
export const SlotPrice = z.object({
  totals_eur: z
    .array(z.number())
    .describe(`What a party pays: the first for one person, then one more each, up to ${PRICED_PARTIES}`),
});
export type SlotPrice = z.infer<typeof SlotPrice>;
