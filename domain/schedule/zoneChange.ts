import { minutesOf } from './openingHours.ts';
import { bookingDayAt, instantAt, localAt } from './venueTime.ts';

/** How a venue's time of day is read: its zone, and HH:MM at which a booking day starts. */
export type VenueClock = { timezone: string; dayStart: string };

type Interval = { startsAt: number; endsAt: number };

/**
 * The instant at which the clocks of the zone `to` show what those of `from` show at an instant. Not always
 * one to one: an hour that is repeated in one zone is a single hour in the other.
 */
export function sameClock(from: string, to: string, instant: number): number {
  const [date = '', time = ''] = localAt(from, instant).split('T');
  return instantAt(to, date, minutesOf(time)) + (instant % 60_000);
}

/** Whether two clocks show an interval at different times, or count it for different booking days. */
export const isShownOtherwise = (before: VenueClock, after: VenueClock, { startsAt, endsAt }: Interval) =>
  localAt(before.timezone, startsAt) !== localAt(after.timezone, startsAt) ||
  localAt(before.timezone, endsAt) !== localAt(after.timezone, endsAt) ||
  bookingDayAt(before.timezone, before.dayStart, startsAt) !==
    bookingDayAt(after.timezone, after.dayStart, startsAt);

/** A change of the zone in an event of catalog. */
type AnnouncedChange = { revision: bigint; keepsClock: boolean };

/**
 * Whether bookings keep their clock time in a change of the zone that was not followed yet.
 * @param followed the revision of the last change that was followed; null: none
 */
export const keepsClock = (change: AnnouncedChange | undefined, followed: bigint | null): boolean =>
  change?.keepsClock === true && change.revision > (followed ?? 0n);
