import { windowsOf } from '@venue-booking/domain/schedule/dayHours';
import { holidayOn } from '@venue-booking/domain/schedule/holidays';
import { hoursInDay, minutesInDay, minutesOf } from '@venue-booking/domain/schedule/openingHours';
import { seasonOn } from '@venue-booking/domain/schedule/season';
import { addDays, instantAt, offsetAt, weekdayOf } from '@venue-booking/domain/schedule/venueTime';
import type { DayWindow, Timetable } from '@venue-booking/proto/facility/timetable';
import type { Holiday } from '@venue-booking/proto/venue/holiday';

/** Hours of one booking day, `HH:MM` each. */
export type OpeningHours = { opensAt: string; closesAt: string };

/** Settings that decide when a facility is open and how its hours divide into slots. */
export type OpeningRules = OpeningHours & {
  timezone: string;
  /** HH:MM */
  dayStart: string;
  durationMinutes: number;
  bufferMinutes: number;
  /** 1 = Monday to 7 = Sunday, of the booking day. */
  openDays: readonly number[];
  /** Hours by season. If set, they replace `openDays`, `opensAt` and `closesAt`. */
  timetable?: Timetable | null | undefined;
  /** The windows of special days, by date of the booking day; empty: closed. `weekly`: the usual hours. */
  exceptions: ReadonlyMap<string, readonly DayWindow[] | 'weekly'>;
  /** Special days of every year, which apply where `exceptions` has nothing. */
  holidays: readonly Holiday[];
};

/** A half-open interval in ms since 1970: it does not include `endsAt`. */
export type Interval = { startsAt: number; endsAt: number };

/** Consecutive booking days; `from` is `YYYY-MM-DD`. */
export type Days = { from: string; count: number };

export function datesOf({ from, count }: Days): string[] {
  const dates: string[] = [];
  for (let date = from; dates.length < count; date = addDays(date, 1)) dates.push(date);
  return dates;
}

export const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Slot ids cover 2020 to 2147. The days at both ends are excluded. */
const FIRST_DATE = '2020-01-02';
const LAST_DATE = '2147-07-01';

/** `steady`: clocks do not change that day, so clock time and elapsed time since its start are equal. */
export type BookingDay = Interval & { date: string; steady: boolean };

/** The booking day of a date: from its `dayStart` to that of the next date. */
export function bookingDay(
  { timezone, dayStart }: Pick<OpeningRules, 'timezone' | 'dayStart'>,
  date: string,
): BookingDay {
  const start = minutesOf(dayStart);
  const startsAt = instantAt(timezone, date, start);
  const endsAt = instantAt(timezone, date, start + DAY_MINUTES);
  const steady =
    endsAt - startsAt === DAY_MINUTES * MINUTE_MS &&
    offsetAt(timezone, startsAt) === offsetAt(timezone, endsAt);
  return { date, startsAt, endsAt, steady };
}

/** The instant of a local time, given in minutes after `dayStart` by the clock. */
const timeIn = ({ timezone, dayStart }: OpeningRules, day: BookingDay, minutes: number): number =>
  day.steady
    ? day.startsAt + minutes * MINUTE_MS
    : instantAt(timezone, day.date, minutesOf(dayStart) + minutes);

/** A part of a booking day: hours filled with consecutive slots, or the start of a single slot. */
export type DayPart = OpeningHours | { startsAt: string };

/**
 * The parts of a booking day in which a facility is open; empty when closed. Exceptions override all else.
 */
export function dayPartsOn(rules: OpeningRules, date: string): DayPart[] {
  const special = specialDayOn(rules, date);
  if (special) return partsOf(special);
  const weekday = weekdayOf(date);
  if (!rules.timetable)
    return rules.openDays.includes(weekday) ? [{ opensAt: rules.opensAt, closesAt: rules.closesAt }] : [];
  const season = seasonOn(rules.timetable, date);
  return partsOf(season?.windows.filter(({ days }) => days.includes(weekday)) ?? []);
}

/** The windows of a special day; null if the usual hours apply. */
export function specialDayOn(
  { exceptions, holidays }: Pick<OpeningRules, 'exceptions' | 'holidays'>,
  date: string,
): readonly DayWindow[] | null {
  const exception = exceptions.get(date);
  if (exception) return exception === 'weekly' ? null : exception;
  const holiday = holidayOn(holidays, date);
  return holiday ? windowsOf(holiday) : null;
}

/** Rules of a facility that is never open. */
export const NEVER_OPEN = {
  ...{ openDays: [], timetable: null, exceptions: new Map(), holidays: [] },
} satisfies Partial<OpeningRules>;

const partsOf = (windows: readonly DayWindow[]): DayPart[] =>
  windows.flatMap(({ starts, opens_at: opensAt, closes_at: closesAt }): DayPart[] => {
    if (starts) return starts.map((startsAt) => ({ startsAt }));
    return opensAt && closesAt ? [{ opensAt, closesAt }] : [];
  });

/**
 * The interval of opening hours on a booking day, and their length in minutes by the clock. Returns null if
 * they do not fit inside the day. The interval is clipped to the day, because a time that a spring-forward
 * night skips becomes a later instant. That instant may lie past a `dayStart` that follows the time on the
 * clock.
 */
export function openingOn(
  rules: OpeningRules,
  { opensAt, closesAt }: OpeningHours,
  day: BookingDay,
): (Interval & { minutes: number }) | null {
  const hours = hoursInDay(rules.dayStart, opensAt, closesAt);
  if (!hours) return null;
  return {
    startsAt: Math.max(day.startsAt, timeIn(rules, day, hours.opens)),
    endsAt: Math.min(day.endsAt, timeIn(rules, day, hours.closes)),
    minutes: hours.closes - hours.opens,
  };
}

/**
 * The slots of a booking day, by time. When clocks change, parts of a day may overlap, because a skipped time
 * becomes a later instant. The slot that starts first is kept, and slots that overlap it are dropped.
 */
export function slotsOn(rules: OpeningRules, date: string): Interval[] {
  if (date < FIRST_DATE || date > LAST_DATE) return [];
  const parts = dayPartsOn(rules, date);
  if (parts.length === 0) return [];
  const day = bookingDay(rules, date);
  const slots = parts.map((part) =>
    'startsAt' in part ? slotAt(rules, part.startsAt, day) : slotsInOpening(rules, part, day),
  );
  const [only, ...others] = slots;
  return only && others.length === 0 ? only : withoutOverlaps(slots.flat(), rules.bufferMinutes * MINUTE_MS);
}

/**
 * The slots within opening hours on a booking day. They step through elapsed time from opening. A
 * spring-forward night therefore lacks the skipped hour, and a fall-back night has the doubled hour twice. If
 * the last slot ends at closing on other nights, it does so on these nights as well.
 */
function slotsInOpening(rules: OpeningRules, part: OpeningHours, day: BookingDay): Interval[] {
  const opening = openingOn(rules, part, day);
  if (!opening) return [];
  const { durationMinutes, bufferMinutes } = rules;
  const duration = durationMinutes * MINUTE_MS;
  const step = duration + bufferMinutes * MINUTE_MS;
  const slots: Interval[] = [];
  let startsAt = opening.startsAt;
  for (; startsAt + duration <= opening.endsAt; startsAt += step)
    slots.push({ startsAt, endsAt: startsAt + duration });

  const usual = (opening.minutes + bufferMinutes) / (durationMinutes + bufferMinutes);
  if (!Number.isInteger(usual)) return slots;
  const last = slots.at(-1);
  const rest = opening.endsAt - startsAt;
  // After a clock change, a short rest extends the last slot, and a long one becomes a slot:
  // docs/decisions/0072-hours-by-season.md
  if (last && (slots.length >= usual || rest < duration / 2)) last.endsAt = opening.endsAt;
  else if (rest > 0) slots.push({ startsAt, endsAt: opening.endsAt });
  return slots;
}

/** The slot that starts at a time of a booking day. It has the usual duration, also when clocks change. */
function slotAt(rules: OpeningRules, time: string, day: BookingDay): Interval[] {
  const startsAt = Math.max(day.startsAt, timeIn(rules, day, minutesInDay(rules.dayStart, time)));
  const endsAt = startsAt + rules.durationMinutes * MINUTE_MS;
  return endsAt <= day.endsAt ? [{ startsAt, endsAt }] : [];
}

function withoutOverlaps(slots: Interval[], buffer: number): Interval[] {
  const isApart = ({ startsAt }: Interval, index: number) =>
    index === 0 || startsAt >= (slots[index - 1]?.endsAt ?? 0) + buffer;
  if (slots.every(isApart)) return slots;
  let free = -Infinity;
  return slots
    .sort((a, b) => a.startsAt - b.startsAt)
    .filter(({ startsAt, endsAt }) => {
      if (startsAt < free) return false;
      free = endsAt + buffer;
      return true;
    });
}
