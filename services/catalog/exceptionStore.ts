import { countDays } from '@venue-booking/domain/schedule/dayRange';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import {
  type ExceptionsChange,
  type ExceptionsChanged,
  type FacilityException,
  MAX_EXCEPTIONS_RANGE_DAYS,
  type SpecialDay,
} from '@venue-booking/proto/facility/exceptions';
import type { NewOpeningException, OpeningException } from '@venue-booking/proto/facility/facility';
import { fail } from '@venue-booking/proto/failures';
import type { RulesPreview } from '@venue-booking/proto/venue/rulesChange';
import { type Changed, changeVenue, type Deps, type OfVenue, requireVenue } from './change.ts';
import type { CatalogDatabase, CatalogTx } from './database.ts';
import { dateColumn, dateOf, hoursOf, toException, valuesOfRow } from './dayHours.ts';
import type { Venue } from './gen/prisma/client.ts';
import { keyOf, planDays, readDays, wholeDay, writeDays } from './specialDays.ts';

type DayRef = OfVenue & { date: string };

/**
 * Sets the same hours for each date of some facilities or of the venue as a whole, or restores the weekly
 * hours: all or nothing.
 * @throws `venue_not_found`, `facility_not_found`, `hours_outside_day`, `day_hours_too_close`,
 * `too_many_exceptions`
 */
export function putExceptions(
  deps: Deps,
  slug: string,
  change: ExceptionsChange,
): Promise<Changed<ExceptionsChanged>> {
  return changeVenue(deps, slug, async (tx, venue) => {
    const plan = await planDays(tx, venue, change);
    const events = plan.writes.length > 0 ? await writeDays(tx, venue, plan) : [];
    return { result: { changed_days: plan.changedDays }, events };
  });
}

/** The change that {@link putExceptions} would make. Throws the same failures. */
export async function previewExceptions(
  database: CatalogDatabase,
  slug: string,
  change: ExceptionsChange,
): Promise<RulesPreview> {
  const venue = await requireVenue(database, slug);
  const { changes, after } = await planDays(database, venue, change);
  return {
    venueId: venue.id,
    change: changes.length === 0 ? null : { of: 'days', days: changes, after },
  };
}

/** Sets the opening hours of one booking day of a facility. @throws like {@link putExceptions} */
export function putException(
  deps: Deps,
  { slug, id, date }: DayRef,
  input: NewOpeningException,
): Promise<Changed<OpeningException>> {
  return changeVenue(deps, slug, async (tx, venue) => {
    const plan = await planDays(tx, venue, { ...input, facilities: [id], dates: [date] });
    const events = await writeDays(tx, venue, plan);
    return { result: await readDay(tx, venue, { id, date }), events };
  });
}

/**
 * Restores the weekly hours of a day of a facility, also on a special day of the venue.
 * @throws `venue_not_found`, `facility_not_found`, `exception_not_found`
 */
export function deleteException(deps: Deps, { slug, id, date }: DayRef): Promise<Changed<OpeningException>> {
  return changeVenue(deps, slug, async (tx, venue) => {
    const plan = await planDays(tx, venue, { facilities: [id], dates: [date], weekly: true });
    const [change] = plan.changes;
    if (!change) throw fail('exception_not_found');
    const result = await readDay(tx, venue, { id, date });
    return { result, events: await writeDays(tx, venue, plan) };
  });
}

/**
 * The change of a day's hours by an exception; a null input restores the weekly hours.
 * @throws like {@link putException} and {@link deleteException}
 */
export async function previewException(
  database: CatalogDatabase,
  { slug, id, date }: DayRef,
  input: NewOpeningException | null,
): Promise<RulesPreview> {
  const venue = await requireVenue(database, slug);
  const of = { facilities: [id], dates: [date] };
  const { changes, after } = await planDays(database, venue, { ...(input ?? { weekly: true }), ...of });
  const [change] = changes;
  if (!change && !input) throw fail('exception_not_found');
  return { venueId: venue.id, change: change ? { of: 'day', ...change, after } : null };
}

/** A special day of a facility, its own or the venue's. @throws `exception_not_found` */
async function readDay(
  tx: CatalogTx,
  venue: Venue,
  { id, date }: Omit<DayRef, 'slug'>,
): Promise<OpeningException> {
  const { own, whole } = await readDays(tx, venue, { facilities: [id], dates: [date] });
  const ownDay = own.get(keyOf(id, date));
  if (ownDay) return toException(date, ownDay);
  const ofVenue = wholeDay(venue, date, whole.get(date));
  if (!ofVenue) throw fail('exception_not_found');
  return { ...toException(date, ofVenue.values), venue: true };
}

/**
 * Special days of facilities in a range, by date.
 * @throws `venue_not_found`, `range_reversed`, `range_too_long`
 */
export async function listExceptionsOfVenue(
  database: CatalogDatabase,
  { slug, only, ...range }: { slug: string; only?: 'own' | undefined } & Range,
): Promise<FacilityException[]> {
  const dates = datesIn(range);
  const venue = await requireVenue(database, slug);
  const rows = await database.openingException.findMany({
    where: { venueId: venue.id, date: between(dates) },
    orderBy: [{ date: 'asc' }, { facilityId: 'asc' }],
    take: MAX_LISTED,
  });
  const own = rows.map((row) => {
    const values = valuesOfRow(row);
    const weekly = hoursOf(values) === null && { weekly: true as const };
    return { facility_id: row.facilityId, ...toException(dateOf(row), values), ...weekly };
  });
  if (only) return own;
  const facilities = await database.facility.findMany({
    ...{ where: { venueId: venue.id }, select: { id: true }, orderBy: { id: 'asc' } },
  });
  const owned = new Set(own.map(({ facility_id, date }) => keyOf(facility_id, date)));
  const ofVenue = (await wholeDays(database, venue, dates)).flatMap(({ on, ...day }) =>
    facilities
      .filter(({ id }) => !owned.has(keyOf(id, day.date)))
      .map(({ id }) => ({ facility_id: id, ...day, venue: true as const })),
  );
  return [...own.filter(({ weekly }) => !weekly), ...ofVenue]
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.facility_id - b.facility_id))
    .slice(0, MAX_LISTED);
}

/** Each takes about 120 bytes; a message may have 1 MiB. */
const MAX_LISTED = 5000;

/**
 * Special days of the venue as a whole in a range, by date. @throws `venue_not_found`, `range_reversed`,
 * `range_too_long`
 */
export async function listSpecialDays(
  database: CatalogDatabase,
  { slug, ...range }: { slug: string } & Range,
): Promise<SpecialDay[]> {
  const dates = datesIn(range);
  return wholeDays(database, await requireVenue(database, slug), dates);
}

async function wholeDays(database: CatalogDatabase, venue: Venue, dates: string[]): Promise<SpecialDay[]> {
  const { whole } = await readDays(database, venue, { facilities: [], dates });
  return dates.flatMap((date) => {
    const day = wholeDay(venue, date, whole.get(date));
    if (!day || hoursOf(day.values) === null) return [];
    return [{ ...toException(date, day.values), ...(day.on && { on: day.on }) }];
  });
}

type Range = { from?: string | undefined; to?: string | undefined };

function datesIn(range: Range): string[] {
  const from = range.from ?? new Date().toISOString().slice(0, 10);
  const to = range.to ?? addDays(from, MAX_EXCEPTIONS_RANGE_DAYS);
  const count = countDays({ from, to }, MAX_EXCEPTIONS_RANGE_DAYS + 1, MAX_EXCEPTIONS_RANGE_DAYS);
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}

const between = (dates: readonly string[]) => ({
  ...{ gte: dateColumn(dates[0] ?? ''), lte: dateColumn(dates.at(-1) ?? '') },
});

/** All special days of a facility, by date, without holidays. @throws `facility_not_found` */
export async function listExceptions(
  database: CatalogDatabase,
  { slug, id }: OfVenue,
): Promise<OpeningException[]> {
  const facility = await database.facility.findFirst({
    where: { id, venue: { slug } },
    include: { exceptions: true, venue: { include: { exceptions: true } } },
  });
  if (!facility) throw fail('facility_not_found');
  const listed = (row: Parameters<typeof valuesOfRow>[0] & { date: Date }) => {
    const values = valuesOfRow(row);
    return hoursOf(values) === null ? [] : [toException(dateOf(row), values)];
  };
  const owned = new Set(facility.exceptions.map(dateOf));
  const ofVenue = facility.venue.exceptions.filter((row) => !owned.has(dateOf(row))).flatMap(listed);
  return [
    ...facility.exceptions.flatMap(listed),
    ...ofVenue.map((day) => ({ ...day, venue: true as const })),
  ].sort((a, b) => (a.date < b.date ? -1 : 1));
}
