import { batchCalls } from '@venue-booking/kit/concurrency/batchCalls';
import { createTtlCache } from '@venue-booking/kit/concurrency/ttlCache';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import type { BookingDatabase } from '../../database.ts';
import type { Booking as Row } from '../../gen/prisma/client.ts';
import { mailboxHash } from '../../limits/guestHashes.ts';
import { BATCHING } from './mailStore.ts';
import { FIRST_DAY_CAP, MAX_PAID_VISITS, recipientCap } from './recipientCap.ts';

/** Stored reason of a mail that waits for the venue's recipient limit. Queries match it. */
export const RECIPIENT_LIMIT_REACHED = 'the venue has mailed as many people as it may in a day';

/** Whether the booking's address was entered by the venue, not by the guest. */
export const isAddressedByVenue = ({ source, readdressed }: Pick<Row, 'source' | 'readdressed'>): boolean =>
  source === 'desk' || readdressed;

type Limits = Pick<VenueContact, 'linkHosts' | 'createdAt'>;

/**
 * When an untrusted venue was created, ms since 1970. Null if no limit applies: the venue is trusted, or
 * catalog runs the previous release.
 */
const limitedSince = ({ linkHosts, createdAt }: Limits): number | null =>
  linkHosts === null || createdAt === undefined ? null : Date.parse(createdAt);

/** Limits the number of mailboxes that a venue mails within a day. The count is exact across replicas. */
export function venueRecipients({ database, hashKey }: { database: BookingDatabase; hashKey: Uint8Array }) {
  const take = batchCalls((requests: RecipientRequest[]) => takeRecipients(database, requests), BATCHING);
  // Cached, because waiting mails are retried again and again.
  const paidVisits = createTtlCache<number>();
  const paidVisitsOf = (venueId: number) =>
    paidVisits.get(venueId, '', () => countPaidVisits(database, venueId));

  return {
    /**
     * Counts a recipient of a venue's own mail. Returns false at the limit.
     * @param extra how many recipients beyond the limit are allowed for this mail
     */
    async allowRecipient(venueId: number, limits: Limits, email: string, extra = 0): Promise<boolean> {
      const createdAt = limitedSince(limits);
      if (createdAt === null) return true;
      const mailbox = mailboxHash(hashKey, email);
      const takeWith = (paid: number) =>
        take({
          ...{ venueId, mailbox },
          maximum: extra + recipientCap({ createdAt, paidVisits: paid, now: Date.now() }),
        });
      if (await takeWith(0)) return true;
      const paid = await paidVisitsOf(venueId);
      return paid > 0 && takeWith(paid);
    },
    /** Number of people that a venue may mail within a day; null if unlimited. */
    async allowanceOf(venueId: number, limits: Limits): Promise<number | null> {
      const createdAt = limitedSince(limits);
      if (createdAt === null) return null;
      const paid = await paidVisitsOf(venueId);
      return recipientCap({ createdAt, paidVisits: paid, now: Date.now() });
    },
  };
}
export type VenueRecipients = ReturnType<typeof venueRecipients>;

type RecipientRequest = { venueId: number; mailbox: string; maximum: number };

async function takeRecipients(database: BookingDatabase, requests: RecipientRequest[]): Promise<boolean[]> {
  const column = <K extends keyof RecipientRequest>(key: K) => requests.map((it) => it[key]);
  // All mailers use the same order, because each venue's row stays locked until the statement ends.
  const rows = await database.$queryRaw<{ n: number; isAllowed: boolean }[]>`
    SELECT n::integer, booking.take_recipient(venue_id, mailbox, maximum) AS "isAllowed" FROM (
      SELECT * FROM unnest(${column('venueId')}::integer[], ${column('mailbox')}::text[], ${column('maximum')}::integer[])
        WITH ORDINALITY AS it(venue_id, mailbox, maximum, n) ORDER BY venue_id, n
    ) AS ordered`;
  const allowed = new Map(rows.map(({ n, isAllowed }) => [n, isAllowed]));
  return requests.map((_, at) => allowed.get(at + 1) ?? false);
}

/** Reads at most as many recent visits as can count, so that a large venue costs no more. */
async function countPaidVisits(database: BookingDatabase, venueId: number): Promise<number> {
  const [{ paid = 0 } = {}] = await database.$queryRaw<{ paid: number }[]>`
    SELECT count(*)::integer AS paid FROM (
      SELECT payment_status FROM booking.booking WHERE venue_id = ${venueId} AND starts_at < now()
      ORDER BY starts_at DESC LIMIT ${MAX_PAID_VISITS}
    ) AS visit WHERE payment_status = 'paid'`;
  return paid;
}

/** Number of people that a venue's own mail went to within the last day. */
export async function countRecipients(database: BookingDatabase, venueId: number): Promise<number> {
  const [{ count = 0 } = {}] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM booking.venue_recipient
    WHERE venue_id = ${venueId} AND since > now() - interval '1 day'`;
  return count;
}

type Waiting = { count: number; bookingId: number; since: string };

/**
 * The number of waiting mails, the newest booking among them and when the first was queued; null if none
 * wait.
 */
export async function waitingMail(database: BookingDatabase, venueId: number): Promise<Waiting | null> {
  // Mail only waits after this many recipients, so maximum venues' queues are never searched.
  if ((await countRecipients(database, venueId)) < FIRST_DAY_CAP) return null;
  const [row] = await database.$queryRaw<{ count: number; bookingId: number | null; since: Date }[]>`
    SELECT count(*)::integer AS count, max(booking_id)::float8 AS "bookingId", min(created_at) AS since
    FROM booking.mail WHERE status = 'queued' AND venue_id = ${venueId} AND last_error = ${RECIPIENT_LIMIT_REACHED}`;
  return row?.bookingId
    ? { count: row.count, bookingId: row.bookingId, since: row.since.toISOString() }
    : null;
}
