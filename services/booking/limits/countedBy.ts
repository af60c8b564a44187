import { clientOf, networkOf } from '@venue-booking/kit/clientAddress';
import { keyedHmac } from '../keyedHmac.ts';
import { mailboxOf } from './mailbox.ts';

/** Whom a guest's booking counts for: keyed hashes of the mailbox, the client address and its network. */
export type CountedBy = { mailbox: string; address: string; network: string };

/** Enough that two guests never share one by chance, short as three of them stand in each booking. */
const HASH_BYTES = 12;

/** A hash that only who has the key can look a guest up by. With another key counting begins anew. */
export const keyedHash = (key: Uint8Array, text: string): string =>
  keyedHmac(key).update(`counted by ${text}`).digest().subarray(0, HASH_BYTES).toString('base64url');

export const mailboxHash = (key: Uint8Array, email: string): string => keyedHash(key, mailboxOf(email));

/** What a guest's bookings are counted under, at every venue the same. */
export const countedBy = (
  key: Uint8Array,
  { email, clientAddress }: { email: string; clientAddress: string },
): CountedBy => ({
  mailbox: mailboxHash(key, email),
  address: keyedHash(key, clientOf(clientAddress)),
  network: keyedHash(key, networkOf(clientAddress)),
});
