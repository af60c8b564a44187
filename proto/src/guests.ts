import { z } from 'zod';
import { BookedItem, type Fault, ItemKey, ItemName } from './priceItem.ts';
import { Euro, MOST_PEOPLE, nameLine, Percent } from './primitives.ts';
import { VatPercent } from './vat.ts';

/** Categories of guests, and bundles of them, that a price list has at most. */
const MOST = 8;
/** As many as a slot can have places. */
const Count = z.int().min(0).max(MOST_PEOPLE);

/** A category of guests, such as adults or children, with what each of them pays. */
const GuestCategory = z.strictObject({
  key: ItemKey,
  name: ItemName,
  eur: Euro.optional().describe('The price for each, in place of the price per person; 0 means free'),
  percent: Percent.optional().describe(
    'The price for each, as a part of the price per person: 50 is half of it',
  ),
  takes_place: z
    .boolean()
    .optional()
    .describe('Whether each takes a place; default: true. `people` counts those who do'),
  min: Count.optional().describe('How many of them a booking has at least; default: 0'),
  max: Count.optional().describe('How many at most; required of those who take no place'),
  vat_percent: VatPercent.optional().describe(
    "VAT in their price, in percent, where it differs from the facility's; counts while that has a rate",
  ),
});
export type GuestCategory = z.infer<typeof GuestCategory>;

/** One price for some guests together, such as a family ticket. */
const GuestBundle = z.strictObject({
  name: nameLine(60).describe('What guests read about it'),
  guests: z
    .array(
      z.strictObject({
        category: ItemKey,
        from: Count.describe('How many of them it takes at least'),
        to: Count.min(1).describe('How many at most'),
      }),
    )
    .min(1)
    .max(MOST)
    .describe('Whom it is for: of each category named, so many'),
  eur: Euro.describe('What they pay together'),
});
export type GuestBundle = z.infer<typeof GuestBundle>;

/** What a price list says of categories; see {@link categoryFaults} for what goes with what. */
export const categoryFields = {
  categories: z
    .array(GuestCategory)
    .min(1)
    .max(MOST)
    .optional()
    .describe(
      'Categories of guests, with `per: "person"`. The first is what `people` alone means, and takes places',
    ),
  bundles: z
    .array(GuestBundle)
    .max(MOST)
    .optional()
    .describe(
      'One price for guests together, with `categories`: in this order, each as often as the party has its guests and they pay less by it',
    ),
};

type Categories = {
  per: string;
  categories?: GuestCategory[] | undefined;
  bundles?: GuestBundle[] | undefined;
};

/** What is wrong with the categories of a price list beside its single fields. */
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

/** How many guests of each category a booking is for, by key. */
export const Guests = z
  .record(ItemKey, Count)
  .refine((guests) => Object.keys(guests).length <= MOST, `must name at most ${MOST} categories`);
export type Guests = z.infer<typeof Guests>;

/** Guests of one category of a booking, as they were called when it was made. */
export const BookedGuests = BookedItem;
export type BookedGuests = z.infer<typeof BookedGuests>;

/** A category as guests are told of it. */
export const GuestCategorySummary = z.object({
  key: z.string().describe('What a booking calls it in `guests`'),
  name: z.object({ nl: z.string(), en: z.string() }).describe('What guests read, in each language'),
  eur: z.number().describe('The price for each, before what depends on the time or the party'),
  takes_place: z.boolean().describe('Whether each takes a place; `people` counts those who do'),
  min: z.int().describe('How many of them a booking has at least'),
  max: z.int().nullable().describe('How many at most; null: as many as there is room for'),
});
export type GuestCategorySummary = z.infer<typeof GuestCategorySummary>;
