import type { GuestBundle, GuestCategory } from '@venue-booking/proto/price/guests';
import { keysOf, newRow } from './itemKeys.ts';
import { type NameDraft, nameFrom } from './itemName.ts';

/** A guest category in the form. `key` is empty until the category is saved. */
export type CategoryDraft = NameDraft & {
  row: number;
  key: string;
  /** The unit of `amount`: euro, or percent of the price per person. */
  how: 'eur' | 'percent';
  amount: number;
  takesPlace: boolean;
  min: number | '';
  max: number | '';
  vat: number | '';
};

/** How many guests of a category a bundle takes; an empty `to` means none. */
type Taken = { from: number | ''; to: number | '' };

/** A bundle in the form; `guests` by the row id of their category. */
export type BundleDraft = {
  row: number;
  name: string;
  /** Its name in other languages; kept as it is. */
  translations?: GuestBundle['translations'];
  eur: number;
  guests: Record<number, Taken>;
};

export const newCategory = (): CategoryDraft => ({
  ...{ row: newRow(), key: '' },
  ...{ how: 'percent', amount: 100, takesPlace: true, min: '', max: '', vat: '' },
});

export const newTaken = (): Taken => ({ from: '', to: '' });

export const newBundle = (categories: readonly CategoryDraft[]): BundleDraft => ({
  ...{ row: newRow(), name: '', eur: 0 },
  guests: Object.fromEntries(categories.map(({ row }) => [row, newTaken()])),
});

export const categoryDraftOf = (category: GuestCategory): CategoryDraft => ({
  ...newCategory(),
  ...category.name,
  key: category.key,
  how: category.eur === undefined ? 'percent' : 'eur',
  amount: category.eur ?? category.percent ?? 0,
  takesPlace: category.takes_place ?? true,
  min: category.min ?? '',
  max: category.max ?? '',
  vat: category.vat_percent ?? '',
});

export function bundleDraftOf(
  { name, translations, eur, guests }: GuestBundle,
  categories: readonly CategoryDraft[],
): BundleDraft {
  const draft: BundleDraft = { ...newBundle(categories), name, translations, eur };
  for (const { category, from, to } of guests) {
    const row = categories.find(({ key }) => key === category)?.row;
    if (row !== undefined) draft.guests[row] = { from, to };
  }
  return draft;
}

/** Converts the form rows to categories. The first always takes a place. */
export const categoriesOf = (drafts: readonly CategoryDraft[]): GuestCategory[] => {
  const keys = keysOf(drafts);
  return drafts.map(({ row, how, amount, takesPlace, min, max, vat, ...draft }, index) => ({
    key: keys.get(row) ?? '',
    name: nameFrom(draft),
    ...(how === 'eur' ? { eur: amount } : { percent: amount }),
    ...(!takesPlace && index > 0 && { takes_place: false }),
    ...(min !== '' && min > 0 && { min }),
    ...(max !== '' && { max }),
    ...(vat !== '' && { vat_percent: vat }),
  }));
};

/** Converts the form rows to bundles. */
export const bundlesOf = (
  drafts: readonly BundleDraft[],
  categories: readonly CategoryDraft[],
): GuestBundle[] => {
  const keys = keysOf(categories);
  return drafts.map(({ name, translations, eur, guests }) => ({
    name,
    ...(translations && { translations }),
    guests: categories.flatMap(({ row }) => {
      const { from = '', to = '' } = guests[row] ?? {};
      return to === '' || to === 0 ? [] : [{ category: keys.get(row) ?? '', from: from || 0, to }];
    }),
    eur,
  }));
};
