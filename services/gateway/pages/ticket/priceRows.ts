import { countedText, formatEuro } from '@venue-booking/kit/wording';
import type { Booking } from '@venue-booking/proto/booking';
import { wordsIn } from '@venue-booking/proto/price/words';
import type { PriceLine } from '@venue-booking/proto/pricing';
import type { Locale } from '@venue-booking/proto/primitives';

type Priced = Pick<Booking, 'guests' | 'add_ons'> & { lines: readonly PriceLine[] | undefined };

/**
 * Why something costs what it does, where more than one thing adds up to it. Lines are in the language of the
 * booking: what they name has another name in that of the page, unless the venue gave it only one.
 */
export function priceRows(
  { lines = [], guests = [], add_ons = [] }: Priced,
  language: Locale,
): [string, string][] {
  if (lines.length < 2) return [];
  const items = [...guests, ...add_ons].map(({ name }) => name);
  const textOf = (text: string) =>
    items.find(({ nl, en }) => nl === text || en === text)?.[language] ?? wordsIn(text, language);
  return lines.map(({ text, count, amount_eur }) => [
    countedText({ text: textOf(text), count }),
    formatEuro(amount_eur, language),
  ]);
}
