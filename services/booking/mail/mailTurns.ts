import type { BookingDatabase } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { mailboxHash } from '../limits/countedBy.ts';
import type { MailKind } from './mailKind.ts';
import type { ClaimedMail } from './mailStore.ts';

/** Recipients that are forgotten at a time, so that no statement locks many rows for long. */
const BATCH = 1000;

/** Mail that a guest causes alone: by booking, and by cancelling. */
const FREE_KINDS: readonly MailKind[] = ['confirmed', 'payment_due', 'cancelled'];

type Counted = Pick<ClaimedMail, 'venueId' | 'id' | 'kind' | 'resent' | 'counted'>;

/** Whether anybody can have it sent to anybody, by bookings that cost nothing. */
const isForFree = ({ kind, resent }: Counted, { paymentStatus }: Pick<Row, 'paymentStatus'>): boolean =>
  !resent && FREE_KINDS.includes(kind) && paymentStatus !== 'paid' && paymentStatus !== 'refunded';

/**
 * Whether a mail may go to its booking's mailbox: `perDay` a day that anybody can cause, all venues together,
 * and as many again of what a venue does or money was paid for. Counts the mail, once however often it is
 * tried.
 */
export const mailTurns =
  ({ database, hashKey, perDay }: { database: BookingDatabase; hashKey: Uint8Array; perDay: number }) =>
  async (mail: Counted, row: Pick<Row, 'customerEmail' | 'paymentStatus'>): Promise<boolean> => {
    if (mail.counted) return true;
    const limit = isForFree(mail, row) ? perDay : 2 * perDay;
    const turns = await database.$queryRaw<unknown[]>`
      WITH turn AS (
        INSERT INTO booking.mail_recipient AS r (mailbox_hash) VALUES (${mailboxHash(hashKey, row.customerEmail)})
        ON CONFLICT (mailbox_hash) DO UPDATE SET
          mails = CASE WHEN r.since < now() - interval '1 day' THEN 1 ELSE r.mails + 1 END,
          since = CASE WHEN r.since < now() - interval '1 day' THEN now() ELSE r.since END
        WHERE r.mails < ${limit} OR r.since < now() - interval '1 day'
        RETURNING 1
      ),
      noted AS (
        UPDATE booking.mail SET counted = true
        WHERE venue_id = ${mail.venueId} AND id = ${mail.id}::uuid AND EXISTS (SELECT FROM turn)
      )
      SELECT FROM turn`;
    return turns.length === 1;
  };

/** Forgets recipients whose day is over. */
export async function forgetRecipients(database: BookingDatabase): Promise<void> {
  for (;;) {
    const forgotten = await database.$executeRaw`
      DELETE FROM booking.mail_recipient WHERE mailbox_hash IN (
        SELECT mailbox_hash FROM booking.mail_recipient WHERE since < now() - interval '1 day'
        ORDER BY since LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    if (forgotten < BATCH) return;
  }
}
