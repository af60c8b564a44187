import { createHash } from 'node:crypto';
import { venueOrigin } from '@venue-booking/domain/venue/venueOrigin';
import { createTtlCache } from '@venue-booking/kit/concurrency/ttlCache';
import { fail } from '@venue-booking/proto/failures';
import { findBooking } from '../core/bookingStore.ts';
import type { LinkedBooking, Purpose, SigningKey } from '../core/linkedBooking.ts';
import type { BookingDatabase } from '../database.ts';
import { isOfBooking, readToken, signToken, ticketTokens } from './linkToken.ts';
import { signMailed } from './shortToken.ts';

/**
 * Creates and opens links to bookings. A migration has stored when this database began to use short links.
 */
export async function bookingLinks({
  database,
  publicUrl,
  signingKeys,
}: {
  database: BookingDatabase;
  publicUrl: string;
  signingKeys: readonly SigningKey[];
}) {
  const shortFrom = await readShortFrom(database);
  const primaryDomains = createTtlCache<string | null>();
  /** The address of links for a venue's guests. */
  const originOf = async (venueId: number): Promise<string> => {
    const primary = await primaryDomains.get(venueId, '', async () => {
      const [venue] = await database.$queryRaw<{ domain: string | null }[]>`
        SELECT primary_domain AS domain FROM booking.venue WHERE id = ${venueId}`;
      return venue?.domain ?? null;
    });
    return venueOrigin(publicUrl, primary);
  };
  const paths = { ticket: 'tickets', pay: 'pay', waiting: 'waiting', offer: 'waiting' } as const;
  const urlOf = async (purpose: Purpose, booking: LinkedBooking) => {
    const path = paths[purpose];
    const origin = await originOf(booking.venueId);
    return `${origin}/${path}/${await signToken(purpose, signingKeys, booking)}`;
  };
  const finder = (purpose: Purpose) => async (token: string) => {
    const opened = await readToken(purpose, signingKeys, token);
    const row = opened && (await findBooking(database, { venueId: opened.venueId, id: opened.id }));
    if (row && isOfBooking(opened, row, shortFrom)) return row;
    return purpose === 'ticket' ? findImported(database, token) : null;
  };
  /** Like {@link finder}, for guests. @throws `ticket_expired` */
  const guestsFinder = (purpose: Purpose) => {
    const find = finder(purpose);
    return async (token: string) => {
      const row = await find(token);
      if (row && isExpired(row, Date.now())) throw fail('ticket_expired', { months: TICKET_MONTHS });
      return row;
    };
  };
  return {
    ticketUrl: (booking: LinkedBooking) => urlOf('ticket', booking),
    /** The ticket's link for mail; its `mail` parameter proves that it was opened from the mail. */
    mailedTicketUrl: async (booking: LinkedBooking) => {
      const [key] = signingKeys;
      const url = await urlOf('ticket', booking);
      return key ? `${url}?mail=${signMailed(key, booking)}` : url;
    },
    /** Whether `mail` is the parameter from the mail of this booking. */
    isMailed: (booking: LinkedBooking, mail: string): boolean =>
      signingKeys.some((key) => signMailed(key, booking) === mail),
    payUrl: (booking: LinkedBooking) => urlOf('pay', booking),
    /** The link by which a guest leaves the waiting list. */
    waitingUrl: (entry: LinkedBooking) => urlOf('waiting', entry),
    /** The link of the mail, which also confirms the entry and answers an offer. */
    offerUrl: (entry: LinkedBooking) => urlOf('offer', entry),
    /** The entry of the waiting list that a token is about; null if it is none of ours. */
    async readWaiting(token: string) {
      for (const purpose of ['offer', 'waiting'] as const) {
        const read = await readToken(purpose, signingKeys, token);
        if (read) return { ...read, byMail: purpose === 'offer' };
      }
      return null;
    },
    /** The booking of a guest's ticket token; null if there is none. @throws `ticket_expired` */
    findByTicket: guestsFinder('ticket'),
    /**
     * The booking of a scanned ticket token; null if there is none. It never expires, as scanning needs staff
     * access.
     */
    findScanned: finder('ticket'),
    /** The booking of a pay link's token; null if there is none. @throws `ticket_expired` */
    findByPayToken: guestsFinder('pay'),
    /**
     * Hashes by which a device recognizes a ticket's tokens but cannot create them: 16 bytes of SHA-256,
     * base64url.
     */
    ticketHashes: async (booking: LinkedBooking & { createdAt: Date }) =>
      (await ticketTokens(signingKeys, booking, shortFrom)).map(hashOf),
    /** The same of the tokens that another installation signed, by booking. */
    importedHashes: async (venueId: number, ids: readonly bigint[]): Promise<Map<bigint, string[]>> => {
      const rows = await database.$queryRaw<{ id: bigint; hashes: string[] }[]>`
        SELECT booking_id AS id, array_agg(hash) AS hashes FROM booking.imported_ticket
        WHERE booking_id = ANY(${ids}::bigint[]) AND venue_id = ${venueId} GROUP BY booking_id`;
      return new Map(rows.map(({ id, hashes }) => [id, hashes]));
    },
  };
}
export type BookingLinks = Awaited<ReturnType<typeof bookingLinks>>;

/** How long a guest's links work after the visit. An old mail in the wrong hands then opens nothing. */
const TICKET_MONTHS = 6;

/** @param now ms since 1970 */
export function isExpired({ endsAt }: { endsAt: Date }, now: number): boolean {
  const last = new Date(endsAt);
  last.setUTCMonth(last.getUTCMonth() + TICKET_MONTHS);
  return now > last.getTime();
}

const HASH_BYTES = 16;
const hashOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, HASH_BYTES).toString('base64url');

/**
 * The booking of a ticket token of another installation, from which its venue was imported; null: none. After
 * several imports of the venue, such as a trial, it is that of the last one.
 */
async function findImported(database: BookingDatabase, token: string) {
  const [found] = await database.$queryRaw<{ venueId: number; id: bigint }[]>`
    SELECT venue_id AS "venueId", booking_id AS id FROM booking.imported_ticket WHERE hash = ${hashOf(token)}
    ORDER BY booking_id DESC LIMIT 1`;
  return found ? findBooking(database, { venueId: found.venueId, id: Number(found.id) }) : null;
}

/** @returns ms since 1970 */
async function readShortFrom(database: BookingDatabase): Promise<number> {
  const [row] = await database.$queryRaw<{ shortFrom: Date }[]>`
    SELECT short_from AS "shortFrom" FROM booking.link_form`;
  if (!row) throw new Error('booking.link_form is empty');
  return row.shortFrom.getTime();
}
