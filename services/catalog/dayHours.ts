import { checkDay, type Slots } from '@venue-booking/domain/schedule/checkTimetable';
import { windowsOf } from '@venue-booking/domain/schedule/dayHours';
import type { NewOpeningException, OpeningException } from '@venue-booking/proto/facility/facility';
import type { DayWindow } from '@venue-booking/proto/facility/timetable';
import type { DayHours } from '@venue-booking/proto/venue/rulesChange';
import { Prisma, type VenueException as Row, type Venue } from './gen/prisma/client.ts';

/** The hours of a special day, in the API's format and as columns. */

const DAY_MS = 24 * 3600_000;

type Columns = Omit<Row, 'venueId' | 'date'>;

/** Columns that the special days of a facility and those of the venue as a whole share. */
export type DayValues = Omit<Columns, 'windows'> & { windows: DayWindow[] | null };

/** The values of a day. A single window becomes its opening and closing time. */
export function valuesOf(input: NewOpeningException): DayValues {
  const { closed = false, windows: several, note = null } = input;
  const only = several?.length === 1 && !several[0]?.starts ? several[0] : undefined;
  const { opens_at: opensAt = null, closes_at: closesAt = null } = only ?? input;
  return { closed, opensAt, closesAt, windows: only ? null : (several ?? null), note };
}

/** The values of a day that keeps its weekly hours, whatever applies otherwise. */
export const WEEKLY: DayValues = { closed: false, opensAt: null, closesAt: null, windows: null, note: null };

export const columnsOf = ({ windows, ...values }: DayValues) => ({
  ...values,
  windows: windows ?? Prisma.DbNull,
});

/** The values of a row. The previous release sets a time or closes the day without removing windows. */
export function valuesOfRow({ closed, opensAt, closesAt, windows, note }: Columns): DayValues {
  const others = closed || opensAt !== null;
  return { closed, opensAt, closesAt, windows: others ? null : (windows as DayWindow[] | null), note };
}

/** The opening hours of a special day, without its note; null: the weekly ones. */
export function hoursOf({ closed, opensAt, closesAt, windows }: DayValues): DayHours {
  if (!closed && opensAt === null && windows === null) return null;
  return { closed, opens_at: opensAt, closes_at: closesAt, ...(windows && { windows }) };
}

export const dateOf = (row: Pick<Row, 'date'>): string => row.date.toISOString().slice(0, 10);

/** Prisma expects a DATE as midnight UTC. */
export const dateColumn = (date: string) => new Date(`${date}T00:00:00Z`);

/** A special day, as the API returns it. */
export const toException = (
  date: string,
  { closed, opensAt, closesAt, windows, note }: DayValues,
): OpeningException => ({
  ...{ date, closed, opens_at: opensAt, closes_at: closesAt },
  ...{ ...(windows && { windows }), note },
});

/** Selects special days with windows, except past ones in any time zone. */
export const comingWindows = () => ({
  ...{ opensAt: null, closed: false },
  date: { gte: new Date(Date.now() - 2 * DAY_MS) },
});

/**
 * Checks that the hours of a day suit each of some facilities.
 * @param hours null: the weekly ones
 * @throws `hours_outside_day`, `day_hours_too_close`
 */
export function checkDayHours(
  { dayStart }: Pick<Venue, 'dayStart'>,
  facilities: readonly Slots[],
  { date, hours }: { date: string; hours: DayHours },
): void {
  if (!hours) return;
  for (const facility of facilities) checkDay(date, windowsOf(hours), { ...facility, dayStart });
}
