import type { AddOn } from '@venue-booking/proto/addOns';
import { keysOf, newRow } from './itemKeys.ts';

/** An add-on as it is typed. `key`: empty until it has been saved. */
export type AddOnDraft = {
  row: number;
  key: string;
  nl: string;
  en: string;
  eur: number;
  per: AddOn['per'];
  required: boolean;
  /** Of pieces; of others it is kept while it is not asked for. */
  max: number | '';
  /** Of what there are only so many; `none`: enough. */
  stockPer: 'none' | 'slot' | 'day';
  stock: number;
  vat: number | '';
  /** Address of its picture; empty: none. */
  image: string;
};

export const newAddOn = (): AddOnDraft => ({
  ...{ row: newRow(), key: '', nl: '', en: '', image: '' },
  ...{ eur: 0, per: 'piece', required: false, max: '', stockPer: 'none', stock: 10, vat: '' },
});

export const addOnDraftOf = ({ key, name, eur, per, stock, ...addOn }: AddOn): AddOnDraft => ({
  ...newAddOn(),
  ...name,
  ...{ key, eur, per, required: addOn.required ?? false, max: addOn.max ?? '', vat: addOn.vat_percent ?? '' },
  image: addOn.image ?? '',
  ...(stock && { stockPer: stock.per, stock: stock.count }),
});

/** The add-ons that were typed. */
export const addOnsOf = (drafts: readonly AddOnDraft[]): AddOn[] => {
  const keys = keysOf(drafts, 'extra');
  return drafts.map(({ row, nl, en, eur, per, required, max, vat, image, stockPer, stock }) => ({
    key: keys.get(row) ?? '',
    name: { nl, en },
    eur,
    per,
    ...(required && { required }),
    ...(per === 'piece' && max !== '' && { max }),
    ...(stockPer !== 'none' && { stock: { per: stockPer, count: stock } }),
    ...(vat !== '' && { vat_percent: vat }),
    ...(image && { image }),
  }));
};
