const HOUR = 3_600_000;

/** The UTC date of an instant. */
export const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The local time of an instant, `YYYY-MM-DDTHH:MM`. */
export const localTime = (timezone: string, at: number): string =>
  new Date(at).toLocaleString('sv', { timeZone: timezone }).replace(' ', 'T').slice(0, 16);

/** The booking day of a local time: before the start of the day, the date before. */
export function dayOf(dayStart: string, local: string): string {
  const date = local.slice(0, 10);
  if (local.slice(11) >= dayStart) return date;
  return new Date(Date.parse(date) - 24 * HOUR).toISOString().slice(0, 10);
}

/** The instant of a local time that exists once, found by search. */
export function instantOf(timezone: string, local: string): number {
  let [low, high] = [Date.parse(`${local}Z`) - 15 * HOUR, Date.parse(`${local}Z`) + 15 * HOUR];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (localTime(timezone, middle) < local) low = middle;
    else high = middle;
  }
  return high;
}
