import type { Locale } from '@venue-booking/proto/primitives';
import { addDays } from '../../../bookingDay.ts';
import { type Days, weekdayOf } from './days.ts';

/** Countries with their national public holidays. Regional holidays are not included. */

export const COUNTRIES = ['NL', 'BE', 'DE', 'FR'] as const;
export type Country = (typeof COUNTRIES)[number];
export type Holiday = { date: string; name: string };

type Names = Record<Locale, string>;
/** `MM-DD`, a number of days after Easter, or a function of the year. */
type When = string | number | ((year: number) => string);

const named = (en: string, nl: string): Names => ({ en, nl });
const newYear: [When, Names] = ['01-01', named('New Year', 'Nieuwjaarsdag')];
const goodFriday: [When, Names] = [-2, named('Good Friday', 'Goede Vrijdag')];
const easter: [When, Names] = [0, named('Easter Sunday', 'Eerste paasdag')];
const easterMonday: [When, Names] = [1, named('Easter Monday', 'Tweede paasdag')];
const labourDay: [When, Names] = ['05-01', named('Labour Day', 'Dag van de Arbeid')];
const ascension: [When, Names] = [39, named('Ascension Day', 'Hemelvaartsdag')];
const pentecost: [When, Names] = [49, named('Whit Sunday', 'Eerste pinksterdag')];
const whitMonday: [When, Names] = [50, named('Whit Monday', 'Tweede pinksterdag')];
const assumption: [When, Names] = ['08-15', named('Assumption', 'Maria-Hemelvaart')];
const allSaints: [When, Names] = ['11-01', named('All Saints', 'Allerheiligen')];
const armistice: [When, Names] = ['11-11', named('Armistice', 'Wapenstilstand')];
const christmas: [When, Names] = ['12-25', named('Christmas', 'Eerste kerstdag')];
const secondChristmas: [When, Names] = ['12-26', named('Second day of Christmas', 'Tweede kerstdag')];

/** Moves to the day before when it is a Sunday. */
const kingsDay = (year: number) => (weekdayOf(`${year}-04-27`) === 7 ? `${year}-04-26` : `${year}-04-27`);

const calendars: Record<Country, readonly [When, Names][]> = {
  NL: [
    newYear,
    easter,
    easterMonday,
    [kingsDay, named('King’s Day', 'Koningsdag')],
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

function dateIn(year: number, when: When): string {
  if (typeof when === 'function') return when(year);
  return typeof when === 'number' ? addDays(easterOf(year), when) : `${year}-${when}`;
}

/** The public holidays of a country in a period, by date. */
export function holidaysIn(country: Country, { first, last }: Days, language: Locale): Holiday[] {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return years
    .flatMap((year) =>
      calendars[country].map(([when, names]) => ({ date: dateIn(year, when), name: names[language] })),
    )
    .filter(({ date }) => date >= first && date <= last)
    .sort((a, b) => a.date.localeCompare(b.date));
}
