import { z } from 'zod';
import { ImageReference } from '../facility/image.ts';
import { Euro } from '../primitives.ts';
import { BookedItem, type Fault, ItemKey, ItemName, ShownName } from './priceItem.ts';
import { VatPercent } from './vat.ts';

/** Maximum number of add-ons in a price list. */
const MAX_ADD_ONS = 12;
/** Maximum number of pieces of one add-on in a booking. */
export const MAX_PIECES = 1000;

const AddOnPer = z
  .enum(['piece', 'person', 'booking'])
  .describe(
    'How it is counted: by pieces, as many as the guest wants; by person who takes a place; or once per booking',
  );

/** An optional or required extra of a booking, such as a towel per person or drinks for the party. */
const AddOn = z.strictObject({
  key: ItemKey,
  name: ItemName,
  eur: Euro.describe('Price of one; 0 means free. Rules of the price list do not change it'),
  per: AddOnPer,
  required: z
    .boolean()
    .optional()
    .describe('Whether it is part of each booking (at least one piece); default: false'),
  max: z
    .int()
    .min(1)
    .max(MAX_PIECES)
    .optional()
    .describe(`Maximum number of pieces per booking; default: ${MAX_PIECES}`),
  stock: z
    .strictObject({
      per: z.enum(['slot', 'day']).describe('Whether the stock is per slot or per booking day'),
      count: z.int().min(0).max(100_000).describe('Number in stock'),
    })
    .optional()
    .describe('The stock; absent: unlimited'),
  image: ImageReference.optional().describe('Image: an http(s) URL, or a path relative to the API'),
  vat_percent: VatPercent.optional().describe(
    "VAT in its price, in percent, if different from the facility's; ignored while the facility has no rate",
  ),
});
export type AddOn = z.infer<typeof AddOn>;

export const addOnsField = z
  .array(AddOn)
  .max(MAX_ADD_ONS)
  .optional()
  .describe(
    'Optional or required add-ons of a booking. They are added to the price last, each on its own line',
  );

/** Validates add-ons across their fields. */
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

/**
 * The add-ons of a request, by key: the number of pieces, or 1 or 0 for add-ons that are not counted in
 * pieces.
 */
export const AddOnCounts = z
  .record(ItemKey, z.int().min(0).max(MAX_PIECES))
  .refine((counts) => Object.keys(counts).length <= MAX_ADD_ONS, `must name at most ${MAX_ADD_ONS} add-ons`);
export type AddOnCounts = z.infer<typeof AddOnCounts>;

/** An add-on of a booking, with its name at the time of booking. */
export const BookedAddOn = BookedItem;
export type BookedAddOn = z.infer<typeof BookedAddOn>;

/** The remaining stock of an add-on for a slot. */
export const AddOnLeft = z.object({
  key: z.string().describe('Key of the add-on'),
  left: z.int().describe('Number left for this slot'),
});
export type AddOnLeft = z.infer<typeof AddOnLeft>;

/** An add-on as shown to guests. */
export const AddOnSummary = z.object({
  key: z.string().describe('Key in `add_ons` of a booking'),
  name: ShownName,
  eur: z.number().describe('Price of one'),
  per: AddOnPer,
  required: z.boolean().describe('Whether it is part of each booking (at least one piece)'),
  max: z.int().describe('Maximum that a booking may request: the number of pieces, or 1'),
  image: z
    .string()
    .optional()
    .describe('Image, if there is one: an http(s) URL, or a path relative to the API'),
});
export type AddOnSummary = z.infer<typeof AddOnSummary>;
