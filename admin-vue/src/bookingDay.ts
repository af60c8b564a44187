import type { AdminBooking } from '@venue-booking/proto/booking/adminBooking';

/** Dates are `YYYY-MM-DD`, calculated in UTC, which has no clock changes. */

const DAY_MS = 86_400_000;

/**
 * Adds days to a date.
 * @param days may be negative
 */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The local time of a zone at an instant, as if it were UTC, in ms. */
function shownAt(instant: number, timeZone: string): number {
  // The Swedish locale formats dates as ISO 8601.
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  return Date.parse(`${new Intl.DateTimeFormat('sv-SE', options).format(instant).replace(' ', 'T')}Z`);
}

/**
 * The instant of a local time, in ms. As on the server, a skipped time is an hour later, and a repeated time
 * is its first occurrence.
 */
function instantAt(shown: number, timeZone: string): number {
  const by = (at: number) => shown - (shownAt(at, timeZone) - at);
  const [first, second] = [by(shown - DAY_MS), by(shown + DAY_MS)];
  if (shownAt(first, timeZone) === shown) return first;
  return shownAt(second, timeZone) === shown ? second : first;
}

/** The day of a booking in a list; absent from a server of the previous release. */
export const dayOf = ({ booking_day, starts_at }: Pick<AdminBooking, 'booking_day' | 'starts_at'>): string =>
  booking_day ?? starts_at.slice(0, 10);

/**
 * The booking day at an instant. It starts at `dayStart` (HH:MM) in the venue's time zone, not at midnight.
 */
export function bookingDayAt(
  now: Date,
  { timezone, dayStart }: { timezone: string; dayStart: string },
): string {
  const date = new Date(shownAt(now.getTime(), timezone)).toISOString().slice(0, 10);
  const began = instantAt(Date.parse(`${date}T${dayStart}Z`), timezone);
  return now.getTime() < began ? addDays(date, -1) : date;
}
