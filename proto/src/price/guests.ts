import { z } from 'zod';
import { Euro, MAX_PEOPLE, nameLine, Percent } from '../primitives.ts';
import { translationsOf } from '../translations.ts';
import { BookedItem, type Fault, ItemKey, ItemName, ShownName } from './priceItem.ts';
import { VatPercent } from './vat.ts';

/** Maximum number of categories, and of bundles, in a price list. */
const MAX_CATEGORIES = 8;
/** The maximum is that of a slot's places. */
const Count = z.int().min(0).max(MAX_PEOPLE);

/** A category of guests, such as adults or children, with its price. */
const GuestCategory = z.strictObject({
  key: ItemKey,
  name: ItemName,
  eur: Euro.optional().describe('Price per guest, instead of the price per person; 0 means free'),
  percent: Percent.optional().describe('Price per guest as a percentage of the price per person: 50 is half'),
  takes_place: z
    .boolean()
    .optional()
    .describe('Whether each guest takes a place; default: true. `people` counts those who do'),
  min: Count.optional().describe('Minimum number per booking; default: 0'),
  max: Count.optional().describe('Maximum number per booking; required for guests who take no place'),
  vat_percent: VatPercent.optional().describe(
    "VAT in the price, in percent, if different from the facility's; ignored while the facility has no rate",
  ),
});
export type GuestCategory = z.infer<typeof GuestCategory>;

/** One price for several guests together, such as a family ticket. */
const GuestBundle = z.strictObject({
  name: nameLine(60).describe('Name for guests'),
  translations: translationsOf({ name: nameLine(60) }).optional(),
  guests: z
    .array(
      z.strictObject({
        category: ItemKey,
        from: Count.describe('Minimum number of guests of the category'),
        to: Count.min(1).describe('Maximum number'),
      }),
    )
    .min(1)
    .max(MAX_CATEGORIES)
    .describe('The guests that the bundle covers'),
  eur: Euro.describe('Price for all of them together'),
});
export type GuestBundle = z.infer<typeof GuestBundle>;

/** The fields of a price list that concern categories. {@link categoryFaults} validates their combination. */
export const categoryFields = {
  categories: z
    .array(GuestCategory)
    .min(1)
    .max(MAX_CATEGORIES)
    .optional()
    .describe(
      'Categories of guests, with `per: "person"`. `people` alone counts as the first category, which must take places',
    ),
  bundles: z
    .array(GuestBundle)
    .max(MAX_CATEGORIES)
    .optional()
    .describe(
      'Combined prices for several guests, with `categories`. Applied in this order, each as often as the party has its guests and it lowers the price',
    ),
};

type Categories = {
  per: string;
  categories?: GuestCategory[] | undefined;
  bundles?: GuestBundle[] | undefined;
};

/** Validates the categories of a price list across their fields. */
export function categoryFaults({ per, categories, bundles = [] }: Categories): Fault[] {
  if (!categories)
    return bundles.length > 0 ? [{ path: ['bundles'], message: 'goes with `categories`' }] : [];
  if (per !== 'person') return [{ path: ['categories'], message: 'goes with `per: "person"`' }];
  const keys = categories.map(({ key }) => key);
  const faults = categories.flatMap(({ key, eur, percent, takes_place, min = 0, max }, index) => {
    const fault = (field: string, message: string): Fault => ({
      path: ['categories', index, field],
      message: `${message} (category ${index + 1}, "${key}")`,
    });
    return [
      ...(keys.indexOf(key) < index ? [fault('key', 'must be another than that of the others')] : []),
      ...(eur === undefined && percent === undefined ? [fault('eur', 'is required')] : []),
      ...(eur !== undefined && percent !== undefined ? [fault('percent', 'goes without `eur`')] : []),
      ...(index === 0 && takes_place === false ? [fault('takes_place', 'must be true of the first')] : []),
      ...(takes_place === false && max === undefined ? [fault('max', 'is required')] : []),
      ...(min > (max ?? Number.POSITIVE_INFINITY) ? [fault('max', 'must not be below `min`')] : []),
    ];
  });
  return [...faults, ...bundles.flatMap((bundle, index) => bundleFaults(bundle, index, keys))];
}

function bundleFaults({ name, guests }: GuestBundle, index: number, keys: string[]): Fault[] {
  const named = guests.map(({ category }) => category);
  const fault = (at: number, field: string, message: string): Fault => ({
    path: ['bundles', index, 'guests', at, field],
    message: `${message} (bundle ${index + 1}, "${name}")`,
  });
  return guests.flatMap(({ category, from, to }, at) => [
    ...(keys.includes(category) ? [] : [fault(at, 'category', 'must be a category of the list')]),
    ...(named.indexOf(category) < at ? [fault(at, 'category', 'must not be named twice')] : []),
    ...(from > to ? [fault(at, 'to', 'must not be below `from`')] : []),
  ]);
}

/** Number of guests in each category, by key. */
export const Guests = z
  .record(ItemKey, Count)
  .refine(
    (guests) => Object.keys(guests).length <= MAX_CATEGORIES,
    `must name at most ${MAX_CATEGORIES} categories`,
  );
export type Guests = z.infer<typeof Guests>;

/** Guests of one category in a booking, with the category's name at the time of booking. */
export const BookedGuests = BookedItem;
export type BookedGuests = z.infer<typeof BookedGuests>;

/** A category as shown to guests. */
export const GuestCategorySummary = z.object({
  key: z.string().describe('Key in `guests` of a booking'),
  name: ShownName,
  eur: z.number().describe('Price per guest, before rules that depend on the time or the party'),
  takes_place: z.boolean().describe('Whether each guest takes a place. `people` counts those who do'),
  min: z.int().describe('Minimum number per booking'),
  max: z.int().nullable().describe('Maximum number per booking; null: as many as there are places'),
});
export type GuestCategorySummary = z.infer<typeof GuestCategorySummary>;
