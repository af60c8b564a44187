import { fail } from '@venue-booking/proto/failures';
import { minutesOf } from './openingHours.ts';
import { addDays, instantAt, localAt } from './venueTime.ts';

/** How a series repeats: every so many weeks, until a number of dates or a last date. */
export type Repetition = { everyWeeks: number } & ({ count: number } | { until: string });

/**
 * The starts of a series in ms since 1970, the first one included. All have the local time of the first, also
 * after the clocks change. A local time that is skipped means the instant an hour later.
 * @throws `series_too_long` for more than `max` dates
 */
export function seriesStarts(
  timezone: string,
  first: number,
  { everyWeeks, ...end }: Repetition,
  max: number,
): number[] {
  const [date = '', time = ''] = localAt(timezone, first).split('T');
  const dateOf = (index: number) => addDays(date, 7 * everyWeeks * index);
  const isOver = (index: number) => ('count' in end ? index >= end.count : dateOf(index) > end.until);
  const starts = [first];
  while (!isOver(starts.length)) {
    if (starts.length === max) throw fail('series_too_long', { max });
    starts.push(instantAt(timezone, dateOf(starts.length), minutesOf(time)));
  }
  return starts;
}
