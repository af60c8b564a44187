import type { Figures } from '@venue-booking/proto/figures';
import { count, euro } from '../../format.ts';

/** What is counted by period, in the order in which it is shown. */
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

/** A value as it is written: an amount in euro, or a number. */
export const written = (measure: Measure, value: number): string =>
  measure.endsWith('_eur') ? euro(value) : count(value);
