import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatMoment } from '@venue-booking/domain/wording/formats';
import { fail, inEachLanguage } from '@venue-booking/proto/failures';
import { requireVenue } from '../core/bookingStore.ts';
import { stateFailure } from '../core/stateFailure.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { changeDeadline } from './changeDeadline.ts';

/**
 * Checks that a guest may change the booking now.
 * @throws a stateFailure, `change_off`, `change_too_late`
 */
export async function requireOwnChange(database: BookingDatabase, row: Row, now: number): Promise<void> {
  if (row.status !== 'confirmed') throw stateFailure(row.status);
  const venue = await requireVenue(database, row.venueId);
  const deadline = changeDeadline(row, venue);
  if (deadline === null || row.erasedAt) throw fail('change_off');
  if (now <= deadline) return;
  const until = localAt(row.timezone, deadline);
  throw fail(
    'change_too_late',
    inEachLanguage('until', (language) => formatMoment(until, language)),
  );
}
