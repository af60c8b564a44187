import { TAGS } from './dates.ts';
import type { Locale } from './wording.ts';

/** Price of a party in euro. Counted in cents: 3 × 34.10 is not 102.30 in floating point. */
export const totalOf = (pricePerPerson: number, people: number): number =>
  (Math.round(pricePerPerson * 100) * people) / 100;

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
