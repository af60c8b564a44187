import type { Log } from '@venue-booking/kit/logging/log';
import { every } from '@venue-booking/kit/scheduling/every';
import type { BookingDatabase } from '../database.ts';
import { type DeleteMailFiles, eraseExpired } from './eraseGuest.ts';

const HOUR_MS = 3600_000;

/** Bookings per statement, so that none locks many rows for long. */
const BATCH = 500;

/**
 * Deletes the hashes of bookings that have begun, because they no longer count. The hourly rate limit needs
 * them for an hour after booking. Returns whether there may be more.
 */
export async function deleteGuestHashes(database: BookingDatabase): Promise<boolean> {
  const rows = await database.$executeRaw`
    UPDATE booking.booking SET mailbox_hash = NULL, address_hash = NULL, network_hash = NULL
    WHERE id IN (SELECT id FROM booking.booking
      WHERE network_hash IS NOT NULL AND starts_at < now() AND created_at < now() - interval '1 hour'
      ORDER BY starts_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
  return rows === BATCH;
}

/**
 * Every hour until stopped: erases guests after the venue's retention, and deletes hashes that no longer
 * count.
 */
export function startRetention(deps: {
  database: BookingDatabase;
  deleteMailFiles: DeleteMailFiles;
  log: Log;
}) {
  const run = async () => {
    if (await deleteGuestHashes(deps.database)) return true;
    const bookings = await eraseExpired(deps);
    if (bookings > 0) deps.log.info({ bookings }, 'guests erased after the retention of their venues');
    return bookings > 0;
  };
  return every(HOUR_MS, { name: 'retention', run }, deps.log);
}
