import type { Locale } from '@venue-booking/proto/primitives';
import { addDays } from '../../../bookingDay.ts';
import { type Days, weekdayOf } from './days.ts';

/** Countries with their national public holidays. Regional holidays are not included. */

export const COUNTRIES = ['NL', 'BE', 'DE', 'FR'] as const;
export type Country = (typeof COUNTRIES)[number];
/** `on` is its rule in the API. */
export type Holiday = { date: string; name: string; on: string };

type Names = Record<Locale, string>;
const named = (en: string, nl: string): Names => ({ en, nl });
const newYear: [string, Names] = ['01-01', named('New Year', 'Nieuwjaarsdag')];
const goodFriday: [string, Names] = ['easter-2', named('Good Friday', 'Goede Vrijdag')];
const easter: [string, Names] = ['easter', named('Easter Sunday', 'Eerste paasdag')];
const easterMonday: [string, Names] = ['easter+1', named('Easter Monday', 'Tweede paasdag')];
const labourDay: [string, Names] = ['05-01', named('Labour Day', 'Dag van de Arbeid')];
const ascension: [string, Names] = ['easter+39', named('Ascension Day', 'Hemelvaartsdag')];
const pentecost: [string, Names] = ['easter+49', named('Whit Sunday', 'Eerste pinksterdag')];
const whitMonday: [string, Names] = ['easter+50', named('Whit Monday', 'Tweede pinksterdag')];
const assumption: [string, Names] = ['08-15', named('Assumption', 'Maria-Hemelvaart')];
const allSaints: [string, Names] = ['11-01', named('All Saints', 'Allerheiligen')];
const armistice: [string, Names] = ['11-11', named('Armistice', 'Wapenstilstand')];
const christmas: [string, Names] = ['12-25', named('Christmas', 'Eerste kerstdag')];
const secondChristmas: [string, Names] = ['12-26', named('Second day of Christmas', 'Tweede kerstdag')];

const calendars: Record<Country, readonly [string, Names][]> = {
  NL: [
    newYear,
    easter,
    easterMonday,
    ['kings_day', named('King’s Day', 'Koningsdag')],
    ['05-05', named('Liberation Day', 'Bevrijdingsdag')],
    ascension,
    pentecost,
    whitMonday,
    christmas,
    secondChristmas,
  ],
  BE: [
    newYear,
    easterMonday,
    labourDay,
    ascension,
    whitMonday,
    ['07-21', named('National Day of Belgium', 'Nationale feestdag')],
    assumption,
    allSaints,
    armistice,
    christmas,
  ],
  DE: [
    newYear,
    goodFriday,
    easterMonday,
    labourDay,
    ascension,
    whitMonday,
    ['10-03', named('German Unity Day', 'Dag van de Duitse eenheid')],
    christmas,
    secondChristmas,
  ],
  FR: [
    newYear,
    easterMonday,
    labourDay,
    ['05-08', named('Victory Day', 'Dag van de overwinning')],
    ascension,
    whitMonday,
    ['07-14', named('Bastille Day', 'Nationale feestdag')],
    assumption,
    allSaints,
    armistice,
    christmas,
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
export function holidaysIn(country: Country, { first, last }: Days, language: Locale): Holiday[] {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return years
    .flatMap((year) =>
      calendars[country].map(([on, names]) => ({ date: dateIn(year, on), name: names[language], on })),
    )
    .filter(({ date }) => date >= first && date <= last)
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** The name of a rule's holiday, such as Easter Monday; undefined if it is none. */
export const holidayName = (on: string, language: Locale): string | undefined =>
  Object.values(calendars)
    .flat()
    .find(([rule]) => rule === on)?.[1][language];

/** The rule that repeats a date every year: a holiday of the country, or else the day and month. */
export const ruleOf = (date: string, country: Country | ''): string =>
  (country &&
    holidaysIn(country, { first: date, last: date }, 'en').find((holiday) => holiday.date === date)?.on) ||
  date.slice(5);
