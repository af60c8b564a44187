import { every } from '@venue-booking/kit/process/every';
import type { Log } from '@venue-booking/kit/process/log';
import type { BookingDatabase } from '../database.ts';
import { eraseExpired, type Forget } from './eraseGuest.ts';

const HOUR_MS = 3600_000;

/** Bookings at a time, so that no statement locks many rows for long. */
const BATCH = 500;

/**
 * Forgets what bookings counted under once they have begun, as they count no more; not within the hour that
 * the hourly limit looks back on. Answers whether there may be more.
 */
export async function forgetCounted(database: BookingDatabase): Promise<boolean> {
  const rows = await database.$executeRaw`
    UPDATE booking.booking SET mailbox_hash = NULL, address_hash = NULL, network_hash = NULL
    WHERE id IN (SELECT id FROM booking.booking
      WHERE network_hash IS NOT NULL AND starts_at < now() AND created_at < now() - interval '1 hour'
      ORDER BY starts_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
  return rows === BATCH;
}

/** Hourly until stopped: erases guests that their venue no longer keeps, and forgets what was counted. */
export function startRetention(deps: { database: BookingDatabase; forget: Forget; log: Log }) {
  const run = async () => {
    if (await forgetCounted(deps.database)) return true;
    const bookings = await eraseExpired(deps);
    if (bookings > 0) deps.log.info({ bookings }, 'guests erased, as their venues no longer keep them');
    return bookings > 0;
  };
  return every(HOUR_MS, { name: 'retention', run }, deps.log);
}
