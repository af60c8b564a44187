import type { PriceRule, Pricing } from '@venue-booking/proto/price/pricing';
import { pricesAt } from './priceOf.ts';
import { appliesAt, type Moment } from './ruleConditions.ts';

/** Maximum number of computed prices and examined times, so that no price list takes long. */
const MAX_PRICES = 20_000;
const MAX_MOMENTS = 10_000;
/** Party sizes up to this one are all tried; above it, only sizes at which a price changes. */
const ALL_PEOPLE = 50;
/**
 * A leap year, for yearly rules, and the number of years after it in which each date falls on each weekday.
 */
const YEAR = 2024;
const YEARS = 12;
const DAY_MS = 24 * 3600_000;

/**
 * The lowest price per person and per booking, in cents, for parties within a size range. Ignores rules for
 * dates that do not repeat, because the result stays visible after they end. If a list has too many cases to
 * try, the result is the lowest of those that were tried, so it is always an attainable price.
 */
export function lowestPrices(
  pricing: Pricing,
  { min, max }: { min: number; max: number },
): { perPersonCents: number; bookingCents: number } {
  const repeating = {
    ...pricing,
    rules: pricing.rules.filter(({ first_date, yearly }) => !first_date || yearly),
  };
  const sizes = sizesOf(repeating, min, max);
  let [perPersonCents, bookingCents] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const seen = new Set<string>();
  let [moments, prices] = [0, 0];
  for (const moment of momentsOf(repeating)) {
    if (++moments > MAX_MOMENTS) break;
    const applying = repeating.rules.map(appliesAt(moment)).join();
    if (seen.has(applying)) continue;
    seen.add(applying);
    const priceFor = pricesAt(repeating, moment);
    for (const people of sizes) {
      const { totalCents } = priceFor({ people, locale: 'en' });
      // Round down, so that the price per person times the people never exceeds the total.
      perPersonCents = Math.min(perPersonCents, Math.floor(totalCents / people));
      bookingCents = Math.min(bookingCents, totalCents);
      if (++prices >= MAX_PRICES) return { perPersonCents, bookingCents };
    }
  }
  return { perPersonCents, bookingCents };
}

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
function* momentsOf({ rules }: Pricing): Generator<Moment> {
  const hours = ['00:00', ...rules.flatMap(({ from_time, to_time }) => [from_time, to_time])];
  const times = [...new Set(hours)].filter((time) => time !== undefined);
  const ahead = [0, ...rules.flatMap((rule) => [rule.from_hours_ahead ?? 0, rule.to_hours_ahead ?? 0])];
  const dates = datesOf(rules);
  for (const hoursAhead of new Set(ahead))
    for (const date of dates) for (const time of times) yield { startsAt: `${date}T${time}`, hoursAhead };
}

/**
 * A week from each date at which a season begins or ends. For seasons shorter than a week, also in other
 * years.
 */
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
