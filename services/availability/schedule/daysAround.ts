import { addDays } from '@venue-booking/domain/schedule/venueTime';
import type { Days } from './schedule.ts';

const DAY_MS = 24 * 3600_000;

/**
 * The booking days that may contain an instant: clocks are up to 14 hours away from UTC, and a booking day
 * may start late.
 * @param blockDays size of a block in UTC days; all instants of one block get the same days
 */
export const daysAround = (instant: number, blockDays = 1): Days => {
  const first = Math.floor(instant / DAY_MS / blockDays) * blockDays;
  return { from: addDays(new Date(first * DAY_MS).toISOString().slice(0, 10), -2), count: blockDays + 3 };
};
