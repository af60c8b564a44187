import type { PriceLine } from '@venue-booking/proto/pricing';
import type { Locale } from '@venue-booking/proto/primitives';

type Name = Record<Locale, string>;

/** What a price is made of that no venue names, as `proto/src/price/words.ts` has it. */
const WORDS: Name[] = [
  { nl: 'Per persoon', en: 'Per person' },
  { nl: 'Per boeking', en: 'Per booking' },
  { nl: 'Extra persoon', en: 'Extra person' },
  { nl: 'Minimumbedrag', en: 'Minimum charge' },
];
const ONE: Name = { nl: 'persoon', en: 'person' };
const SEVERAL: Name = { nl: 'personen', en: 'people' };

/**
 * What a line of a price says; words that no venue wrote have no capital behind a number. Lines are in the
 * language of the booking: what they name has another name in that of the page, unless the venue gave it
 * only one.
 * @param items guests and add-ons, by which they may be named
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

/** `4 personen` of `4 people`; what says something else, as it is. */
function party(text: string, language: Locale): string {
  const [, people, word = ''] = /^(\d+) (\w+)$/.exec(text) ?? [];
  const known = [ONE, SEVERAL].find((name) => Object.values(name).includes(word));
  return known ? `${people} ${known[language]}` : text;
}
