import type { BookingField } from '@venue-booking/proto/venue/bookingField';

/** An extra question in the form; its options are lines of text. */
export type FieldDraft = Omit<BookingField, 'options'> & {
  /** Identifies the row in this page while it moves. */
  row: number;
  options: string;
  /** Whether the question is saved. Its key then never changes, because answers refer to it. */
  isSaved: boolean;
};

let rows = 0;

/** Converts the saved questions to the form. */
export const toDrafts = (fields: readonly BookingField[]): FieldDraft[] =>
  fields.map((field) => ({
    ...field,
    row: ++rows,
    options: (field.options ?? []).join('\n'),
    isSaved: true,
  }));

/** A new question. */
export const newDraft = (): FieldDraft => ({
  ...{ row: ++rows, key: '', label: '', type: 'text', required: false, options: '', isSaved: false },
});

/** Converts the form to the API's format. New questions get a key derived from their label. */
export function toFields(drafts: readonly FieldDraft[]): BookingField[] {
  const taken = new Set(drafts.filter(({ isSaved }) => isSaved).map(({ key }) => key));
  return drafts.map(({ key, label, type, required, options, isSaved }) => {
    const own = isSaved ? key : keyFor(label, taken);
    taken.add(own);
    const lines = options.split('\n').flatMap((line) => line.trim() || []);
    return { key: own, label: label.trim(), type, required, ...(type === 'select' && { options: lines }) };
  });
}

function keyFor(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40);
  const base = words || 'field';
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(key)) return key;
  }
}
