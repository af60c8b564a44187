import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import { v7 as newUid } from 'uuid';
import { requireBooking } from '../../core/bookingStore.ts';
import { HISTORY_SPACE, historyFull } from '../../core/historyLine.ts';
import { stateFailure } from '../../core/stateFailure.ts';
import type { BookingDatabase } from '../../database.ts';
import { kindByStatus } from '../texts/mailKind.ts';

/**
 * Queues the mail about the current state of a booking again. Wake the mailer afterwards.
 * @throws `booking_not_found`; `validation` without an address; a stateFailure if there is no mail for its
 * status; `history_full`
 */
export async function resendMail(
  database: BookingDatabase,
  { venueId, id }: OfBooking,
  actor: string,
): Promise<void> {
  const booking = await requireBooking(database, { venueId, id });
  if (booking.customerEmail === '') throw fail('validation', { detail: 'the booking has no e-mail address' });
  const kind = kindByStatus[booking.status];
  if (!kind) throw stateFailure(booking.status);
  const queued = await database.$queryRaw<unknown[]>`
    WITH before AS (
      SELECT venue_id, id FROM booking.booking WHERE venue_id = ${venueId} AND id = ${booking.id} FOR UPDATE
    ),
    ${HISTORY_SPACE},
    queued AS (
      INSERT INTO booking.mail (venue_id, id, booking_id, kind, resent)
      SELECT venue_id, ${newUid()}::uuid, id, ${kind}, true FROM room WHERE is_free
      RETURNING venue_id, booking_id
    ),
    not_twice AS (
      UPDATE booking.mail m SET status = 'dropped', last_error = 'sent again' FROM queued
      WHERE (m.venue_id, m.booking_id) = (queued.venue_id, queued.booking_id) AND m.kind = ${kind}
        AND m.kind = 'payment_due' AND m.status = 'queued' AND m.attempts = 0
    )
    INSERT INTO booking.history (venue_id, booking_id, actor, action)
    SELECT venue_id, booking_id, ${actor}, 'mail_resent' FROM queued
    RETURNING seq`;
  if (queued.length === 0) throw historyFull();
}
