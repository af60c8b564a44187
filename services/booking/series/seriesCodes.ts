import { hashOfSecret, randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import {
  MAX_SERIES_CODES,
  type NewSeriesCode,
  type OpenedSeriesCode,
  type SeriesCode,
} from '@venue-booking/proto/booking/seriesCode';
import { fail } from '@venue-booking/proto/failures';
import { v7 as newUid } from 'uuid';
import type { BookingDatabase, BookingTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

/** Bytes of a code: 96 bits, in 16 characters. */
const CODE_BYTES = 12;

/** The series of a code `c` that have coming dates. */
const SERIES = Prisma.sql`(
  SELECT coalesce(jsonb_agg(s ORDER BY s.booking_id), '[]') FROM (
    SELECT b.series_id AS id, min(b.id) AS booking_id, count(*) AS coming FROM booking.booking b
    WHERE b.series_id = ANY(c.series) AND b.starts_at > now() AND b.status IN ('confirmed', 'pending_payment')
    GROUP BY b.series_id) s)`;

type Row = {
  id: string;
  venueId: number;
  facilityId: number;
  name: string;
  maxDates: number;
  createdAt: Date;
  series: SeriesCode['series'];
};

const selectCodes = (where: Prisma.Sql) => Prisma.sql`
  SELECT c.id, c.venue_id AS "venueId", c.facility_id AS "facilityId", c.name, c.max_dates AS "maxDates",
    c.created_at AS "createdAt", ${SERIES} AS series
  FROM booking.series_code c WHERE ${where} ORDER BY c.created_at, c.id`;

const toCode = ({ id, name, facilityId, maxDates, createdAt, series }: Row): SeriesCode => ({
  ...{ id, name, facility_id: facilityId, max_dates: maxDates },
  coming: comingOf(series),
  series,
  created_at: createdAt.toISOString(),
});

/** Creates a code and returns it with its secret. @throws `facility_not_found`, `series_codes_full` */
export async function createSeriesCode(
  database: BookingDatabase,
  { venueId, facility_id: facilityId, name, max_dates: maxDates }: NewSeriesCode & { venueId: number },
): Promise<SeriesCode & { code: string }> {
  const code = randomSecret(CODE_BYTES);
  const id = newUid();
  const [facility] = await database.$queryRaw<object[]>`
    SELECT FROM booking.facility WHERE (venue_id, id) = (${venueId}, ${facilityId})`;
  if (!facility) throw fail('facility_not_found');
  const inserted = await database.$executeRaw`
    INSERT INTO booking.series_code (id, venue_id, facility_id, name, hash, max_dates)
    SELECT ${id}::uuid, ${venueId}, ${facilityId}, ${name}, ${hashOfSecret(code)}, ${maxDates}
    WHERE (SELECT count(*) FROM booking.series_code WHERE venue_id = ${venueId}) < ${MAX_SERIES_CODES}`;
  if (inserted === 0) throw fail('series_codes_full', { max: MAX_SERIES_CODES });
  const [row] = await database.$queryRaw<Row[]>(selectCodes(Prisma.sql`c.id = ${id}::uuid`));
  if (!row) throw fail('series_code_not_found');
  return { ...toCode(row), code };
}

/** The codes of a venue, oldest first. */
export async function listSeriesCodes(database: BookingDatabase, venueId: number): Promise<SeriesCode[]> {
  return (await database.$queryRaw<Row[]>(selectCodes(Prisma.sql`c.venue_id = ${venueId}`))).map(toCode);
}

/** Ends a code; what was booked with it stays. @throws `series_code_not_found` */
export async function endSeriesCode(
  database: BookingDatabase,
  { venueId, id }: { venueId: number; id: string },
): Promise<SeriesCode> {
  const where = Prisma.sql`(c.venue_id, c.id) = (${venueId}, ${id}::uuid)`;
  const [row] = await database.$queryRaw<Row[]>(selectCodes(where));
  const ended = await database.$executeRaw`DELETE FROM booking.series_code c WHERE ${where}`;
  if (!row || ended === 0) throw fail('series_code_not_found');
  return toCode(row);
}

/** A code that a guest has. */
export type FoundCode = OpenedSeriesCode & { id: string };

/** Finds a code. Null for an unknown one. */
export async function findSeriesCode(database: BookingDatabase, code: string): Promise<FoundCode | null> {
  const [row] = await database.$queryRaw<Row[]>(selectCodes(Prisma.sql`c.hash = ${hashOfSecret(code)}`));
  if (!row) return null;
  const { id, venueId, facilityId } = row;
  return { id, venueId, facilityId, datesLeft: leftOf(row) };
}

const comingOf = (series: Row['series']): number => series.reduce((sum, { coming }) => sum + coming, 0);
const leftOf = ({ maxDates, series }: Pick<Row, 'maxDates' | 'series'>): number =>
  Math.max(0, maxDates - comingOf(series));

/**
 * Counts a new series for its code, in the transaction that saves the series. Locks the code, so that
 * concurrent requests cannot exceed its limit together.
 * @throws `series_code_not_found`, `series_code_full`
 */
export async function useSeriesCode(
  tx: BookingTx,
  { codeId, seriesId, dates }: { codeId: string; seriesId: string; dates: number },
): Promise<void> {
  const [locked] = await tx.$queryRaw<object[]>`
    SELECT FROM booking.series_code WHERE id = ${codeId}::uuid FOR UPDATE`;
  // A second statement, so that it counts what was committed while this one waited for the lock.
  const [row] = locked ? await tx.$queryRaw<Row[]>(selectCodes(Prisma.sql`c.id = ${codeId}::uuid`)) : [];
  if (!row) throw fail('series_code_not_found');
  const left = leftOf(row);
  if (dates > left) throw fail('series_code_full', { left });
  // Keep a series that is over: the desk can move its dates to the future. Cancelled dates stay cancelled.
  await tx.$executeRaw`
    UPDATE booking.series_code c SET series = ${seriesId}::uuid || ARRAY(
      SELECT made FROM unnest(c.series) made
      WHERE EXISTS (SELECT FROM booking.booking b WHERE b.series_id = made AND b.status <> 'cancelled'))
    WHERE c.id = ${codeId}::uuid`;
}
