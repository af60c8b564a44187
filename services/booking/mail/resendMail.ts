import { fail } from '@venue-booking/proto/failures';
import { v7 as newUid } from 'uuid';
import { findBooking } from '../core/bookingStore.ts';
import { stateFailure } from '../core/stateFailure.ts';
import type { BookingDatabase } from '../database.ts';
import { kindForStatus } from './mailKind.ts';

/**
 * Queues the mail that tells a guest how the booking stands now, once more; wake the mailer afterwards.
 * @throws `booking_not_found`; `validation` without an address; a stateFailure when its status is nothing to
 * write about
 */
export async function resendMail(
  database: BookingDatabase,
  { venueId, id }: { venueId: number; id: number },
  actor: string,
): Promise<void> {
  const booking = await findBooking(database, { venueId, id });
  if (!booking) throw fail('booking_not_found');
  if (booking.customerEmail === '') throw fail('validation', { detail: 'the booking has no e-mail address' });
  const kind = kindForStatus(booking.status);
  if (!kind) throw stateFailure(booking.status);
  await database.$transaction([
    database.mail.create({ data: { venueId, id: newUid(), bookingId: booking.id, kind, resent: true } }),
    database.history.create({ data: { venueId, bookingId: booking.id, actor, action: 'mail_resent' } }),
  ]);
}
