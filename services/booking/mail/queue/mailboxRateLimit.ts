import { batchCalls } from '@venue-booking/kit/concurrency/batchCalls';
import { wasPaid } from '../../core/keptMoney.ts';
import type { BookingDatabase } from '../../database.ts';
import type { Booking as Row } from '../../gen/prisma/client.ts';
import { mailboxHash } from '../../limits/guestHashes.ts';
import type { MailKind, WaitingMailKind } from '../texts/mailKind.ts';
import { BATCHING, type ClaimedMail } from './mailStore.ts';

/** Mail that a guest can trigger alone, by booking and cancelling, or by joining a waiting list. */
const FREE_KINDS: readonly Counted['kind'][] = [
  'confirmed',
  'payment_due',
  'cancelled',
  'reminder',
  'follow_up',
  'confirm_entry',
];

type Counted = Pick<ClaimedMail, 'venueId' | 'id' | 'resent' | 'byGuest' | 'counted'> & {
  kind: MailKind | WaitingMailKind;
};

/** Whether anybody could have triggered this mail to any address with a booking that costs nothing. */
const canAnybodyTrigger = ({ kind, resent, byGuest }: Counted, row: Pick<Row, 'paymentStatus'>): boolean =>
  !resent && (byGuest || FREE_KINDS.includes(kind)) && !wasPaid(row);

type Deps = { database: BookingDatabase; hashKey: Uint8Array; perDay: number };

/**
 * Limits the mails to one mailbox per day, across all venues. Mails that anybody can trigger are sent while
 * fewer than `perDay` have been counted, mails about paid bookings and by the venue while fewer than twice as
 * many. Each mail counts once, however often it is attempted.
 */
export function mailboxRateLimit({ database, hashKey, perDay }: Deps) {
  const isWithinLimit = batchCalls(
    (requests: CountRequest[]) => countWithinLimit(database, requests),
    BATCHING,
  );
  return async (mail: Counted, row: Pick<Row, 'customerEmail' | 'paymentStatus'>): Promise<boolean> =>
    mail.counted ||
    isWithinLimit({
      ...mail,
      mailbox: mailboxHash(hashKey, row.customerEmail),
      maximum: canAnybodyTrigger(mail, row) ? perDay : 2 * perDay,
    });
}

type CountRequest = { venueId: number; id: string; mailbox: string; maximum: number };

/** Counts mails whose mailbox has had fewer than `maximum` today. Returns for each whether it was counted. */
async function countWithinLimit(database: BookingDatabase, requests: CountRequest[]): Promise<boolean[]> {
  const column = <K extends keyof CountRequest>(key: K) => requests.map((it) => it[key]);
  // All mailers lock mailboxes in the same order, so that they can't deadlock.
  const counted = await database.$queryRaw<{ id: string }[]>`
    WITH requested AS MATERIALIZED (
      SELECT venue_id, id, booking.take_mail_turn(mailbox, maximum) AS is_allowed FROM (
        SELECT * FROM unnest(${column('venueId')}::integer[], ${column('id')}::uuid[], ${column('mailbox')}::text[],
          ${column('maximum')}::integer[]) AS it(venue_id, id, mailbox, maximum) ORDER BY mailbox, maximum
      ) AS ordered
    ),
    recorded AS (
      UPDATE booking.mail m SET counted = true FROM requested
      WHERE (m.venue_id, m.id) = (requested.venue_id, requested.id) AND requested.is_allowed
    )
    SELECT id::text FROM requested WHERE is_allowed`;
  const ids = new Set(counted.map(({ id }) => id));
  return requests.map(({ id }) => ids.has(id));
}
