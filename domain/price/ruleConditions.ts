import type { PriceRule } from '@venue-booking/proto/price/pricing';

/** Whether a rule applies to a party of this size. */
export const appliesToParty = (
  { from_people: least = 1, to_people: most = Infinity }: PriceRule,
  people: number,
) => least <= people && people <= most;

/** The start of a visit, and how long before it was booked. */
export type Moment = {
  /** The venue's local time, `YYYY-MM-DDTHH:MM`. */
  startsAt: string;
  /** Hours from the booking until the start; 0 by default. */
  hoursAhead?: number;
};

type Day = { date: string; monthDay: string; weekday: number };

/** Returns a test of which rules apply at a time. Parses the time once for all rules. */
export function appliesAt({ startsAt, hoursAhead = 0 }: Moment): (rule: PriceRule) => boolean {
  const ahead = Math.max(0, hoursAhead);
  const time = startsAt.slice(11);
  const day = dayOf(startsAt.slice(0, 10));
  let before: Day | undefined;
  return (rule) => {
    const { from_time: from, to_time: to, from_hours_ahead: least = 0, to_hours_ahead: most } = rule;
    if (ahead < least || ahead >= (most ?? Number.POSITIVE_INFINITY)) return false;
    if (from === undefined || to === undefined) return isForDay(rule, day);
    const isNight = to <= from;
    const isInside = isNight ? time >= from || time < to : time >= from && time < to;
    if (!isInside) return false;
    // Hours of a night after midnight count for the day before.
    if (!isNight || time >= to) return isForDay(rule, day);
    before ??= dayOf(dayBefore(day.date));
    return isForDay(rule, before);
  };
}

/** 1 = Monday to 7 = Sunday. */
const dayOf = (date: string): Day => ({
  date,
  monthDay: date.slice(5),
  weekday: new Date(`${date}T00:00:00Z`).getUTCDay() || 7,
});

const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 24 * 3600_000).toISOString().slice(0, 10);

const isForDay = (rule: PriceRule, day: Day): boolean =>
  isInSeason(rule, day) && (rule.weekdays?.includes(day.weekday) ?? true);

function isInSeason({ first_date: first, last_date: last, yearly }: PriceRule, day: Day): boolean {
  if (first === undefined || last === undefined) return true;
  if (!yearly) return first <= day.date && day.date <= last;
  const [from, to] = [first.slice(5), last.slice(5)];
  const isFrom = from <= day.monthDay;
  const isTo = day.monthDay <= to;
  return from <= to ? isFrom && isTo : isFrom || isTo;
}
