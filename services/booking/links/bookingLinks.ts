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
  const urlOf = async (path: 'tickets' | 'pay', booking: LinkedBooking) => {
    const purpose = path === 'pay' ? 'pay' : 'ticket';
    const origin = await originOf(booking.venueId);
    return `${origin}/${path}/${await signToken(purpose, signingKeys, booking)}`;
  };
  const finder = (purpose: Purpose) => async (token: string) => {
    const opened = await readToken(purpose, signingKeys, token);
    const row = opened && (await findBooking(database, { venueId: opened.venueId, id: opened.id }));
    return row && isOfBooking(opened, row, shortFrom) ? row : null;
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
    ticketUrl: (booking: LinkedBooking) => urlOf('tickets', booking),
    /** The ticket's link for mail; its `mail` parameter proves that it was opened from the mail. */
    mailedTicketUrl: async (booking: LinkedBooking) => {
      const [key] = signingKeys;
      const url = await urlOf('tickets', booking);
      return key ? `${url}?mail=${signMailed(key, booking)}` : url;
    },
    /** Whether `mail` is the parameter from the mail of this booking. */
    isMailed: (booking: LinkedBooking, mail: string): boolean =>
      signingKeys.some((key) => signMailed(key, booking) === mail),
    payUrl: (booking: LinkedBooking) => urlOf('pay', booking),
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

/** @returns ms since 1970 */
async function readShortFrom(database: BookingDatabase): Promise<number> {
  const [row] = await database.$queryRaw<{ shortFrom: Date }[]>`
    SELECT short_from AS "shortFrom" FROM booking.link_form`;
  if (!row) throw new Error('booking.link_form is empty');
  return row.shortFrom.getTime();
}
