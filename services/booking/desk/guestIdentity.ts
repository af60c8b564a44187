import { createHash } from 'node:crypto';
import { phonesIn } from './searchCondition.ts';

/**
 * What makes bookings one guest's: the mailbox in lower case, or the last digits of the phone number if a
 * booking has no mailbox. So each booking belongs to one guest at most.
 */
export type Identity = { mail: string } | { phone: string };

/** @param of.mail as PostgreSQL lowers it, because its index compares it so */
export function identityOf({ mail, phone }: { mail: string; phone: string | null }): Identity | null {
  if (mail) return { mail };
  const [digits] = phone === null ? [] : phonesIn(phone);
  return digits === undefined ? null : { phone: digits };
}

export const isSame = (a: Identity, b: Identity): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The hash of a guest's note. It has no secret: the note lives no longer than the bookings that have the
 * mailbox or the number in plain text, and a changed secret must not lose it.
 */
export const hashOf = (venueId: number, identity: Identity): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHash('sha256')
      .update(`${venueId} ${JSON.stringify(identity)}`)
      .digest(),
  );
