import { z } from 'zod';
import { ImageReference } from './image.ts';
import { BookedItem, type Fault, ItemKey, ItemName } from './priceItem.ts';
import { Euro } from './primitives.ts';
import { VatPercent } from './vat.ts';

/** Add-ons that a price list has at most. */
const MOST = 12;
/** Pieces of one add-on that a booking takes at most. */
export const MOST_PIECES = 1000;

const AddOnPer = z
  .enum(['piece', 'person', 'booking'])
  .describe(
    'What it is counted by: pieces, as many as the guest wants; each who takes a place; or the booking',
  );

/** What a booking takes along, such as a towel for each or drinks for the party. */
const AddOn = z.strictObject({
  key: ItemKey,
  name: ItemName,
  eur: Euro.describe('The price of one; 0 means free. Rules of the price list do not change it'),
  per: AddOnPer,
  required: z
    .boolean()
    .optional()
    .describe('Whether each booking takes it: of pieces, one at least; default: false'),
  max: z
    .int()
    .min(1)
    .max(MOST_PIECES)
    .optional()
    .describe(`How many pieces a booking takes at most; default: ${MOST_PIECES}`),
  stock: z
    .strictObject({
      per: z
        .enum(['slot', 'day'])
        .describe('Whether so many are there for each time, or for each booking day'),
      count: z.int().min(0).max(100_000).describe('How many there are of it'),
    })
    .optional()
    .describe('How many there are of it; left out: enough'),
  image: ImageReference.optional().describe(
    'Picture of it: an http(s) address, or a path on the address of this API',
  ),
  vat_percent: VatPercent.optional().describe(
    "VAT in its price, in percent, where it differs from the facility's; counts while that has a rate",
  ),
});
export type AddOn = z.infer<typeof AddOn>;

export const addOnsField = z
  .array(AddOn)
  .max(MOST)
  .optional()
  .describe('What a booking can take along, or has to: added to its price last, each with a line of its own');

/** What is wrong with add-ons beside their single fields. */
export function addOnFaults({ add_ons: addOns = [] }: { add_ons?: AddOn[] | undefined }): Fault[] {
  const keys = addOns.map(({ key }) => key);
  return addOns.flatMap(({ key, per, max }, index) => {
    const fault = (field: string, message: string): Fault => ({
      path: ['add_ons', index, field],
      message: `${message} (add-on ${index + 1}, "${key}")`,
    });
    return [
      ...(keys.indexOf(key) < index ? [fault('key', 'must be another than that of the others')] : []),
      ...(per !== 'piece' && max !== undefined ? [fault('max', 'goes with `per: "piece"`')] : []),
    ];
  });
}

/** What a booking is to take along, by key: how many pieces; of others, 1 or 0. */
export const AddOnCounts = z
  .record(ItemKey, z.int().min(0).max(MOST_PIECES))
  .refine((counts) => Object.keys(counts).length <= MOST, `must name at most ${MOST} add-ons`);
export type AddOnCounts = z.infer<typeof AddOnCounts>;

/** What a booking has taken along, as it was called when it was booked. */
export const BookedAddOn = BookedItem;
export type BookedAddOn = z.infer<typeof BookedAddOn>;

/** How many of an add-on are left for a time. */
export const AddOnLeft = z.object({
  key: z.string().describe('Key of the add-on'),
  left: z.int().describe('How many are left for this time'),
});
export type AddOnLeft = z.infer<typeof AddOnLeft>;

/** An add-on as guests are told of it. */
export const AddOnSummary = z.object({
  key: z.string().describe('What a booking calls it in `add_ons`'),
  name: z.object({ nl: z.string(), en: z.string() }).describe('What guests read, in each language'),
  eur: z.number().describe('The price of one'),
  per: AddOnPer,
  required: z.boolean().describe('Whether each booking takes it: of pieces, one at least'),
  max: z.int().describe('How many a booking may say: of pieces, so many; of others, 1'),
  image: z
    .string()
    .optional()
    .describe('Picture of it, if there is one: an http(s) address, or a path on the address of this API'),
});
export type AddOnSummary = z.infer<typeof AddOnSummary>;
