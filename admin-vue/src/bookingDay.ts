/** Days as `YYYY-MM-DD`. They are read as UTC, so that clocks put back have no say. */

const DAY_MS = 86_400_000;

/** The date some days later. @param days may be negative */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** What the clocks of a zone show, read as UTC, in ms. */
function shownAt(instant: number, timeZone: string): number {
  // In Swedish it is written as here.
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  return Date.parse(`${new Intl.DateTimeFormat('sv-SE', options).format(instant).replace(' ', 'T')}Z`);
}

/**
 * The instant at which the clocks show a time, in ms. One that they skip is an hour later, and of one that
 * they show twice it is the first, as for the server.
 */
function instantAt(shown: number, timeZone: string): number {
  const by = (at: number) => shown - (shownAt(at, timeZone) - at);
  const [first, second] = [by(shown - DAY_MS), by(shown + DAY_MS)];
  if (shownAt(first, timeZone) === shown) return first;
  return shownAt(second, timeZone) === shown ? second : first;
}

/** The booking day at an instant: it begins at `dayStart` (HH:MM) of the venue's zone, not at midnight. */
export function bookingDayAt(
  now: Date,
  { timezone, dayStart }: { timezone: string; dayStart: string },
): string {
  const date = new Date(shownAt(now.getTime(), timezone)).toISOString().slice(0, 10);
  const began = instantAt(Date.parse(`${date}T${dayStart}Z`), timezone);
  return now.getTime() < began ? addDays(date, -1) : date;
}
