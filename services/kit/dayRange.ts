import { fail } from '@venue-booking/proto/failures';
import { daysBetween } from './venueTime.ts';

/**
 * How many days a range has, both its ends among them.
 * @param most days that it may have; `told` is what a longer one is told of that
 * @throws `range_reversed`, `range_too_long`
 */
export function countDays({ from, to }: { from: string; to: string }, most: number, told = most): number {
  if (to < from) throw fail('range_reversed');
  const count = daysBetween(from, to) + 1;
  if (count > most) throw fail('range_too_long', { days: told });
  return count;
}
