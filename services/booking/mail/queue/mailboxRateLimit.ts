import { batchCalls } from '@venue-booking/kit/concurrency/batchCalls';
import { wasPaid } from '../../core/keptMoney.ts';
import type { BookingDatabase } from '../../database.ts';
import type { Booking as Row } from '../../gen/prisma/client.ts';
import { mailboxHash } from '../../limits/guestHashes.ts';
import type { MailKind } from '../texts/mailKind.ts';
import { BATCHING, type ClaimedMail } from './mailStore.ts';

/** Mail that a guest can trigger alone, by booking and cancelling. */
const FREE_KINDS: readonly MailKind[] = ['confirmed', 'payment_due', 'cancelled'];

type Counted = Pick<ClaimedMail, 'venueId' | 'id' | 'kind' | 'resent' | 'byGuest' | 'counted'>;

/** Whether anybody could have triggered this mail to any address with a booking that costs nothing. */
const isForFree = ({ kind, resent, byGuest }: Counted, row: Pick<Row, 'paymentStatus'>): boolean =>
  !resent && (byGuest || FREE_KINDS.includes(kind)) && !wasPaid(row);

type Deps = { database: BookingDatabase; hashKey: Uint8Array; perDay: number };

/**
 * Limits the mails to one mailbox per day, across all venues. Mails that anybody can trigger are sent while
 * fewer than `perDay` have been counted, mails about paid bookings and by the venue while fewer than twice as
 * many. Each mail counts once, however often it is attempted.
 */
export function mailboxRateLimit({ database, hashKey, perDay }: Deps) {
  const isWithinLimit = batchCalls((asked: CountRequest[]) => countWithinLimit(database, asked), BATCHING);
  return async (mail: Counted, row: Pick<Row, 'customerEmail' | 'paymentStatus'>): Promise<boolean> =>
    mail.counted ||
    isWithinLimit({
      ...mail,
      mailbox: mailboxHash(hashKey, row.customerEmail),
      most: isForFree(mail, row) ? perDay : 2 * perDay,
    });
}

type CountRequest = { venueId: number; id: string; mailbox: string; most: number };

/** Counts mails whose mailbox has had fewer than `most` today. Returns for each whether it was counted. */
async function countWithinLimit(database: BookingDatabase, asked: CountRequest[]): Promise<boolean[]> {
  const column = <K extends keyof CountRequest>(key: K) => asked.map((it) => it[key]);
  // All mailers lock mailboxes in the same order, so that they can't deadlock.
  const counted = await database.$queryRaw<{ id: string }[]>`
    WITH asked AS MATERIALIZED (
      SELECT venue_id, id, booking.take_mail_turn(mailbox, most) AS has_turn FROM (
        SELECT * FROM unnest(${column('venueId')}::integer[], ${column('id')}::uuid[], ${column('mailbox')}::text[],
          ${column('most')}::integer[]) AS it(venue_id, id, mailbox, most) ORDER BY mailbox, most
      ) AS ordered
    ),
    noted AS (
      UPDATE booking.mail m SET counted = true FROM asked
      WHERE (m.venue_id, m.id) = (asked.venue_id, asked.id) AND asked.has_turn
    )
    SELECT id::text FROM asked WHERE has_turn`;
  const ids = new Set(counted.map(({ id }) => id));
  return asked.map(({ id }) => ids.has(id));
}
