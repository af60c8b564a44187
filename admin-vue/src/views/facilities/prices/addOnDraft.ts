import type { AddOn } from '@venue-booking/proto/price/addOns';
import { keysOf, newRow } from './itemKeys.ts';
import { type NameDraft, nameFrom } from './itemName.ts';

/** An add-on in the form. `key` is empty until the add-on is saved. */
export type AddOnDraft = NameDraft & {
  row: number;
  key: string;
  eur: number;
  per: AddOn['per'];
  required: boolean;
  /** Used for prices per piece; kept while another type is selected. */
  max: number | '';
  /** Whether the stock is per slot or per booking day; `none`: unlimited. */
  stockPer: 'none' | 'slot' | 'day';
  stock: number;
  vat: number | '';
  /** URL of its image; empty for none. */
  image: string;
};

export const newAddOn = (): AddOnDraft => ({
  ...{ row: newRow(), key: '', image: '' },
  ...{ eur: 0, per: 'piece', required: false, max: '', stockPer: 'none', stock: 10, vat: '' },
});

export const addOnDraftOf = ({ key, name, eur, per, stock, ...addOn }: AddOn): AddOnDraft => ({
  ...newAddOn(),
  ...name,
  ...{ key, eur, per, required: addOn.required ?? false, max: addOn.max ?? '', vat: addOn.vat_percent ?? '' },
  image: addOn.image ?? '',
  ...(stock && { stockPer: stock.per, stock: stock.count }),
});

/** Converts the form rows to add-ons. */
export const addOnsOf = (drafts: readonly AddOnDraft[]): AddOn[] => {
  const keys = keysOf(drafts, 'extra');
  return drafts.map(({ row, eur, per, required, max, vat, image, stockPer, stock, ...draft }) => ({
    key: keys.get(row) ?? '',
    name: nameFrom(draft),
    eur,
    per,
    ...(required && { required }),
    ...(per === 'piece' && max !== '' && { max }),
    ...(stockPer !== 'none' && { stock: { per: stockPer, count: stock } }),
    ...(vat !== '' && { vat_percent: vat }),
    ...(image && { image }),
  }));
};
