import { Temporal } from 'temporal-polyfill';
import { minutesOf } from './openingHours.ts';

/**
 * Venue time. Internally a point in time is an instant in ms since 1970. At the edge it is the venue's local
 * time, `YYYY-MM-DDTHH:MM`. A local time skipped in spring means the instant an hour later. A local time
 * repeated in autumn means the first one (Temporal's "compatible", RFC 5545).
 */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3600_000;

/** The instant at which the venue's clocks show `minutes` after midnight of `date`; may exceed 24 h. */
export function instantAt(timezone: string, date: string, minutes: number): number {
  const shown = dayOf(date) * DAY_MS + minutes * MINUTE_MS;
  const period = periodOf(timezone, shown - DAY_MS);
  const first = shown - period.offset;
  // Use the offset of the day before. Only if it no longer applies then, use that of the day after.
  if (first < period.until) return first;
  const second = shown - offsetAt(timezone, shown + DAY_MS);
  return offsetAt(timezone, second) === shown - second ? second : first;
}

/** The last date parsed and the last date formatted, cached because most calls repeat them. */
let lastParsed = { date: '1970-01-01', day: 0 };
let lastFormatted = lastParsed;
/** Formatted dates by day, cached because ranges of days overlap. */
const formatted = new Map<number, typeof lastFormatted>();
/** About three years. */
const MAX_FORMATTED = 1100;

/** Days in UTC from 1970-01-01 to a date. */
function dayOf(date: string): number {
  if (lastFormatted.date === date) return lastFormatted.day;
  // `Date.parse` reads a date without a time as midnight UTC.
  if (lastParsed.date !== date) lastParsed = { date, day: Math.floor(Date.parse(date) / DAY_MS) };
  return lastParsed.day;
}

/** The date a number of days after 1970-01-01. */
function dateOf(day: number): string {
  if (lastFormatted.day === day) return lastFormatted.date;
  lastFormatted = formatted.get(day) ?? { date: new Date(day * DAY_MS).toISOString().slice(0, 10), day };
  if (formatted.size > MAX_FORMATTED) formatted.clear();
  formatted.set(day, lastFormatted);
  return lastFormatted.date;
}

export const zonedAt = (timezone: string, instant: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);

/** A period with a constant offset from UTC: `from` inclusive, `until` exclusive. */
type Period = { from: number; until: number; offset: number };
/** Cached periods by zone, newest first. */
const periods = new Map<string, Period[]>();
/** Per zone: more than a century, as clocks change twice a year. */
const MAX_PERIODS = 250;

/** Offset from UTC at an instant, in ms. */
export const offsetAt = (timezone: string, instant: number): number => periodOf(timezone, instant).offset;

function periodOf(timezone: string, instant: number): Period {
  const cached = periods.get(timezone) ?? [];
  for (const period of cached) if (period.from <= instant && instant < period.until) return period;
  const period = periodAt(timezone, instant);
  // There are about 600 zones; only unusual spellings make more.
  if (periods.size > 1000) periods.clear();
  periods.set(timezone, [period, ...cached].slice(0, MAX_PERIODS));
  return period;
}

function periodAt(timezone: string, instant: number): Period {
  const zoned = zonedAt(timezone, instant);
  return {
    from: zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    until: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset: zoned.offsetNanoseconds / 1e6,
  };
}

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : `${number}`);

/** Local time of an instant whose offset is known, as `YYYY-MM-DDTHH:MM`. */
export function localWithOffset(instant: number, offset: number): string {
  const minutes = Math.floor((instant + offset) / MINUTE_MS);
  const day = Math.floor(minutes / 1440);
  const time = minutes - day * 1440;
  return `${dateOf(day)}T${twoDigits(Math.floor(time / 60))}:${twoDigits(time % 60)}`;
}

/** Local time of an instant, as `YYYY-MM-DDTHH:MM`. */
export const localAt = (timezone: string, instant: number): string =>
  localWithOffset(instant, offsetAt(timezone, instant));

/**
 * True if the venue's clocks show the local time of this instant twice, because they are set back that night.
 */
export function isRepeated(timezone: string, instant: number): boolean {
  const local = zonedAt(timezone, instant).toPlainDateTime();
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(timezone, { disambiguation }),
  );
  return earlier?.epochMilliseconds !== later?.epochMilliseconds;
}

/**
 * The booking day of an instant, as `YYYY-MM-DD`: before `dayStart` it is the previous date. Compares
 * instants rather than local times, because `dayStart` may lie in an hour that is skipped or repeated.
 */
export function bookingDayAt(timezone: string, dayStart: string, instant: number): string {
  const date = localAt(timezone, instant).slice(0, 10);
  return instant < bookingDayStart(timezone, dayStart, date) ? addDays(date, -1) : date;
}

/** The instant at which a booking day starts. */
export const bookingDayStart = (timezone: string, dayStart: string, date: string): number =>
  instantAt(timezone, date, minutesOf(dayStart));

/** The date `days` later. */
export const addDays = (date: string, days: number): string => dateOf(dayOf(date) + days);

/** Days from one date to another. */
export const daysBetween = (from: string, to: string): number => dayOf(to) - dayOf(from);

/** 1 = Monday to 7 = Sunday. */
export const weekdayOf = (date: string): number => new Date(dayOf(date) * DAY_MS).getUTCDay() || 7;
