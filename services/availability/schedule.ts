import { addDays, instantAt, weekdayOf } from '@venue-booking/kit/venueTime';
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

/** Slot ids reach from 2020 into 2147; the days at both ends are left out. */
const FIRST_DATE = '2020-01-02';
const LAST_DATE = '2147-07-01';

/** The booking day of a date: from `dayStart` to the next day's. */
export const bookingDay = ({ timezone, dayStart }: OpeningRules, date: string): Interval => ({
  startsAt: instantAt(timezone, date, minutesOf(dayStart)),
  endsAt: instantAt(timezone, addDays(date, 1), minutesOf(dayStart)),
});

/**
 * When a facility is open on a booking day, or null when it is closed. Never beyond the booking day: a time that a spring-forward
 * night skips means a later instant, which may lie past a `dayStart` that comes after it on the clock.
 */
export function openingOn(rules: OpeningRules, date: string): Interval | null {
  const exception = rules.exceptions.get(date);
  if (exception === null) return null;
  if (!exception && !rules.openDays.includes(weekdayOf(date))) return null;
  const { opensAt, closesAt } = exception ?? rules;
  const hours = hoursInDay(rules.dayStart, opensAt, closesAt);
  if (!hours) return null;
  const start = minutesOf(rules.dayStart);
  const day = bookingDay(rules, date);
  return {
    startsAt: Math.max(day.startsAt, instantAt(rules.timezone, date, start + hours.opens)),
    endsAt: Math.min(day.endsAt, instantAt(rules.timezone, date, start + hours.closes)),
  };
}

/**
 * The slots of a booking day. They step through real time from opening, so a spring-forward night skips the missing hour and a
 * fall-back night has the doubled one twice.
 */
export function slotsOn(rules: OpeningRules, date: string): Interval[] {
  if (date < FIRST_DATE || date > LAST_DATE) return [];
  const opening = openingOn(rules, date);
  if (!opening) return [];
  const duration = rules.durationMinutes * MINUTE_MS;
  const step = duration + rules.bufferMinutes * MINUTE_MS;
  const slots: Interval[] = [];
  for (let startsAt = opening.startsAt; startsAt + duration <= opening.endsAt; startsAt += step)
    slots.push({ startsAt, endsAt: startsAt + duration });
  return slots;
}
