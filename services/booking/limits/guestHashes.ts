import { clientOf, networkOf } from '@venue-booking/kit/http/clientAddress';
import { keyedHmac } from '../keyedHmac.ts';
import { mailboxOf } from './mailbox.ts';

/** Keyed hashes that a guest's booking counts for: of the mailbox, the client address and its network. */
export type GuestHashes = { mailbox: string; address: string; network: string };

/** Long enough to avoid collisions between guests, short because each booking stores three. */
const HASH_BYTES = 12;

/** A hash that cannot be computed without the key. A new key restarts all counts. */
export const keyedHash = (key: Uint8Array, text: string): string =>
  keyedHmac(key).update(`counted by ${text}`).digest().subarray(0, HASH_BYTES).toString('base64url');

export const mailboxHash = (key: Uint8Array, email: string): string => keyedHash(key, mailboxOf(email));

/** The hashes of a guest. They are the same at all venues. */
export const guestHashes = (
  key: Uint8Array,
  { email, clientAddress }: { email: string; clientAddress: string },
): GuestHashes => ({
  mailbox: mailboxHash(key, email),
  address: keyedHash(key, clientOf(clientAddress)),
  network: keyedHash(key, networkOf(clientAddress)),
});
