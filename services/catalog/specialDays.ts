import { SHORTEST_SLOTS } from '@venue-booking/domain/schedule/checkTimetable';
import { holidayOn } from '@venue-booking/domain/schedule/holidays';
import { isSame } from '@venue-booking/domain/schedule/settingsChange';
import type { StoredEvent } from '@venue-booking/proto/events';
import type { ExceptionsChange } from '@venue-booking/proto/facility/exceptions';
import {
  MAX_EXCEPTIONS,
  MAX_EXCEPTIONS_AT_ONCE,
  TOO_MANY_DAYS,
} from '@venue-booking/proto/facility/exceptions';
import { fail } from '@venue-booking/proto/failures';
import type { Holiday } from '@venue-booking/proto/venue/holiday';
import type { DayHours } from '@venue-booking/proto/venue/rulesChange';
import type { CatalogTx } from './database.ts';
import {
  checkDayHours,
  columnsOf,
  type DayValues,
  dateColumn,
  dateOf,
  hoursOf,
  valuesOf,
  valuesOfRow,
  WEEKLY,
} from './dayHours.ts';
import type { Facility, Venue } from './gen/prisma/client.ts';
import { openingExceptionChanged } from './venueEvents.ts';

/**
 * Special days, of a facility and of the venue as a whole. On a day, the hours of the facility take
 * precedence over those of the venue, and these over a holiday.
 */

/** Stands for the venue as a whole in place of a facility's id. */
export const WHOLE_VENUE = 0;

/** A row to write: null values delete it. */
type Write = { facilityId: number; date: string; values: DayValues | null };
/** A day of a facility whose opening hours change. */
type Change = { facilityId: number; date: string; before: DayHours };
type Plan = {
  writes: Write[];
  changes: Change[];
  after: DayHours;
  changedDays: number;
  facilities: number[];
};

export const holidaysOf = ({ holidays }: Pick<Venue, 'holidays'>) => holidays as Holiday[];

/** What the venue as a whole has on a date, given its row; undefined: nothing. */
export function wholeDay(venue: Venue, date: string, row: DayValues | undefined) {
  if (row) return { values: row };
  const holiday = holidayOn(holidaysOf(venue), date);
  return holiday && { values: valuesOf(holiday), on: holiday.on };
}

/**
 * The rows that a change writes, and the days whose hours it changes.
 * @throws `facility_not_found`, `validation`, `hours_outside_day`, `day_hours_too_close`
 */
export async function planDays(
  tx: CatalogTx,
  venue: Venue,
  { facilities: named, dates, weekly, ...hours }: ExceptionsChange,
): Promise<Plan> {
  const found = await facilitiesOf(tx, venue.id, named);
  const facilities = found.map(({ id }) => id);
  if (facilities.length * dates.length > MAX_EXCEPTIONS_AT_ONCE)
    throw fail('validation', { detail: TOO_MANY_DAYS });
  const wanted = weekly ? null : valuesOf(hours);
  const after = wanted && hoursOf(wanted);
  checkDayHours(venue, named ? found : [SHORTEST_SLOTS], { date: dates[0] ?? '', hours: after });
  const { own, whole } = await readDays(tx, venue, { facilities, dates });

  const [writes, changes]: [Write[], Change[]] = [[], []];
  let changedDays = 0;
  const write = (
    facilityId: number,
    date: string,
    before: DayValues | undefined,
    values: DayValues | null,
  ) => {
    const isNew = !isSame(before, values);
    if (isNew) writes.push({ facilityId, date, values });
    return isNew;
  };
  for (const date of dates) {
    const ofVenue = wholeDay(venue, date, whole.get(date))?.values;
    const hasHoliday = holidayOn(holidaysOf(venue), date) !== undefined;
    const isVenueNew =
      !named && write(WHOLE_VENUE, date, whole.get(date), wanted ?? (hasHoliday ? WEEKLY : null));
    for (const facilityId of facilities) {
      const before = own.get(keyOf(facilityId, date));
      const values = named ? (wanted ?? (ofVenue && hoursOf(ofVenue) ? WEEKLY : null)) : null;
      const isOwnNew = write(facilityId, date, before, values);
      if (isOwnNew || isVenueNew) changedDays += 1;
      const current = before ?? ofVenue;
      const change = { facilityId, date, before: current ? hoursOf(current) : null };
      if (!isSame(change.before, after)) changes.push(change);
    }
  }
  return { writes, changes, after, changedDays, facilities };
}

/** Own days of facilities, by {@link keyOf}, and days of the venue as a whole, by date. */
export async function readDays(
  tx: CatalogTx,
  { id: venueId }: Venue,
  { facilities, dates }: { facilities: readonly number[]; dates: readonly string[] },
) {
  const where = { venueId, date: { in: dates.map(dateColumn) } };
  const own = await tx.openingException.findMany({
    where: { ...where, facilityId: { in: [...facilities] } },
  });
  const whole = await tx.venueException.findMany({ where });
  return {
    own: new Map(own.map((row) => [keyOf(row.facilityId, dateOf(row)), valuesOfRow(row)])),
    whole: new Map(whole.map((row) => [dateOf(row), valuesOfRow(row)])),
  };
}

export const keyOf = (facilityId: number, date: string) => `${facilityId} ${date}`;

/** Writes the rows of a plan. @throws `too_many_exceptions` @returns their events */
export async function writeDays(
  tx: CatalogTx,
  venue: Venue,
  { writes, facilities }: Pick<Plan, 'writes' | 'facilities'>,
): Promise<StoredEvent[]> {
  const { id: venueId } = venue;
  const own = writes.filter(({ facilityId }) => facilityId !== WHOLE_VENUE);
  const whole = writes.filter(({ facilityId }) => facilityId === WHOLE_VENUE);
  await tx.$executeRaw`
    DELETE FROM catalog.opening_exception WHERE venue_id = ${venueId} AND (facility_id, date) IN (
      SELECT * FROM unnest(${own.map(({ facilityId }) => facilityId)}::integer[], ${own.map(({ date }) => date)}::date[]))`;
  await tx.venueException.deleteMany({
    where: { venueId, date: { in: whole.map(({ date }) => dateColumn(date)) } },
  });
  await tx.openingException.createMany({
    data: own.flatMap(({ facilityId, date, values }) =>
      values ? [{ venueId, facilityId, date: dateColumn(date), ...columnsOf(values) }] : [],
    ),
  });
  await tx.venueException.createMany({
    data: whole.flatMap(({ date, values }) =>
      values ? [{ venueId, date: dateColumn(date), ...columnsOf(values) }] : [],
    ),
  });
  await requireLimit(tx, venueId, facilities);
  return writes.map(({ values, ...day }) => openingExceptionChanged(venue, day, values));
}

/**
 * Counts days after the insert; the venue is locked, and a throw rolls back.
 * @throws `too_many_exceptions`
 */
async function requireLimit(tx: CatalogTx, venueId: number, facilities: number[]): Promise<void> {
  const full = await tx.openingException.groupBy({
    by: ['facilityId'],
    where: { venueId, facilityId: { in: facilities } },
    having: { facilityId: { _count: { gt: MAX_EXCEPTIONS } } },
  });
  const whole = await tx.venueException.count({ where: { venueId } });
  if (full.length > 0 || whole > MAX_EXCEPTIONS) throw fail('too_many_exceptions', { limit: MAX_EXCEPTIONS });
}

/** The named facilities, or all of the venue. @throws `facility_not_found` */
async function facilitiesOf(tx: CatalogTx, venueId: number, named?: readonly number[]): Promise<Facility[]> {
  const found = await tx.facility.findMany({
    where: { venueId, ...(named && { id: { in: [...named] } }) },
    orderBy: { id: 'asc' },
  });
  if (named && found.length < named.length) throw fail('facility_not_found');
  return found;
}
