import type { BookingField } from '@venue-booking/proto/bookingField';

/** A question as it is edited: its options are lines of text. */
export type FieldDraft = Omit<BookingField, 'options'> & {
  /** Of this page alone, so that a row keeps its place on the screen when it moves. */
  row: number;
  options: string;
  /** Whether it is kept under its key already: answers of guests hang on that. */
  kept: boolean;
};

let rows = 0;

/** The questions of a venue, to edit. */
export const toDrafts = (fields: readonly BookingField[]): FieldDraft[] =>
  fields.map((field) => ({ ...field, row: ++rows, options: (field.options ?? []).join('\n'), kept: true }));

/** A question that is not kept yet. */
export const newDraft = (): FieldDraft => ({
  ...{ row: ++rows, key: '', label: '', type: 'text', required: false, options: '', kept: false },
});

/** What the API takes: new questions get a key by their label. */
export function toFields(drafts: readonly FieldDraft[]): BookingField[] {
  const taken = new Set(drafts.filter(({ kept }) => kept).map(({ key }) => key));
  return drafts.map(({ key, label, type, required, options, kept }) => {
    const own = kept ? key : keyFor(label, taken);
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
