import { wordsIn } from '@venue-booking/proto/price/words';
import type { PriceLine } from '@venue-booking/proto/pricing';
import type { Locale } from '@venue-booking/proto/primitives';

type Named = { name: Record<Locale, string> };

/**
 * What a line of a price says. Lines are in the language of the booking: what they name has another name in
 * that of the page, unless the venue gave it only one.
 * @param items guests and add-ons, by which they may be named
 */
export function priceLine(
  { text, count }: Pick<PriceLine, 'text' | 'count'>,
  items: readonly Named[],
  language: Locale,
): string {
  const item = items.find(({ name: { nl, en } }) => nl === text || en === text);
  const said = item?.name[language] ?? wordsIn(text, language);
  return count === 1 ? said : `${count} × ${said}`;
}
