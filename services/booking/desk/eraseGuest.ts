import { every } from '@venue-booking/kit/every';
import type { Log } from '@venue-booking/kit/log';
import type { BookingDatabase } from '../database.ts';

/** Removes what stands outside of the database of these bookings: mail that lies in a folder. */
export type Forget = (bookings: { venueId: number; bookingId: number }[]) => Promise<void>;

type Deps = { database: BookingDatabase; forget: Forget };

/** Bookings that are emptied at a time, so that no statement locks many rows for long. */
const BATCH = 500;

/**
 * Erases a guest from a venue, by e-mail address in whatever case: the bookings stay with their amounts and no longer say whom they
 * were for. Mail that waits to be sent is dropped when its turn comes. Answers how many bookings were emptied.
 */
export async function eraseGuest(
  deps: Deps,
  { venueId, email, actor }: { venueId: number; email: string; actor: string },
): Promise<number> {
  let erased = 0;
  for (;;) {
    const ids = await deps.database.$queryRaw<{ venueId: number; id: bigint }[]>`
      SELECT venue_id AS "venueId", id FROM booking.booking
      WHERE venue_id = ${venueId} AND lower(customer_email) = lower(${email}) AND erased_at IS NULL
      ORDER BY id LIMIT ${BATCH}`;
    if (ids.length === 0) return erased;
    erased += await erase(deps, ids, actor);
  }
}

/** Erases the guests of bookings that their venue has kept for as long as it wants to. Answers how many bookings were emptied. */
export async function eraseExpired(deps: Deps): Promise<number> {
  let erased = 0;
  for (;;) {
    const ids = await deps.database.$queryRaw<{ venueId: number; id: bigint }[]>`
      SELECT v.id AS "venueId", b.id FROM booking.venue v CROSS JOIN LATERAL (
        SELECT id FROM booking.booking
        WHERE venue_id = v.id AND erased_at IS NULL AND ends_at < now() - v.retain_days * interval '1 day'
        LIMIT ${BATCH}) b
      LIMIT ${BATCH}`;
    if (ids.length === 0) return erased;
    erased += await erase(deps, ids, 'system');
  }
}

const HOUR_MS = 3600_000;

/** Erases what is due once an hour until stopped. */
export const startRetention = (deps: Deps & { log: Log }) =>
  every(
    HOUR_MS,
    {
      name: 'retention',
      budgetMs: HOUR_MS,
      async run() {
        const erased = await eraseExpired(deps);
        if (erased > 0)
          deps.log.info({ bookings: erased }, 'guests erased, as their venues no longer keep them');
      },
    },
    deps.log,
  );

/** Files first: should that fail, the rows still say which files there are. */
async function erase(
  { database, forget }: Deps,
  bookings: { venueId: number; id: bigint }[],
  actor: string,
): Promise<number> {
  const files = bookings.map(({ venueId, id }) => ({ venueId, bookingId: Number(id) }));
  await forget(files);
  const [row] = await database.$queryRaw<{ erased: bigint }[]>`
    WITH emptied AS (
      UPDATE booking.booking b SET customer_name = '', customer_email = '', extra = '{}', redirect_url = NULL,
        erased_at = now(), revision = b.revision + 1
      FROM unnest(${bookings.map(({ venueId }) => venueId)}::integer[], ${bookings.map(({ id }) => id)}::bigint[]) AS e(venue_id, id)
      WHERE (b.venue_id, b.id) = (e.venue_id, e.id) AND b.erased_at IS NULL
      RETURNING b.venue_id, b.id, b.uid
    ),
    told AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action)
      SELECT venue_id, id, ${actor}, 'erased' FROM emptied
    ),
    forgotten AS (
      DELETE FROM booking.idempotency_key k USING emptied WHERE (k.venue_id, k.booking_uid) = (emptied.venue_id, emptied.uid)
    )
    SELECT count(*) AS erased FROM emptied`;
  // Once more, for a mail that was just being written.
  await forget(files);
  return Number(row?.erased ?? 0);
}
