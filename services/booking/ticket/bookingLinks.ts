import { createHash } from 'node:crypto';
import { fail } from '@venue-booking/proto/failures';
import { findBooking } from '../core/bookingStore.ts';
import type { BookingDatabase } from '../database.ts';
import type { LinkedBooking, Purpose, SigningKey } from './linkedBooking.ts';
import { signMailed } from './shortToken.ts';
import { isOfBooking, readToken, signToken, ticketTokens } from './ticket.ts';

/** Makes and opens links to bookings; a migration has set from when on this database has short ones. */
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
  const finder = (purpose: Purpose) => async (token: string) => {
    const opened = await readToken(purpose, signingKeys, token);
    const row = opened && (await findBooking(database, { venueId: opened.venueId, id: opened.id }));
    return row && isOfBooking(opened, row, shortFrom) ? row : null;
  };
  /** As {@link finder}, for guests. @throws `ticket_expired` */
  const guestsFinder = (purpose: Purpose) => {
    const find = finder(purpose);
    return async (token: string) => {
      const row = await find(token);
      if (row && isExpired(row, Date.now())) throw fail('ticket_expired', { months: TICKET_MONTHS });
      return row;
    };
  };
  return {
    ticketUrl: async (booking: LinkedBooking) =>
      `${publicUrl}/tickets/${await signToken('ticket', signingKeys, booking)}`,
    /** The link to the ticket for the mail, which proves that it was taken from there. */
    mailedTicketUrl: async (booking: LinkedBooking) => {
      const [key] = signingKeys;
      const url = `${publicUrl}/tickets/${await signToken('ticket', signingKeys, booking)}`;
      return key ? `${url}?mail=${signMailed(key, booking)}` : url;
    },
    /** Whether the `mail` of a link to a ticket is of the mail about this booking. */
    isMailed: (booking: LinkedBooking, mail: string): boolean =>
      signingKeys.some((key) => signMailed(key, booking) === mail),
    payUrl: async (booking: LinkedBooking) =>
      `${publicUrl}/pay/${await signToken('pay', signingKeys, booking)}`,
    /** The booking that a guest opens by a ticket's token, or null. @throws `ticket_expired` */
    findByTicket: guestsFinder('ticket'),
    /** The booking that the desk scans, or null. A scan needs a session or a token, so it never expires. */
    findScanned: finder('ticket'),
    /** The booking that a guest opens by a pay link's token, or null. @throws `ticket_expired` */
    findByPayToken: guestsFinder('pay'),
    /** What recognises each token of a ticket without making it: 16 bytes of SHA-256, base64url. */
    ticketHashes: async (booking: LinkedBooking & { createdAt: Date }) =>
      (await ticketTokens(signingKeys, booking, shortFrom)).map(hashOf),
  };
}
export type BookingLinks = Awaited<ReturnType<typeof bookingLinks>>;

/** A guest's links open so long after the end of the visit: who finds an old mail learns nothing by it. */
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
