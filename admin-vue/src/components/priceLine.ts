import type { PriceLine } from '@venue-booking/proto/price/pricing';
import type { Locale } from '@venue-booking/proto/primitives';

type Name = Record<Locale, string>;

/** Built-in names of price lines, as in `domain/price/lineTexts.ts`. */
const WORDS: Name[] = [
  { nl: 'Per persoon', en: 'Per person' },
  { nl: 'Per boeking', en: 'Per booking' },
  { nl: 'Extra persoon', en: 'Extra person' },
  { nl: 'Minimumbedrag', en: 'Minimum charge' },
];
const ONE: Name = { nl: 'persoon', en: 'person' };
const SEVERAL: Name = { nl: 'personen', en: 'people' };

/**
 * Formats a price line in the page's language. Lines come in the language of the booking, so the names of
 * guest categories and add-ons are translated, unless the venue gave only one name. Built-in names start in
 * lower case after a count.
 * @param items guests and add-ons that lines may name
 */
export function priceLine(
  { text, count }: Pick<PriceLine, 'text' | 'count'>,
  items: readonly { name: Name }[],
  language: Locale,
): string {
  const find = (names: readonly Name[]) => names.find(({ nl, en }) => nl === text || en === text)?.[language];
  const named = find(items.map(({ name }) => name));
  const word = find(WORDS);
  const said = named ?? word ?? party(text, language);
  if (count === 1) return said;
  return `${count} × ${said === word ? said.charAt(0).toLowerCase() + said.slice(1) : said}`;
}

/**
 * Whether price lines say more than their sum: if there are several, or if a rule named the only one.
 * @param items guest categories, which are shown anyway
 */
export function explainPrice(lines: readonly { text: string }[], items: readonly { name: Name }[]): boolean {
  const [only, another] = lines;
  if (!only || another) return !!another;
  const names = [...items.map(({ name }) => name), ...WORDS].flatMap(({ nl, en }) => [nl, en]);
  return (
    !names.includes(only.text) && party(only.text, 'nl') === only.text && party(only.text, 'en') === only.text
  );
}

/** Translates `4 people`; returns other text unchanged. */
function party(text: string, language: Locale): string {
  const [, people, word = ''] = /^(\d+) (\w+)$/.exec(text) ?? [];
  const known = [ONE, SEVERAL].find((name) => Object.values(name).includes(word));
  return known ? `${people} ${known[language]}` : text;
}
