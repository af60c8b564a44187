import type { OfBooking } from '@venue-booking/proto/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import { type HistoryChange, MAX_HISTORY } from '@venue-booking/proto/history';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

/**
 * The step of a statement that says whether the history takes another line of what could be done again and
 * again: `room` has the rows of `before`, which has locked the booking, with `is_free`. By a function, and
 * behind the lock, as the statement itself does not see what was committed while it waited for that.
 */
export const roomFor = (most: number) => Prisma.sql`
  room AS MATERIALIZED (SELECT *, booking.history_lines(venue_id, id) < ${most} AS is_free FROM before)`;

export const ROOM = roomFor(MAX_HISTORY);

/**
 * Looks whether the history has room for another line, before anything is taken for what it would tell of:
 * else who is refused for it would keep that from others meanwhile. {@link roomFor} says it exactly.
 * @throws `history_full`
 */
export async function requireRoom(
  database: BookingDatabase,
  { venueId, id }: OfBooking,
  most: number,
): Promise<void> {
  const [{ lines = 0 } = {}] = await database.$queryRaw<{ lines: number }[]>`
    SELECT booking.history_lines(${venueId}::integer, ${id}::bigint)::integer AS lines`;
  if (lines >= most) throw historyFull(most);
}

export const historyFull = (limit = MAX_HISTORY) => fail('history_full', { limit });

/** What a line keeps of the values that were changed; null where there are none. */
export function changesColumn(changes: readonly (HistoryChange | null | false)[]): string | null {
  const told = changes.filter((change) => change !== null && change !== false);
  return told.length > 0 ? JSON.stringify(told) : null;
}
