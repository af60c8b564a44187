import type { Locale } from '@venue-booking/proto/primitives';
import type { Names } from '../wording/nameIn.ts';
import type { Texts } from '../wording/nl/texts.ts';
import { texts } from '../wording/texts.ts';

/** Standard texts of price lines. */
export const lineTexts: Record<Locale, Texts['lines']> = {
  nl: texts.nl.lines,
  en: texts.en.lines,
  de: texts.de.lines,
  fr: texts.fr.lines,
};

const FIXED = ['person', 'booking', 'more', 'minimum'] as const;

/**
 * The text of a line after its count. Standard texts become lower case (`2 × per person`), a venue's own do
 * not (`2 × Adult`).
 */
export const textAfterCount = (text: string): string =>
  Object.values(lineTexts).some((texts) => FIXED.some((name) => text === texts[name]))
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

/**
 * Whether price lines say more than their sum: if there are several, or if a rule named the only one.
 * @param items guest categories and add-ons, which are shown anyway
 */
export function explainPrice(
  lines: readonly { text: string }[],
  items: readonly { name: Names }[] = [],
): boolean {
  const [only, another] = lines;
  if (!only || another) return !!another;
  const isOwn = items.some(({ name }) => Object.values(name).includes(only.text));
  return !isOwn && Object.values(lineTexts).every((texts) => !isStandard(only.text, texts));
}

const isStandard = (text: string, texts: Texts['lines']): boolean =>
  FIXED.some((name) => text === texts[name]) || text === texts.party(Number.parseInt(text, 10));

/** Translates a standard text of {@link lineTexts}; returns other text unchanged. */
export function translateLineText(text: string, locale: Locale): string {
  const people = Number.parseInt(text, 10);
  for (const texts of Object.values(lineTexts)) {
    if (text === texts.party(people)) return lineTexts[locale].party(people);
    const fixed = FIXED.find((name) => text === texts[name]);
    if (fixed) return lineTexts[locale][fixed];
  }
  return text;
}
