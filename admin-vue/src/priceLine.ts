import type { Names } from '@venue-booking/domain/wording/nameIn';
import { nameIn } from '@venue-booking/domain/wording/nameIn';
import type { PriceLine } from '@venue-booking/proto/price/pricing';
import type { Locale } from '@venue-booking/proto/primitives';

type Name = Record<Locale, string>;

/** Built-in names of price lines, as in `domain/price/lineTexts.ts`. */
const WORDS: Name[] = [
  { nl: 'Per persoon', en: 'Per person', de: 'Pro Person', fr: 'Par personne' },
  { nl: 'Per boeking', en: 'Per booking', de: 'Pro Buchung', fr: 'Par réservation' },
  { nl: 'Extra persoon', en: 'Extra person', de: 'Zusätzliche Person', fr: 'Personne supplémentaire' },
  { nl: 'Minimumbedrag', en: 'Minimum charge', de: 'Mindestbetrag', fr: 'Montant minimum' },
];
const ONE: Name = { nl: 'persoon', en: 'person', de: 'Person', fr: 'personne' };
const SEVERAL: Name = { nl: 'personen', en: 'people', de: 'Personen', fr: 'personnes' };

const find = (names: readonly Names[], text: string) =>
  names.find((name) => Object.values(name).includes(text));

/**
 * Formats a price line in the page's language. Lines come in the language of the booking, so the names of
 * guest categories and add-ons are translated, unless the venue gave only one name. Built-in names start in
 * lower case after a count.
 * @param items guests and add-ons that lines may name
 */
export function priceLine(
  { text, count }: Pick<PriceLine, 'text' | 'count'>,
  items: readonly { name: Names }[],
  language: Locale,
): string {
  const item = find(
    items.map(({ name }) => name),
    text,
  );
  const word = item ? undefined : find(WORDS, text);
  const name = item ?? word;
  const said = name ? nameIn(name, language) : party(text, language);
  if (count === 1) return said;
  return `${count} × ${word ? said.charAt(0).toLowerCase() + said.slice(1) : said}`;
}

/**
 * Whether price lines say more than their sum: if there are several, or if a rule named the only one.
 * @param items guest categories, which are shown anyway
 */
export function explainPrice(lines: readonly { text: string }[], items: readonly { name: Names }[]): boolean {
  const [only, another] = lines;
  if (!only || another) return !!another;
  const names = [...items.map(({ name }) => name), ...WORDS];
  return !find(names, only.text) && !isParty(only.text);
}

const PARTY = /^(\d+) (\p{L}+)$/u;
const isParty = (text: string) => find([ONE, SEVERAL], PARTY.exec(text)?.[2] ?? '') !== undefined;

/** Translates `4 people`; returns other text unchanged. */
function party(text: string, language: Locale): string {
  const [, people, word = ''] = PARTY.exec(text) ?? [];
  const known = find([ONE, SEVERAL], word);
  return known ? `${people} ${nameIn(known, language)}` : text;
}
