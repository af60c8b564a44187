import type { SeasonDates } from '@venue-booking/proto/facility/timetable';
import type { PriceRule, Pricing } from '@venue-booking/proto/price/pricing';
import { partyOfSize, type SizedParty } from './partyOfSize.ts';
import { pricesAt } from './priceOf.ts';
import { appliesAt, type Moment } from './ruleConditions.ts';

/** Maximum number of computed prices and examined times, so that no price list takes long. */
const MAX_PRICES = 20_000;
const MAX_MOMENTS = 10_000;
const MAX_DATES = 2000;
/** Party sizes up to this one are all tried; above it, only sizes at which a price changes. */
const ALL_PEOPLE = 50;
/**
 * A leap year, for yearly rules, and the number of years after it in which each date falls on each weekday.
 */
const YEAR = 2024;
const YEARS = 12;
const DAY_MS = 24 * 3600_000;

/** When a facility can be booked: its start times on a date, and the dates at which its seasons change. */
export type Opening = { startsOn: (date: string) => readonly string[]; seasons: readonly SeasonDates[] };

/**
 * The lowest price per person and per booking, in cents, of the parties within a size range that guests can
 * book. Ignores rules for dates that do not repeat, because the result stays visible after they end. If a
 * list has too many cases to try, the result is the lowest of those that were tried, so it is always an
 * attainable price.
 * @param options.opening absent, or without any start time: all times count
 */
export function lowestPrices(
  pricing: Pricing,
  { min, max, opening }: { min: number; max: number; opening?: Opening },
): { perPersonCents: number; bookingCents: number } {
  const repeating = {
    ...pricing,
    rules: pricing.rules.filter(({ first_date, yearly }) => !first_date || yearly),
  };
  const sized = sizesOf(repeating, min, max).map((people) => ({
    people,
    party: partyOfSize(pricing, people),
  }));
  const fitting = sized.filter(({ people, party }) => party.people === people && isOfFirst(pricing, party));
  const parties = fitting.length > 0 ? fitting : sized;
  let [perPersonCents, bookingCents] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const seen = new Set<string>();
  let [moments, prices] = [0, 0];
  for (const moment of momentsOf(repeating, opening)) {
    if (++moments > MAX_MOMENTS) break;
    const applying = repeating.rules.map(appliesAt(moment)).join();
    if (seen.has(applying)) continue;
    seen.add(applying);
    const priceFor = pricesAt(repeating, moment);
    for (const { party } of parties) {
      const { totalCents } = priceFor({ ...party, locale: 'en' });
      // Round down, so that the price per person times the people never exceeds the total.
      perPersonCents = Math.min(perPersonCents, Math.floor(totalCents / party.people));
      bookingCents = Math.min(bookingCents, totalCents);
      if (++prices >= MAX_PRICES) return { perPersonCents, bookingCents };
    }
  }
  // A facility that is never open.
  if (moments === 0 && opening) return lowestPrices(pricing, { min, max });
  return { perPersonCents, bookingCents };
}

/** Whether the guests beyond the minimums are all in the first category, as in prices without categories. */
const isOfFirst = ({ categories = [] }: Pricing, { guests }: SizedParty): boolean =>
  categories.slice(1).every(({ key, min = 0 }) => (guests?.[key] ?? 0) === min);

/** The party sizes at which a price may change. */
function sizesOf({ parties = [], rules }: Pricing, min: number, max: number): number[] {
  const bounds = [
    ...parties.flatMap(({ people }) => [people - 1, people]),
    ...rules.flatMap(({ from_people: least = min, to_people: most = max }) => [
      least - 1,
      least,
      most,
      most + 1,
    ]),
  ];
  const few = Array.from({ length: Math.min(max - min + 1, ALL_PEOPLE) }, (_, index) => min + index);
  return [...new Set([...few, max, ...bounds])].filter((people) => people >= min && people <= max);
}

/**
 * One time of each kind: each weekday in and outside of each season, at each hour at which a rule begins or
 * ends, with each booking lead time at which one does. A generator, because there may be millions.
 */
function* momentsOf({ rules }: Pricing, opening?: Opening): Generator<Moment> {
  const hours = ['00:00', ...rules.flatMap(({ from_time, to_time }) => [from_time, to_time])];
  const times = [...new Set(hours)].filter((time) => time !== undefined);
  const ahead = [0, ...rules.flatMap((rule) => [rule.from_hours_ahead ?? 0, rule.to_hours_ahead ?? 0])];
  const dates = datesOf(rules, opening?.seasons);
  const startsOn = (date: string) =>
    opening ? firstOfEach(opening.startsOn(date), times) : times.map((time) => `${date}T${time}`);
  const starts = [...dates].slice(0, MAX_DATES).flatMap(startsOn);
  for (const hoursAhead of new Set(ahead)) for (const startsAt of starts) yield { startsAt, hoursAhead };
}

/** One of the starts between each two times at which a rule begins or ends. */
function firstOfEach(starts: readonly string[], times: readonly string[]): string[] {
  const kind = (start: string) => {
    const passed = times.filter((time) => time <= start.slice(11)).length;
    return `${start.slice(0, 10)} ${passed}`;
  };
  return [...new Map(starts.toReversed().map((start) => [kind(start), start])).values()];
}

/**
 * A week from each date at which a season begins or ends. For seasons shorter than a week, also in other
 * years.
 */
function datesOf(rules: PriceRule[], seasons: readonly SeasonDates[] = []): Set<string> {
  const weekFrom = (year: number, date: string) => {
    const start = Date.parse(`${year}-${date.slice(-5)}T00:00:00Z`);
    return Array.from({ length: 8 }, (_, days) => new Date(start + days * DAY_MS).toISOString().slice(0, 10));
  };
  const changes = seasons.flatMap(({ from, to }) => [from, to]);
  const bounds = [...rules.flatMap(({ first_date, last_date }) => [first_date, last_date]), ...changes];
  /** Years of seasons that happen once, and the one after, in which an open-ended one applies. */
  const years = changes.flatMap((date) => (date && date.length > 5 ? [Number(date.slice(0, 4))] : []));
  const starts = ['01-01', ...bounds].filter((date) => date !== undefined);
  const short = rules.flatMap(({ first_date: first, last_date: last }) =>
    first && last && weekFrom(YEAR, first).some((date) => date.slice(-5) === last.slice(-5)) ? [first] : [],
  );
  return new Set([
    ...[YEAR, ...new Set(years.flatMap((year) => [year, year + 1]))].flatMap((year) =>
      starts.flatMap((date) => weekFrom(year, date)),
    ),
    ...short.flatMap((date) =>
      Array.from({ length: YEARS }, (_, years) => weekFrom(YEAR + 1 + years, date)).flat(),
    ),
  ]);
}
