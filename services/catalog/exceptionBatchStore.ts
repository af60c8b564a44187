import { countDays } from '@venue-booking/domain/schedule/dayRange';
import { isSame } from '@venue-booking/domain/schedule/settingsChange';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import {
  type ExceptionsChange,
  type ExceptionsChanged,
  type FacilityException,
  MAX_EXCEPTIONS_AT_ONCE,
  MAX_EXCEPTIONS_RANGE_DAYS,
  TOO_MANY_DAYS,
} from '@venue-booking/proto/facility/exceptions';
import { fail } from '@venue-booking/proto/failures';
import type { DayHours, RulesPreview } from '@venue-booking/proto/venue/rulesChange';
import { type Changed, changeVenue, type Deps, requireVenue } from './change.ts';
import type { CatalogDatabase, CatalogTx } from './database.ts';
import {
  checkHours,
  columnsOf,
  dateColumn,
  hoursOf,
  requireExceptionLimit,
  toException,
  valuesOf,
} from './exceptionStore.ts';
import type { Facility, OpeningException as Row, Venue } from './gen/prisma/client.ts';
import { openingExceptionChanged } from './venueEvents.ts';

/** Exceptions for many days of facilities at once. */

type Values = ReturnType<typeof valuesOf> | null;
type Day = { facilityId: number; date: string; before: Row | null };

/**
 * Sets the same hours for each date of each facility, or restores the weekly hours: all or nothing.
 * @throws `venue_not_found`, `facility_not_found`, `hours_outside_day`, `day_hours_too_close`,
 * `too_many_exceptions`
 */
export function putExceptions(
  deps: Deps,
  slug: string,
  change: ExceptionsChange,
): Promise<Changed<ExceptionsChanged>> {
  return changeVenue(deps, slug, async (tx, venue) => {
    const { days, values, facilities } = await changedDays(tx, venue, change);
    if (days.length === 0) return { result: { changed_days: 0 }, events: [] };
    await tx.$executeRaw`
      DELETE FROM catalog.opening_exception WHERE venue_id = ${venue.id} AND (facility_id, date) IN (
        SELECT * FROM unnest(${days.map(({ facilityId }) => facilityId)}::integer[], ${days.map(({ date }) => date)}::date[]))`;
    if (values) {
      const data = days.map(({ facilityId, date }) => ({
        venueId: venue.id,
        facilityId,
        date: dateColumn(date),
        ...columnsOf(values),
      }));
      await tx.openingException.createMany({ data });
      await requireExceptionLimit(tx, venue.id, facilities);
    }
    const events = days.map((day) => openingExceptionChanged(venue, day, values));
    return { result: { changed_days: days.length }, events };
  });
}

/** The change that {@link putExceptions} would make. Throws the same failures. */
export async function previewExceptions(
  database: CatalogDatabase,
  slug: string,
  change: ExceptionsChange,
): Promise<RulesPreview> {
  const venue = await requireVenue(database, slug);
  const { days, values } = await changedDays(database, venue, change);
  const after: DayHours = values && hoursOf(values);
  const changed = days
    .map(({ facilityId, date, before }) => ({ facilityId, date, before: before && hoursOf(before) }))
    .filter(({ before }) => !isSame(before, after));
  return {
    venueId: venue.id,
    change: changed.length === 0 ? null : { of: 'days', days: changed, after },
  };
}

/** Days that would change, and the new values of their rows; null values: the rows are deleted. */
async function changedDays(
  tx: CatalogTx,
  venue: Venue,
  { facilities: named, dates, weekly, ...hours }: ExceptionsChange,
): Promise<{ days: Day[]; values: Values; facilities: number[] }> {
  const values = weekly ? null : valuesOf(hours);
  const found = await facilitiesOf(tx, venue.id, named);
  const facilities = found.map(({ id }) => id);
  if (facilities.length * dates.length > MAX_EXCEPTIONS_AT_ONCE)
    throw fail('validation', { detail: TOO_MANY_DAYS });
  if (values) checkHours(venue, found, { date: dates[0] ?? '', ...hoursOf(values) });
  const rows = await tx.openingException.findMany({
    where: { venueId: venue.id, facilityId: { in: facilities }, date: { in: dates.map(dateColumn) } },
  });
  const rowOf = new Map(rows.map((row) => [keyOf(row.facilityId, toException(row).date), row]));
  const days = facilities
    .flatMap((facilityId) =>
      dates.map((date) => ({ facilityId, date, before: rowOf.get(keyOf(facilityId, date)) ?? null })),
    )
    .filter(({ before }) => !isUnchanged(before, values));
  return { days, values, facilities };
}

/** The named facilities, or all of the venue. @throws `facility_not_found` */
async function facilitiesOf(
  tx: CatalogTx,
  venueId: number,
  named?: readonly number[],
): Promise<Pick<Facility, 'id' | 'durationMinutes' | 'bufferMinutes'>[]> {
  const found = await tx.facility.findMany({
    where: { venueId, ...(named && { id: { in: [...named] } }) },
    select: { id: true, durationMinutes: true, bufferMinutes: true },
    orderBy: { id: 'asc' },
  });
  if (named && found.length < named.length) throw fail('facility_not_found');
  return found;
}

const isUnchanged = (row: Row | null, values: Values): boolean => {
  if (!row || !values) return row === values;
  return row.note === values.note && isSame(hoursOf(row), hoursOf(values));
};

const keyOf = (facilityId: number, date: string) => `${facilityId} ${date}`;

/** Exceptions in a range, by date. @throws `venue_not_found`, `range_reversed`, `range_too_long` */
export async function listExceptionsOfVenue(
  database: CatalogDatabase,
  { slug, ...range }: { slug: string; from?: string | undefined; to?: string | undefined },
): Promise<FacilityException[]> {
  const from = range.from ?? new Date().toISOString().slice(0, 10);
  const to = range.to ?? addDays(from, MAX_EXCEPTIONS_RANGE_DAYS);
  countDays({ from, to }, MAX_EXCEPTIONS_RANGE_DAYS + 1, MAX_EXCEPTIONS_RANGE_DAYS);
  const venue = await requireVenue(database, slug);
  const rows = await database.openingException.findMany({
    where: { venueId: venue.id, date: { gte: dateColumn(from), lte: dateColumn(to) } },
    orderBy: [{ date: 'asc' }, { facilityId: 'asc' }],
    take: MAX_LISTED,
  });
  return rows.map((row) => ({ facility_id: row.facilityId, ...toException(row) }));
}

/** Each takes about 120 bytes; a message may have 1 MiB. */
const MAX_LISTED = 5000;
