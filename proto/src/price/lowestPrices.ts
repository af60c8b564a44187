import type { PriceRule, Pricing } from '../pricing.ts';
import { holdsAt, type Moment } from './applies.ts';
import { pricesAt } from './priceOf.ts';

/** Prices that are computed, and times that are looked at, at most: no price list keeps anybody waiting. */
const MOST_TRIED = 20_000;
const MOST_MOMENTS = 10_000;
/** Party sizes that are all tried; above, only those at which something changes. */
const ALL_PEOPLE = 50;
/** A leap year, for rules of every year, and those after it in which each date has been on each weekday. */
const YEAR = 2024;
const YEARS = 12;
const DAY_MS = 24 * 3600_000;

/**
 * The lowest price per person and of a booking that parties of some sizes can get, in cents. Rules of dates
 * that come once don't count: they pass, and what is said here stays. Of a list with more cases than can be
 * tried it is the lowest of those that were: one that somebody can get.
 */
export function lowestPrices(
  pricing: Pricing,
  { min, max }: { min: number; max: number },
): { perPersonCents: number; bookingCents: number } {
  const lasting = {
    ...pricing,
    rules: pricing.rules.filter(({ first_date, yearly }) => !first_date || yearly),
  };
  const sizes = sizesOf(lasting, min, max);
  let [perPersonCents, bookingCents] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const known = new Set<string>();
  let [looked, tried] = [0, 0];
  for (const moment of momentsOf(lasting)) {
    if (++looked > MOST_MOMENTS) break;
    const held = lasting.rules.map(holdsAt(moment)).join();
    if (known.has(held)) continue;
    known.add(held);
    const priceFor = pricesAt(lasting, moment);
    for (const people of sizes) {
      const { totalCents } = priceFor({ people, locale: 'en' });
      // Not rounded up, so that so many times it is never more than they pay.
      perPersonCents = Math.min(perPersonCents, Math.floor(totalCents / people));
      bookingCents = Math.min(bookingCents, totalCents);
      if (++tried >= MOST_TRIED) return { perPersonCents, bookingCents };
    }
  }
  return { perPersonCents, bookingCents };
}

/** Party sizes between which nothing new happens. */
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
 * A time of each kind: each weekday in and out of each season, at each hour at which something changes,
 * booked at once and as early as something changes. One by one, as there may be millions.
 */
function* momentsOf({ rules }: Pricing): Generator<Moment> {
  const hours = ['00:00', ...rules.flatMap(({ from_time, to_time }) => [from_time, to_time])];
  const times = [...new Set(hours)].filter((time) => time !== undefined);
  const ahead = [0, ...rules.flatMap((rule) => [rule.from_hours_ahead ?? 0, rule.to_hours_ahead ?? 0])];
  const dates = datesOf(rules);
  for (const hoursAhead of new Set(ahead))
    for (const date of dates) for (const time of times) yield { startsAt: `${date}T${time}`, hoursAhead };
}

/** A week from where each season begins or ends; of one that is shorter, its days in other years too. */
function datesOf(rules: PriceRule[]): Set<string> {
  const weekFrom = (year: number, date: string) => {
    const start = Date.parse(`${year}-${date.slice(-5)}T00:00:00Z`);
    return Array.from({ length: 8 }, (_, days) => new Date(start + days * DAY_MS).toISOString().slice(0, 10));
  };
  const bounds = rules.flatMap(({ first_date, last_date }) => [first_date, last_date]);
  const starts = ['01-01', ...bounds].filter((date) => date !== undefined);
  const short = rules.flatMap(({ first_date: first, last_date: last }) =>
    first && last && weekFrom(YEAR, first).some((date) => date.slice(-5) === last.slice(-5)) ? [first] : [],
  );
  return new Set([
    ...starts.flatMap((date) => weekFrom(YEAR, date)),
    ...short.flatMap((date) =>
      Array.from({ length: YEARS }, (_, years) => weekFrom(YEAR + 1 + years, date)).flat(),
    ),
  ]);
}
