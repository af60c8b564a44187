import type { Locale } from '@venue-booking/proto/primitives';

/** Standard texts of price lines. */
export const lineTexts = {
  nl: {
    person: 'Per persoon',
    booking: 'Per boeking',
    party: (people: number) => (people === 1 ? '1 persoon' : `${people} personen`),
    more: 'Extra persoon',
    minimum: 'Minimumbedrag',
  },
  en: {
    person: 'Per person',
    booking: 'Per booking',
    party: (people: number) => (people === 1 ? '1 person' : `${people} people`),
    more: 'Extra person',
    minimum: 'Minimum charge',
  },
} satisfies Record<Locale, unknown>;

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
  items: readonly { name: Record<Locale, string> }[] = [],
): boolean {
  const [only, another] = lines;
  if (!only || another) return !!another;
  const isOwn = items.some(({ name }) => Object.values(name).includes(only.text));
  return !isOwn && Object.values(lineTexts).every((texts) => !isStandard(only.text, texts));
}

const isStandard = (text: string, texts: (typeof lineTexts)[Locale]): boolean =>
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
