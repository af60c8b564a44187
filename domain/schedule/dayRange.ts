import { fail } from '@venue-booking/proto/failures';
import { daysBetween } from './venueTime.ts';

/**
 * Number of days in a range, both ends included.
 * @param max maximum number of days
 * @param shownMax maximum that the failure shows
 * @throws `range_reversed`, `range_too_long`
 */
export function countDays({ from, to }: { from: string; to: string }, max: number, shownMax = max): number {
  if (to < from) throw fail('range_reversed');
  const count = daysBetween(from, to) + 1;
  if (count > max) throw fail('range_too_long', { days: shownMax });
  return count;
}
