import { checkDay } from '@venue-booking/domain/schedule/checkTimetable';
import { windowsOf } from '@venue-booking/domain/schedule/dayHours';
import { isSame } from '@venue-booking/domain/schedule/settingsChange';
import { MAX_EXCEPTIONS } from '@venue-booking/proto/facility/exceptions';
import type { NewOpeningException, OpeningException } from '@venue-booking/proto/facility/facility';
import type { DayWindow } from '@venue-booking/proto/facility/timetable';
import { fail } from '@venue-booking/proto/failures';
import type { DayHours, RulesPreview } from '@venue-booking/proto/venue/rulesChange';
import { type Changed, changeVenue, type Deps, type OfVenue, requireVenue } from './change.ts';
import type { CatalogDatabase, CatalogTx } from './database.ts';
import { type Facility, Prisma, type OpeningException as Row, type Venue } from './gen/prisma/client.ts';
import { openingExceptionChanged } from './venueEvents.ts';

type DayRef = OfVenue & { date: string };

export const toException = (row: Row): OpeningException => ({
  date: row.date.toISOString().slice(0, 10),
  ...hoursOf(row),
  note: row.note,
});

/** Prisma expects a DATE as midnight UTC. */
export const dateColumn = (date: string) => new Date(`${date}T00:00:00Z`);

/**
 * Sets the opening hours of one booking day.
 * @throws `venue_not_found`, `facility_not_found`, `hours_outside_day`, `day_hours_too_close`,
 * `too_many_exceptions`
 */
export function putException(
  deps: Deps,
  { slug, id, date }: DayRef,
  input: NewOpeningException,
): Promise<Changed<OpeningException>> {
  return changeVenue(deps, slug, async (tx, venue) => {
    const facility = await requireFacility(tx, venue, id);
    const key = keyOf(venue, { id, date });
    const values = valuesOf(input);
    checkHours(venue, [facility], { date, ...hoursOf(values) });
    const columns = columnsOf(values);
    const row = await tx.openingException.upsert({
      where: { venueId_facilityId_date: key },
      create: { ...key, ...columns },
      update: columns,
    });
    await requireExceptionLimit(tx, venue.id, [id]);
    const events = [openingExceptionChanged(venue, { facilityId: id, date }, row)];
    return { result: toException(row), events };
  });
}

/**
 * Counts exceptions after the insert; the venue is locked, and a throw rolls back. @throws
 * `too_many_exceptions`
 */
export async function requireExceptionLimit(
  tx: CatalogTx,
  venueId: number,
  facilities: number[],
): Promise<void> {
  const full = await tx.openingException.groupBy({
    by: ['facilityId'],
    where: { venueId, facilityId: { in: facilities } },
    having: { facilityId: { _count: { gt: MAX_EXCEPTIONS } } },
  });
  if (full.length > 0) throw fail('too_many_exceptions', { limit: MAX_EXCEPTIONS });
}

/** The values of an exception. A single window becomes its opening and closing time. */
export function valuesOf(input: NewOpeningException) {
  const { closed = false, windows: several, note = null } = input;
  const only = several?.length === 1 && !several[0]?.starts ? several[0] : undefined;
  const { opens_at: opensAt = null, closes_at: closesAt = null } = only ?? input;
  return { closed, opensAt, closesAt, windows: only ? null : (several ?? null), note };
}

export const columnsOf = ({ windows, ...values }: ReturnType<typeof valuesOf>) => ({
  ...values,
  windows: windows ?? Prisma.DbNull,
});

const DAY_MS = 24 * 3600_000;

/** Selects special days with windows, except past ones in any time zone. */
export const comingWindows = () => ({
  ...{ opensAt: null, closed: false },
  date: { gte: new Date(Date.now() - 2 * DAY_MS) },
});

/**
 * Checks that the hours of a date suit each of some facilities.
 * @throws `hours_outside_day`, `day_hours_too_close`
 */
export function checkHours(
  { dayStart }: Pick<Venue, 'dayStart'>,
  facilities: readonly Pick<Facility, 'durationMinutes' | 'bufferMinutes'>[],
  { date, ...hours }: NonNullable<DayHours> & { date: string },
): void {
  for (const { durationMinutes, bufferMinutes } of facilities)
    checkDay(date, windowsOf(hours), { dayStart, durationMinutes, bufferMinutes });
}

/**
 * The change of a day's hours by an exception; a null input removes the exception.
 * @throws like {@link putException} and {@link deleteException}
 */
export async function previewException(
  database: CatalogDatabase,
  { slug, id, date }: DayRef,
  input: NewOpeningException | null,
): Promise<RulesPreview> {
  const venue = await requireVenue(database, slug);
  const facility = await requireFacility(database, venue, id);
  const key = keyOf(venue, { id, date });
  const row = await database.openingException.findUnique({ where: { venueId_facilityId_date: key } });
  if (!row && !input) throw fail('exception_not_found');
  const [before, after] = [row && hoursOf(row), input && hoursOf(valuesOf(input))];
  if (after) checkHours(venue, [facility], { date, ...after });
  const change = { of: 'day', facilityId: id, date, before, after } as const;
  return { venueId: venue.id, change: isSame(before, after) ? null : change };
}

/** The opening hours of an exception, without its note. */
export const hoursOf = ({ closed, opensAt, closesAt, windows }: Hours): NonNullable<DayHours> => ({
  ...{ closed, opens_at: opensAt, closes_at: closesAt },
  ...(windows && !opensAt && !closed ? { windows: windows as DayWindow[] } : {}),
});
type Hours = Pick<Row, 'closed' | 'opensAt' | 'closesAt'> & { windows?: unknown };

/** Restores a day's weekly hours. @throws `venue_not_found`, `facility_not_found`, `exception_not_found` */
export function deleteException(deps: Deps, { slug, id, date }: DayRef): Promise<Changed<OpeningException>> {
  return changeVenue(deps, slug, async (tx, venue) => {
    await requireFacility(tx, venue, id);
    const key = keyOf(venue, { id, date });
    const row = await tx.openingException.findUnique({ where: { venueId_facilityId_date: key } });
    if (!row) throw fail('exception_not_found');
    await tx.openingException.delete({ where: { venueId_facilityId_date: key } });
    const events = [openingExceptionChanged(venue, { facilityId: id, date }, null)];
    return { result: toException(row), events };
  });
}

/** All exceptions of a facility, by date. @throws `facility_not_found` */
export async function listExceptions(
  database: CatalogDatabase,
  { slug, id }: OfVenue,
): Promise<OpeningException[]> {
  const facility = await database.facility.findFirst({
    where: { id, venue: { slug } },
    include: { exceptions: { orderBy: { date: 'asc' } } },
  });
  if (!facility) throw fail('facility_not_found');
  return facility.exceptions.map(toException);
}

/** The primary key of an exception. */
const keyOf = ({ id: venueId }: Venue, { id, date }: Omit<DayRef, 'slug'>) => ({
  ...{ venueId, facilityId: id },
  date: dateColumn(date),
});

/** @throws `facility_not_found` */
async function requireFacility(tx: CatalogTx, { id: venueId }: Venue, id: number): Promise<Facility> {
  const facility = await tx.facility.findUnique({ where: { venueId_id: { venueId, id } } });
  if (!facility) throw fail('facility_not_found');
  return facility;
}
