import { every } from '@venue-booking/kit/process/every';
import type { Log } from '@venue-booking/kit/process/log';
import type { BookingDatabase } from '../database.ts';
import { untilFree } from './untilFree.ts';

const HOUR_MS = 3600_000;

/**
 * Gives bookings from before there were references theirs, a batch at a time, so that no statement locks many
 * rows for long. The index finds them: one look for a venue without any. Answers how many they were.
 */
export async function fillReferences(database: BookingDatabase, batch = 500): Promise<number> {
  for (let filled = 0; ; ) {
    const rows = await untilFree(
      () => database.$executeRaw`
        UPDATE booking.booking SET reference = booking.new_reference()
        WHERE reference IS NULL AND id IN (
          SELECT old.id FROM booking.venue v CROSS JOIN LATERAL (
            SELECT id FROM booking.booking WHERE venue_id = v.id AND reference IS NULL LIMIT ${batch}
          ) old LIMIT ${batch})`,
    );
    filled += rows;
    if (rows === 0) return filled;
  }
}

/** Fills them at once, and looks once an hour whether there are any, until stopped. */
export const startFillingReferences = ({ database, log }: { database: BookingDatabase; log: Log }) =>
  every(
    HOUR_MS,
    {
      name: 'filling references',
      budgetMs: HOUR_MS,
      async run() {
        const filled = await fillReferences(database);
        if (filled > 0) log.info({ bookings: filled }, 'older bookings have got a reference');
      },
    },
    log,
  );
