import type { Log } from '@venue-booking/kit/logging/log';
import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import { FREE_TEXT_ACTIONS } from '@venue-booking/proto/booking/history';
import { phoneKey } from '../core/phoneKey.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { eraseEntries } from '../waiting/eraseEntries.ts';
import { identityOf } from './guestIdentity.ts';
import { deleteNotes } from './guestNotes.ts';

/** Deletes the mail files of bookings, which are outside the database. */
export type DeleteMailFiles = (bookings: { venueId: number; bookingId: number }[]) => Promise<void>;

type Deps = { database: BookingDatabase; deleteMailFiles: DeleteMailFiles };

/** The number of erased bookings, and how many of them are still to come. */
export type Erased = { bookings: number; upcoming: number };

/** Bookings per statement, so that none locks many rows for long. */
const BATCH = 500;
/** Venues per run; a stop waits for the run. */
const VENUES = 10;

/**
 * Erases a guest from a venue by email address, ignoring case. Bookings keep their amounts and places but no
 * personal data. Queued mail is dropped when it is due. The log lists the bookings, because a restored
 * database contains the guest again (docs/production.md).
 */
export async function eraseGuest(
  deps: Deps & { log: Log },
  { venueId, email, actor }: { venueId: number; email: string; actor: string },
): Promise<Erased> {
  const due = Prisma.sql`lower(b.customer_email) = lower(${email})`;
  await eraseEntries(deps.database, { venueId, email });
  const onErased = (bookings: number[]) => deps.log.warn({ venueId, bookings }, 'guest erased');
  const erased = { bookings: 0, upcoming: 0 };
  for (;;) {
    const some = await eraseSome(deps, { venueId, due, actor, onErased });
    if (!some) break;
    erased.bookings += some.bookings;
    erased.upcoming += some.upcoming;
  }
  // Mail about entries of waiting lists. Its files outlive the entries, so that no row tells that they exist.
  await deps.deleteMailFiles([{ venueId, bookingId: 0 }]);
  return erased;
}

/**
 * Erases the guests of some bookings whose retention is over. Returns how many bookings were erased; 0 if
 * there are no more.
 */
export async function eraseExpired(deps: Deps): Promise<number> {
  // One statement finds the venues with something to erase. A query per venue takes half a minute with 10,000
  // venues.
  const venues = await deps.database.$queryRaw<{ id: number; retainDays: number }[]>`
    SELECT v.id, v.retain_days AS "retainDays" FROM booking.venue v
    CROSS JOIN LATERAL (SELECT FROM booking.booking b WHERE b.venue_id = v.id AND b.erased_at IS NULL
      AND b.ends_at < now() - v.retain_days * interval '1 day' LIMIT 1) due LIMIT ${VENUES}`;
  let erased = 0;
  for (const { id: venueId, retainDays } of venues) {
    const due = Prisma.sql`b.ends_at < now() - ${retainDays} * interval '1 day'`;
    erased += (await eraseSome(deps, { venueId, due, actor: 'system' }))?.bookings ?? 0;
  }
  return erased;
}

/** Erases a batch of all guests of a venue. Returns whether there may be more. */
export const eraseVenue = async (deps: Deps, venueId: number): Promise<boolean> =>
  (await eraseSome(deps, { venueId, due: Prisma.sql`true`, actor: 'system' })) !== null;

/** `due`: a condition on a booking `b`. `onErased`: called with the ids of the erased bookings. */
type Erasure = { venueId: number; due: Prisma.Sql; actor: string; onErased?: (ids: number[]) => void };

/**
 * Deletes the files and notes first: if that fails, the rows still tell which exist. Deletes them once more
 * afterwards, for those that were written meanwhile. Returns null if there is nothing to erase.
 */
async function eraseSome({ database, deleteMailFiles }: Deps, erasure: Erasure): Promise<Erased | null> {
  const { venueId, due, actor, onErased } = erasure;
  const batch = await database.$queryRaw<
    { id: bigint; marked: boolean; mail: string; phone: string | null }[]
  >`
    SELECT b.id, b.client_reference IS NOT NULL AS marked, lower(b.customer_email) AS mail, b.extra ->> ${phoneKey(venueId)} AS phone
    FROM booking.booking b
    WHERE b.venue_id = ${venueId} AND ${due} AND b.erased_at IS NULL LIMIT ${BATCH}`;
  if (batch.length === 0) return null;
  const ids = batch.map(({ id }) => id);
  const files = ids.map((id) => ({ venueId, bookingId: Number(id) }));
  await deleteMailFiles(files);
  const identities = batch.map(identityOf).filter((identity) => identity !== null);
  const deleteTheirNotes = () => deleteNotes(database, { venueId, identities, ids });
  await deleteTheirNotes();
  // Check `due` again: the address may have been corrected or the booking moved. Rows are locked in one
  // order, so that concurrent erasures do not deadlock.
  const emptied = await retryConflicts(
    () => database.$queryRaw<{ id: bigint; upcoming: boolean }[]>`
      WITH chosen AS (
        SELECT b.venue_id, b.id FROM booking.booking b
        WHERE b.id = ANY(${ids}::bigint[]) AND b.venue_id + 0 = ${venueId} AND ${due} AND b.erased_at IS NULL
        ORDER BY b.id FOR UPDATE
      ),
      emptied AS (
        UPDATE booking.booking b SET customer_name = '', customer_email = '', extra = '{}', note = '', redirect_url = NULL, client_reference = NULL,
          mailbox_hash = NULL, address_hash = NULL, network_hash = NULL,
          erased_at = now(), revision = b.revision + 1
        FROM chosen WHERE (b.venue_id, b.id) = (chosen.venue_id, chosen.id)
        RETURNING b.venue_id, b.id, b.starts_at > now() AND b.status IN ('pending_payment', 'confirmed') AS upcoming
      ),
      reasons_emptied AS (
        UPDATE booking.history h SET note = ''
        FROM emptied WHERE (h.venue_id, h.booking_id) = (emptied.venue_id, emptied.id) AND h.action = ANY(${FREE_TEXT_ACTIONS as string[]})
      ),
      money_notes_emptied AS (
        UPDATE booking.further_payment p SET note = ''
        FROM emptied WHERE (p.venue_id, p.booking_id) = (emptied.venue_id, emptied.id) AND p.note <> ''
      ),
      recorded AS (
        INSERT INTO booking.history (venue_id, booking_id, actor, action)
        SELECT venue_id, id, ${actor}, 'erased' FROM emptied
      )
      SELECT id, upcoming FROM emptied`,
  );
  onErased?.(emptied.map(({ id }) => Number(id)));
  await deleteMailFiles(files);
  await deleteTheirNotes();
  const marked = batch.flatMap((row) => (row.marked ? Number(row.id) : []));
  // Only for bookings with a reference, because the log has no index by booking.
  if (marked.length > 0)
    await database.$executeRaw`
      UPDATE booking.webhook_delivery SET payload = payload #- '{data,client_reference}'
      WHERE venue_id = ${venueId} AND payload #> '{data,client_reference}' IS NOT NULL
        AND (payload #>> '{data,booking_id}')::bigint = ANY(${marked}::bigint[])`;
  // The hash of a request could confirm a guess of the guest's data. The key stays, so that a retry books
  // nothing. A separate statement, so that it sees the keys of bookings that were moved concurrently.
  await database.$executeRaw`
    UPDATE booking.idempotency_key SET body_hash = ''
    WHERE venue_id = ${venueId} AND (booking_uid IN ( -- a look-up, not a join: see docs/decisions/0068
      SELECT uid FROM booking.booking WHERE id = ANY(${emptied.map(({ id }) => id)}::bigint[]))) IS TRUE`;
  return { bookings: emptied.length, upcoming: emptied.filter(({ upcoming }) => upcoming).length };
}
