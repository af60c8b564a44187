import { z } from 'zod';
import {
  Euro,
  hasTwoDecimals,
  LocalDate,
  nameLine,
  People,
  Percent,
  TimeOfDay,
  TWO_DECIMALS,
} from '../primitives.ts';
import { translationsOf } from '../translations.ts';
import { AddOnSummary, addOnFaults, addOnsField } from './addOns.ts';
import { categoryFaults, categoryFields, GuestCategorySummary } from './guests.ts';

/** Maximum number of rules, and of rows, in a price list. */
const MAX_ROWS = 50;

/**
 * Maximum price of a booking, in cents; anything above is not charged. A percentage of it is exact in a
 * double.
 */
export const MAX_PRICE_CENTS = 10_000_000_000;

/** Hours before the start, at most ten years. */
const Hours = z.int().min(1).max(87_600);

const Per = z.enum(['person', 'booking']);

/** A row of prices by party size. */
const PartyPrice = z.strictObject({
  people: People.describe('For parties of this size or more, up to the next row'),
  eur: Euro.describe('Price of such a party in total'),
  each_more_eur: Euro.optional().describe('Price of each person above `people`; default: 0'),
});

export type PartyPrice = z.infer<typeof PartyPrice>;

/** A rule that changes the price. An omitted condition always matches. */
const PriceRule = z.strictObject({
  name: nameLine(60).describe('Name for guests'),
  translations: translationsOf({ name: nameLine(60) }).optional(),
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .optional()
    .describe('Only for slots that start on these days: 1 = Monday to 7 = Sunday'),
  from_time: TimeOfDay.optional().describe('Only for slots that start at HH:MM or later; requires `to_time`'),
  to_time: TimeOfDay.optional().describe(
    'Only for slots that start before HH:MM. A night, such as 22:00 to 02:00, belongs to the day on which it begins',
  ),
  first_date: LocalDate.optional().describe('Only from this date on; requires `last_date`'),
  last_date: LocalDate.optional().describe('Only up to and including this date'),
  yearly: z.boolean().optional().describe('Whether the dates repeat every year'),
  from_people: People.optional().describe('Only for parties of at least this size'),
  to_people: People.optional().describe('Only for parties of at most this size'),
  categories: z
    .array(z.string())
    .min(1)
    .max(8)
    .optional()
    .describe(
      'With `add`: counts only the guests of these categories, for `from_people`, `to_people` and `per: "person"`. Applies only to parties with such guests',
    ),
  from_hours_ahead: Hours.optional().describe(
    'Only for bookings made at least this many hours before the start',
  ),
  to_hours_ahead: Hours.optional().describe(
    'Only for bookings made less than this many hours before the start',
  ),
  effect: z
    .enum(['replace', 'add', 'multiply', 'at_least'])
    .describe(
      'Effect on the price so far: replace it, add to it, multiply it by a percentage, or raise it to at least `eur`',
    ),
  eur: z
    .number()
    .min(-100_000)
    .max(100_000)
    .refine(hasTwoDecimals, TWO_DECIMALS)
    .optional()
    .describe('The new or lowest price, or the amount to add; a negative amount is a discount'),
  per: Per.optional().describe('Whether `eur` is for each person or for the booking'),
  percent: Percent.optional().describe(
    'Percentage of the price so far: 100 leaves it unchanged, 80 takes off a fifth',
  ),
});
export type PriceRule = z.infer<typeof PriceRule>;

/** Validates a rule across its fields. Returns the field and the message. */
function faultOf(rule: PriceRule): [keyof PriceRule, string] | null {
  const { effect, eur, per, percent, from_time, to_time, first_date, last_date, yearly } = rule;
  if (effect === 'multiply') {
    if (percent === undefined) return ['percent', 'is required'];
    if (eur !== undefined || per !== undefined) return ['eur', 'goes with `replace`, `add` and `at_least`'];
    if (rule.categories) return ['categories', 'goes with `add`'];
  } else {
    if (eur === undefined) return ['eur', 'is required'];
    if (per === undefined) return ['per', 'is required'];
    if (percent !== undefined) return ['percent', 'goes with `multiply`'];
    if (effect !== 'add' && rule.categories) return ['categories', 'goes with `add`'];
    if (effect !== 'add' && eur < 0) return ['eur', 'must not be below 0'];
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

/** The price list of a facility, used instead of its price per person. */
export const Pricing = z
  .strictObject({
    per: z
      .enum(['person', 'booking', 'party'])
      .describe('What the price applies to: each person, the booking, or a party by its size (`parties`)'),
    eur: Euro.optional().describe('Price per person or booking; 0 means free'),
    parties: z
      .array(PartyPrice)
      .min(1)
      .max(MAX_ROWS)
      .optional()
      .describe('Prices by party size, smallest first. Smaller parties pay the first row'),
    ...categoryFields,
    rules: z
      .array(PriceRule)
      .max(MAX_ROWS)
      .describe(
        'Rules that change the price. Each matching rule is applied to the result of those before it',
      ),
    least_eur: Euro.optional().describe('Minimum price of a booking, before add-ons'),
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

/** A line of a price. The lines add up to the price. */
export const PriceLine = z.object({
  text: z.string().describe('Text of the line'),
  count: z.int().describe('Count'),
  amount_eur: z.number().describe('Total of the line; negative for a discount'),
});
export type PriceLine = z.infer<typeof PriceLine>;

/** Summary of a price list for guests, in addition to the lowest price per person. */
export const PriceSummary = z.object({
  per: z.enum(['person', 'booking', 'party']).describe('What the price applies to'),
  from_eur: z.number().describe('Lowest price of a booking that guests can make in the opening hours'),
  varies: z.boolean().describe('Whether the price depends on the time or the size of the party'),
  categories: z
    .array(GuestCategorySummary)
    .optional()
    .describe(
      'Categories of guests, if there are any. `people` alone, and prices without a category, refer to the first',
    ),
  add_ons: z
    .array(AddOnSummary)
    .optional()
    .describe('Add-ons, if there are any. Prices include the required ones'),
});
export type PriceSummary = z.infer<typeof PriceSummary>;

/** Number of party sizes for which a slot lists its price. */
export const PRICED_PARTIES = 20;

/** Prices of a slot at a facility with a price list. */
export const SlotPrice = z.object({
  totals_eur: z
    .array(z.number())
    .describe(
      `Price of a party by its size: the first for one person, then one more each, up to ${PRICED_PARTIES} or the largest party. A size that guests cannot book has the price of the nearest one that they can`,
    ),
});
export type SlotPrice = z.infer<typeof SlotPrice>;
