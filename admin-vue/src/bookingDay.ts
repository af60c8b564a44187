/** Days as `YYYY-MM-DD`. They are read as UTC, so that clocks put back have no say. */

const DAY_MS = 86_400_000;

/** The date some days later. @param days may be negative */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The booking day at an instant: it begins at `dayStart` (HH:MM) of the venue's zone, not at midnight. */
export function bookingDayAt(
  now: Date,
  { timezone, dayStart }: { timezone: string; dayStart: string },
): string {
  // In Swedish it is written as here.
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(now);
  const [date = '', time = ''] = local.split(' ');
  return time < dayStart ? addDays(date, -1) : date;
}
