import type { Holiday } from '@venue-booking/proto/venue/holiday';
import { addDays, weekdayOf } from './venueTime.ts';

/** Easter Sunday in the Gregorian calendar, by the algorithm of Butcher's Ecclesiastical Calendar (1876). */
export function easterOf(year: number): string {
  const [golden, century, of] = [year % 19, Math.floor(year / 100), year % 100];
  const drift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - drift + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(of / 4) - epact - (of % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1];
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The day of a year, `MM-DD`, of a holiday's `on`. */
export function dayInYear(on: string, year: number): string {
  if (on === 'kings_day')
    return weekdayOf(`${String(year).padStart(4, '0')}-04-27`) === 7 ? '04-26' : '04-27';
  return on.startsWith('easter') ? addDays(easterOf(year), Number(on.slice(6))).slice(5) : on;
}

/** Holidays by year and day, cached because every read of slots repeats them. */
const cached = new WeakMap<readonly Holiday[], Map<number, Map<string, Holiday>>>();
/** Maximum number of cached years per venue: more than a range of slots has. */
const MAX_YEARS = 8;

/** The holiday on a date, the first of the list; undefined if there is none. */
export function holidayOn(holidays: readonly Holiday[], date: string): Holiday | undefined {
  if (holidays.length === 0) return undefined;
  const years = cached.get(holidays) ?? new Map<number, Map<string, Holiday>>();
  cached.set(holidays, years);
  const year = Number(date.slice(0, 4));
  let days = years.get(year);
  if (!days) {
    // In reverse order, so that the first of two on the same day is kept.
    days = new Map(holidays.toReversed().map((holiday) => [dayInYear(holiday.on, year), holiday]));
    if (years.size >= MAX_YEARS) years.clear();
    years.set(year, days);
  }
  return days.get(date.slice(5));
}
