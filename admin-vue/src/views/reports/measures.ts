import type { Figures } from '@venue-booking/proto/reports/figures';
import { count, euro } from '../../format.ts';

/** The measures per period, in display order. */
export const MEASURES = [
  'bookings',
  'people',
  'booked_eur',
  'revenue_eur',
  'refunds_eur',
  'cancelled',
  'no_shows',
] as const satisfies (keyof Figures['totals'])[];
export type Measure = (typeof MEASURES)[number];

/** Formats a value: an amount in euro, or a number. */
export const written = (measure: Measure, value: number): string =>
  measure.endsWith('_eur') ? euro(value) : count(value);
