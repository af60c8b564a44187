import { fail } from '@venue-booking/proto/failures';
import { daysBetween } from './venueTime.ts';

/**
 * Number of days in a range, both ends included.
 * @param most maximum number of days
 * @param told number of days that the failure shows
 * @throws `range_reversed`, `range_too_long`
 */
export function countDays({ from, to }: { from: string; to: string }, most: number, told = most): number {
  if (to < from) throw fail('range_reversed');
  const count = daysBetween(from, to) + 1;
  if (count > most) throw fail('range_too_long', { days: told });
  return count;
}
