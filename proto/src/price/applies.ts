import type { PriceRule } from '../pricing.ts';

/** Whether a rule holds for a party of so many people, at some time. */
export const isForParty = (
  { from_people: least = 1, to_people: most = Infinity }: PriceRule,
  people: number,
) => least <= people && people <= most;

/** When a party comes, and when it books. */
export type Moment = {
  /** The venue's local time, `YYYY-MM-DDTHH:MM`. */
  startsAt: string;
  /** Hours from the booking until the start; 0 where nothing is told. */
  hoursAhead?: number;
};

/** Whether a rule holds at some time, for some party. */
export function isForTime(rule: PriceRule, { startsAt, hoursAhead = 0 }: Moment): boolean {
  const { weekdays, from_time: from, to_time: to, from_hours_ahead: least = 0, to_hours_ahead: most } = rule;
  const ahead = Math.max(0, hoursAhead);
  if (ahead < least || ahead >= (most ?? Number.POSITIVE_INFINITY)) return false;
  const [date, time] = [startsAt.slice(0, 10), startsAt.slice(11)];
  if (from === undefined || to === undefined) return isForDay(rule, weekdays, date);
  const isNight = to <= from;
  const isInside = isNight ? time >= from || time < to : time >= from && time < to;
  // Hours of a night behind midnight are those of the day before.
  return isInside && isForDay(rule, weekdays, isNight && time < to ? dayBefore(date) : date);
}

const isForDay = (rule: PriceRule, weekdays: number[] | undefined, date: string): boolean =>
  isInSeason(rule, date) && (weekdays?.includes(weekdayOf(date)) ?? true);

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
