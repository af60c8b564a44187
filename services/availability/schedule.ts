import { instantAt, weekdayOf } from '@venue-booking/kit/venueTime';
import { hoursInDay, minutesOf } from '@venue-booking/proto/openingHours';

/** Hours of one booking day, `HH:MM` each. */
export type OpeningHours = { opensAt: string; closesAt: string };

/** All that decides when a facility is open. */
export type OpeningRules = OpeningHours & {
  timezone: string;
  /** HH:MM */
  dayStart: string;
  durationMinutes: number;
  bufferMinutes: number;
  /** 1 = Monday to 7 = Sunday, of the booking day. */
  openDays: readonly number[];
  /** By date of the booking day; `null` is closed. */
  exceptions: ReadonlyMap<string, OpeningHours | null>;
};

/** From one instant up to, not including, another, in ms since 1970. */
export type Interval = { startsAt: number; endsAt: number };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Slot ids reach from 2020 into 2147; the days at both ends are left out. */
const FIRST_DATE = '2020-01-02';
const LAST_DATE = '2147-07-01';

/** The booking day of a date: from `dayStart` to the next day's. */
export function bookingDay({ timezone, dayStart }: OpeningRules, date: string): Interval {
  const start = minutesOf(dayStart);
  return {
    startsAt: instantAt(timezone, date, start),
    endsAt: instantAt(timezone, date, start + DAY_MINUTES),
  };
}

/**
 * The hours of a booking day in minutes by the clock from `dayStart`, or null when the facility is closed.
 */
function hoursOn(rules: OpeningRules, date: string): ReturnType<typeof hoursInDay> {
  const exception = rules.exceptions.get(date);
  if (exception === null) return null;
  if (!exception && !rules.openDays.includes(weekdayOf(date))) return null;
  const { opensAt, closesAt } = exception ?? rules;
  return hoursInDay(rules.dayStart, opensAt, closesAt);
}

/**
 * When a facility is open on a booking day, or null when it is closed. Never beyond the booking day: a time
 * that a spring-forward night skips means a later instant, which may lie past a `dayStart` that comes after
 * it on the clock.
 */
export function openingOn(rules: OpeningRules, date: string): Interval | null {
  const hours = hoursOn(rules, date);
  if (!hours) return null;
  const start = minutesOf(rules.dayStart);
  const day = bookingDay(rules, date);
  return {
    startsAt: Math.max(day.startsAt, instantAt(rules.timezone, date, start + hours.opens)),
    endsAt: Math.min(day.endsAt, instantAt(rules.timezone, date, start + hours.closes)),
  };
}

/**
 * The slots of a booking day. They step through real time from opening, so a spring-forward night skips the
 * missing hour and a fall-back night has the doubled one twice. Where the last slot of other nights ends at
 * closing, it does on these two as well.
 */
export function slotsOn(rules: OpeningRules, date: string): Interval[] {
  if (date < FIRST_DATE || date > LAST_DATE) return [];
  const [hours, opening] = [hoursOn(rules, date), openingOn(rules, date)];
  if (!hours || !opening) return [];
  const { durationMinutes, bufferMinutes } = rules;
  const duration = durationMinutes * MINUTE_MS;
  const step = duration + bufferMinutes * MINUTE_MS;
  const slots: Interval[] = [];
  let startsAt = opening.startsAt;
  for (; startsAt + duration <= opening.endsAt; startsAt += step)
    slots.push({ startsAt, endsAt: startsAt + duration });

  const usual = (hours.closes - hours.opens + bufferMinutes) / (durationMinutes + bufferMinutes);
  if (!Number.isInteger(usual)) return slots;
  const last = slots.at(-1);
  const rest = opening.endsAt - startsAt;
  // What a change of clocks leaves is a slot or too little for one:
  // docs/decisions/0026-the-last-slot-ends-at-closing.md
  if (last && (slots.length >= usual || rest < duration / 2)) last.endsAt = opening.endsAt;
  else if (rest > 0) slots.push({ startsAt, endsAt: opening.endsAt });
  return slots;
}
