import type { BookingField } from '@venue-booking/proto/venue/bookingField';

/** An extra question in the form; its options are lines of text. */
export type FieldDraft = Omit<BookingField, 'options'> & {
  /** Identifies the row in this page while it moves. */
  row: number;
  options: string;
  /** The saved options, which the translated ones belong to. */
  savedOptions: string[];
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
    savedOptions: field.options ?? [],
    isSaved: true,
  }));

/** A new question. */
export const newDraft = (): FieldDraft => ({
  ...{
    row: ++rows,
    key: '',
    label: '',
    type: 'text',
    required: false,
    options: '',
    savedOptions: [],
    isSaved: false,
  },
});

/** Converts the form to the API's format. New questions get a key derived from their label. */
export function toFields(drafts: readonly FieldDraft[]): BookingField[] {
  const taken = new Set(drafts.filter(({ isSaved }) => isSaved).map(({ key }) => key));
  return drafts.map(({ key, label, type, required, options, isSaved, ...draft }) => {
    const own = isSaved ? key : keyFor(label, taken);
    taken.add(own);
    const lines = options.split('\n').flatMap((line) => line.trim() || []);
    const field = { key: own, label: label.trim(), type, required };
    const translations = translationsFor(draft, type === 'select' ? lines : undefined);
    return {
      ...field,
      ...(type === 'select' && { options: lines }),
      ...(translations && { translations }),
    };
  });
}

/** The translations with one text for each option: that of the saved option, or else the option itself. */
function translationsFor(
  { translations, savedOptions }: Pick<FieldDraft, 'translations' | 'savedOptions'>,
  options: string[] | undefined,
): BookingField['translations'] {
  if (!translations) return undefined;
  const entries = Object.entries(translations).map(([language, { options: texts, ...others } = {}]) => {
    const textOf = (option: string) => texts?.[savedOptions.indexOf(option)] ?? option;
    return [language, { ...others, ...(texts && options && { options: options.map(textOf) }) }];
  });
  return Object.fromEntries(entries);
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
