import type { Texts } from '../texts/en.ts';

type Words = Texts['fields'];
/** The result of a browser's validation of a control. */
export type Checked = {
  validity: Omit<ValidityState, 'valid'>;
  validationMessage: string;
  type: string;
  min?: string;
  max?: string;
};
/** Formats the limits of a control. */
type Formats = { day: (date: string) => string; count: (value: number) => string };

/** Why the browser rejects a control's value, as a clause without its subject: `must be at least 1`. */
export function clauseOf(
  { validity, validationMessage, type, min = '', max = '' }: Checked,
  t: Words,
  { day, count }: Formats,
): string {
  const isDay = type === 'date';
  if (validity.valueMissing) return type.startsWith('select') ? t.notChosen : t.missing;
  if (validity.badInput) return isDay ? t.notDate : type === 'time' ? t.notTime : t.notNumber;
  if (validity.rangeUnderflow) return isDay ? t.earliest(day(min)) : t.least(count(Number(min)));
  if (validity.rangeOverflow) return isDay ? t.latest(day(max)) : t.most(count(Number(max)));
  if (validity.stepMismatch) return t.notWhole;
  if (validity.typeMismatch) return type === 'email' ? t.notEmail : t.notUrl;
  return validity.customError ? validationMessage : t.invalid;
}

/** Clauses start with these words, in any of the languages; other failures are sentences of their own. */
const CLAUSE = new RegExp(
  `^(?:${[
    'must|can|is|does|has',
    'moet|mag|bestaat|wordt|staat|klopt|heeft',
    'muss|darf|ist|existiert|gehört|wird',
    'doit|peut|ne|n’est|n’existe',
  ].join('|')}) `,
);

/** The failure of a field as a sentence that names the field by its label. */
export function named(label: string, failure: string, t: Words): string {
  if (/[.!?]$/.test(failure)) return failure;
  return CLAUSE.test(failure) ? t.named(label, failure) : `${label}${t.colon} ${failure}.`;
}
