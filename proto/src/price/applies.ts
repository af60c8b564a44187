import type { PriceRule } from '../pricing.ts';
import type { Party } from './priceOf.ts';

/** Whether all conditions of a rule hold for a party at a time. */
export function applies(rule: PriceRule, { startsAt, people }: Pick<Party, 'startsAt' | 'people'>): boolean {
  const { weekdays, from_time: from, to_time: to, from_people: least = 1, to_people: most = people } = rule;
  if (people < least || people > most) return false;
  const time = startsAt.slice(11);
  const isNight = from !== undefined && to !== undefined && to <= from;
  if (from !== undefined && to !== undefined) {
    const isInside = isNight ? time >= from || time < to : time >= from && time < to;
    if (!isInside) return false;
  }
  // Hours of a night behind midnight are those of the day before.
  const date =
    isNight && to !== undefined && time < to ? dayBefore(startsAt.slice(0, 10)) : startsAt.slice(0, 10);
  return (weekdays?.includes(weekdayOf(date)) ?? true) && isInSeason(rule, date);
}

function isInSeason({ first_date: first, last_date: last, yearly }: PriceRule, date: string): boolean {
  if (first === undefined || last === undefined) return true;
  if (!yearly) return first <= date && date <= last;
  const [day, from, to] = [date.slice(5), first.slice(5), last.slice(5)];
  return from <= to ? from <= day && day <= to : from <= day || day <= to;
}

const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 24 * 3600_000).toISOString().slice(0, 10);

/** 1 = Monday to 7 = Sunday. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
