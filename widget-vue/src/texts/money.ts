import type { Facility } from '@venue-booking/proto/facility/facility';
import type { Slot } from '@venue-booking/proto/facility/slot';
import { formatOf } from './formats.ts';
import type { Locale } from './wording.ts';

/**
 * Price for a party in euros; undefined if it depends on the slot and none is chosen. Computed in cents,
 * because 3 × 34.10 is not 102.30 in floating point. With a price list, it is the total from the API.
 */
export const totalOf = (
  { price, price_eur }: Pick<Facility, 'price' | 'price_eur'>,
  people: number,
  slot?: Pick<Slot, 'price'>,
): number | undefined =>
  price ? slot?.price?.totals_eur[people - 1] : (Math.round(price_eur * 100) * people) / 100;

/** `€ 1.034,50`, `€1,034.50`. */
export const euroText = (locale: Locale, euro: number): string =>
  numberText(locale, euro, { style: 'currency', currency: 'EUR' });

/** Formats a number with its currency or unit. */
export const numberText = (locale: Locale, number: number, kind: Intl.NumberFormatOptions): string =>
  formatOf(Intl.NumberFormat, locale, kind).format(number);
