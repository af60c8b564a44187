import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { type HistoryChange, MAX_HISTORY } from '@venue-booking/proto/booking/history';
import { fail } from '@venue-booking/proto/failures';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

/**
 * Step of a statement that decides whether the history may grow by a line, for actions that can be repeated.
 * `room` returns the rows of `before` with `is_free`; `before` has locked the booking. The count is in a
 * function that runs after the lock, because the statement's snapshot misses lines committed while it waited.
 */
export const historySpaceFor = (limit: number) => Prisma.sql`
  room AS MATERIALIZED (SELECT *, booking.history_lines(venue_id, id) < ${limit} AS is_free FROM before)`;

export const HISTORY_SPACE = historySpaceFor(MAX_HISTORY);

/**
 * Checks that the history has room for another line before the change reserves places. Otherwise a change
 * that fails for lack of room would block those places meanwhile. {@link historySpaceFor} makes the exact
 * check.
 * @throws `history_full`
 */
export async function requireHistorySpace(
  database: BookingDatabase,
  { venueId, id }: OfBooking,
  limit: number,
): Promise<void> {
  const [{ lines = 0 } = {}] = await database.$queryRaw<{ lines: number }[]>`
    SELECT booking.history_lines(${venueId}::integer, ${id}::bigint)::integer AS lines`;
  if (lines >= limit) throw historyFull(limit);
}

export const historyFull = (limit = MAX_HISTORY) => fail('history_full', { limit });

/** The JSON of the changes for a history line; null if there are none. */
export function changesColumn(changes: readonly (HistoryChange | null | false)[]): string | null {
  const made = changes.filter((change) => change !== null && change !== false);
  return made.length > 0 ? JSON.stringify(made) : null;
}
