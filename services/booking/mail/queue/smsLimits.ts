import type { BookingDatabase } from '../../database.ts';
import { Prisma } from '../../gen/prisma/client.ts';
import { keyedHash } from '../../limits/guestHashes.ts';

/** Maximum SMS to one number within 24 hours, over all venues: anybody can book with any number. */
const MAX_PER_NUMBER = 3;

export type SmsLimits = ReturnType<typeof smsLimits>;

/**
 * Limits the SMS of a venue and those to a number, each within 24 hours. They are counted like mail to a
 * mailbox, and by the same function of the database, so that all replicas share the limits.
 * @param options.perVenue maximum for each venue
 */
export function smsLimits({
  database,
  hashKey,
  perVenue,
}: {
  database: BookingDatabase;
  hashKey: Uint8Array;
  perVenue: number;
}) {
  const ofVenue = (venueId: number) => keyedHash(hashKey, `SMS of venue ${venueId}`);
  return {
    /**
     * An expression that counts an SMS and is whether both limits allow it. By number first, so that messages
     * to one number cannot use up those of the venue.
     */
    counting: (venueId: number, number: string): Prisma.Sql => Prisma.sql`
      CASE WHEN booking.take_mail_turn(${keyedHash(hashKey, `SMS to ${number}`)}, ${MAX_PER_NUMBER}::integer)
        THEN booking.take_mail_turn(${ofVenue(venueId)}, ${perVenue}::integer) ELSE false END`,
    /** The SMS that count for a venue now, and their maximum. */
    async usage(venueId: number): Promise<{ sent: number; most: number }> {
      const [row] = await database.$queryRaw<{ sent: number }[]>`
        SELECT mails AS sent FROM booking.mail_recipient
        WHERE mailbox_hash = ${ofVenue(venueId)} AND since > now() - interval '1 day'`;
      return { sent: row?.sent ?? 0, most: perVenue };
    },
  };
}
