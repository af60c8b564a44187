import { addDays } from '../../../bookingDay.ts';
import { type Days, weekdayOf } from './days.ts';

/** Countries with their national public holidays. Regional holidays are not included. */

export const COUNTRIES = ['NL', 'BE', 'DE', 'FR'] as const;
export type Country = (typeof COUNTRIES)[number];
/** `on` is its rule in the API. */
export type Holiday = { date: string; on: string };

const calendars: Record<Country, readonly string[]> = {
  NL: [
    '01-01',
    'easter',
    'easter+1',
    'kings_day',
    '05-05',
    'easter+39',
    'easter+49',
    'easter+50',
    '12-25',
    '12-26',
  ],
  BE: ['01-01', 'easter+1', '05-01', 'easter+39', 'easter+50', '07-21', '08-15', '11-01', '11-11', '12-25'],
  DE: ['01-01', 'easter-2', 'easter+1', '05-01', 'easter+39', 'easter+50', '10-03', '12-25', '12-26'],
  FR: [
    '01-01',
    'easter+1',
    '05-01',
    '05-08',
    'easter+39',
    'easter+50',
    '07-14',
    '08-15',
    '11-01',
    '11-11',
    '12-25',
  ],
};

/** Easter Sunday in the Gregorian calendar, by the algorithm of Butcher's Ecclesiastical Calendar (1876). */
export function easterOf(year: number): string {
  const [golden, century, of] = [year % 19, Math.floor(year / 100), year % 100];
  const drift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - drift + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(of / 4) - epact - (of % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The date of a rule of the API in a year: `MM-DD`, `easter+1` or `kings_day`. */
export function dateIn(year: number, on: string): string {
  // King's Day moves to the day before when it is a Sunday.
  if (on === 'kings_day') return weekdayOf(`${year}-04-27`) === 7 ? `${year}-04-26` : `${year}-04-27`;
  return on.startsWith('easter') ? addDays(easterOf(year), Number(on.slice(6))) : `${year}-${on}`;
}

/** The public holidays of a country in a period, by date. */
export function holidaysIn(country: Country, { first, last }: Days): Holiday[] {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return years
    .flatMap((year) => calendars[country].map((on) => ({ date: dateIn(year, on), on })))
    .filter(({ date }) => date >= first && date <= last)
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** The rule that repeats a date every year: a holiday of the country, or else the day and month. */
export const ruleOf = (date: string, country: Country | ''): string =>
  (country && holidaysIn(country, { first: date, last: date })[0]?.on) || date.slice(5);
