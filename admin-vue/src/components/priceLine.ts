import { translateLineText } from '@venue-booking/domain/price/lineTexts';
import { countedText } from '@venue-booking/domain/wording/bookingTexts';
import { type Names, nameIn } from '@venue-booking/domain/wording/nameIn';
import type { PriceLine } from '@venue-booking/proto/price/pricing';
import type { Locale } from '@venue-booking/proto/primitives';

/**
 * Formats a price line in the page's language. Lines come in the language of the booking, so the names of
 * guest categories and add-ons are translated, unless the venue gave only one name.
 * @param items guests and add-ons that lines may name
 */
export function priceLine(
  { text, count }: Pick<PriceLine, 'text' | 'count'>,
  items: readonly { name: Names }[],
  language: Locale,
): string {
  const item = items.find(({ name }) => Object.values(name).includes(text));
  return countedText({ text: item ? nameIn(item.name, language) : translateLineText(text, language), count });
}
