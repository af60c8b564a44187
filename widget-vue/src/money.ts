import type { Facility } from '@venue-booking/proto/facility';
import type { Slot } from '@venue-booking/proto/slot';
import { TAGS } from './dates.ts';
import type { Locale } from './wording.ts';

/**
 * Price of a party in euro; undefined where only the time tells, and none was chosen. Counted in cents:
 * 3 × 34.10 is not 102.30 in floating point. By a price list, it is what the API says.
 */
export const totalOf = (
  { price, price_eur }: Pick<Facility, 'price' | 'price_eur'>,
  people: number,
  slot?: Pick<Slot, 'price'>,
): number | undefined =>
  price ? slot?.price?.totals_eur[people - 1] : (Math.round(price_eur * 100) * people) / 100;

const formats = new Map<Locale, Intl.NumberFormat>();

/** `€ 1.034,50`, `€1,034.50`. */
export function euroText(locale: Locale, euro: number): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(TAGS[locale], { style: 'currency', currency: 'EUR' });
    formats.set(locale, format);
  }
  return format.format(euro);
}
