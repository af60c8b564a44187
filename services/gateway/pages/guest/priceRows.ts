import { explainPrice, translateLineText } from '@venue-booking/domain/price/lineTexts';
import { countedText } from '@venue-booking/domain/wording/bookingTexts';
import { formatEuro } from '@venue-booking/domain/wording/formats';
import { nameIn } from '@venue-booking/domain/wording/nameIn';
import type { Booking } from '@venue-booking/proto/booking/booking';
import type { PriceLine } from '@venue-booking/proto/price/pricing';
import type { Locale } from '@venue-booking/proto/primitives';

type Priced = Pick<Booking, 'guests' | 'add_ons'> & { lines: readonly PriceLine[] | undefined };

/**
 * The lines of a price, if they say more than the total. Lines are in the language of the booking. Names of
 * categories and add-ons are translated to the language of the page.
 */
export function priceRows(
  { lines = [], guests = [], add_ons = [] }: Priced,
  language: Locale,
): [string, string][] {
  if (!explainPrice(lines, guests)) return [];
  const items = [...guests, ...add_ons].map(({ name }) => name);
  const textOf = (text: string) => {
    const named = items.find((name) => Object.values(name).includes(text));
    return named ? nameIn(named, language) : translateLineText(text, language);
  };
  return lines.map(({ text, count, amount_eur }) => [
    countedText({ text: textOf(text), count }),
    formatEuro(amount_eur, language),
  ]);
}
