// Imported by file: the package's entry would load forty more files.
import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';
import { z } from 'zod';
import type { LinkedBooking, Purpose, SigningKey } from '../core/linkedBooking.ts';
import { readShort, signShort } from './shortToken.ts';

/** The content of a token. */
export type ReadToken = LinkedBooking & { id: number };

const Claims = z.object({ v: z.int(), b: z.int(), n: z.base64url().optional() });

/** Signs a link to a booking with the first key. It is bound to its purpose and contains no personal data. */
export async function signToken(
  purpose: Purpose,
  [key]: readonly SigningKey[],
  booking: LinkedBooking,
): Promise<string> {
  if (!key) throw new Error('no signing key');
  const { nonce } = booking;
  return nonce ? signShort(purpose, key, { ...booking, nonce }) : signJws(purpose, key, booking);
}

function signJws(purpose: Purpose, key: SigningKey, { venueId, id, nonce }: LinkedBooking): Promise<string> {
  const claims = { v: venueId, b: Number(id), ...(nonce && { n: Buffer.from(nonce).toString('base64url') }) };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'HS256', kid: key.id, typ: purpose })
    .sign(key.secret);
}

/** The content of a token; null unless one of our keys signed it for this purpose. */
export const readToken = async (
  purpose: Purpose,
  keys: readonly SigningKey[],
  token: string,
): Promise<ReadToken | null> =>
  token.includes('.') ? readJws(purpose, keys, token) : readShort(purpose, keys, token);

async function readJws(
  purpose: Purpose,
  keys: readonly SigningKey[],
  token: string,
): Promise<ReadToken | null> {
  try {
    const { payload, protectedHeader } = await compactVerify(
      token,
      ({ kid }) => {
        const key = keys.find(({ id }) => id === kid);
        if (!key) throw new Error('unknown key');
        return key.secret;
      },
      { algorithms: ['HS256'] },
    );
    if (protectedHeader.typ !== purpose) return null;
    const { v, b, n } = Claims.parse(JSON.parse(new TextDecoder().decode(payload)));
    return { venueId: v, id: b, nonce: n === undefined ? null : Buffer.from(n, 'base64url') };
  } catch {
    return null;
  }
}

/**
 * Whether a token belongs to this booking, and not to one with the same id before a restore. A token without
 * a nonce comes from a release without nonces. Until `shortFrom`, such a release also signed for bookings
 * that have one.
 * @param shortFrom ms since 1970
 */
export function isOfBooking(
  { nonce }: ReadToken,
  booking: { nonce: Uint8Array | null; createdAt: Date },
  shortFrom: number,
): boolean {
  if (nonce && booking.nonce) return Buffer.compare(nonce, booking.nonce) === 0;
  return nonce === null && (booking.nonce === null || booking.createdAt.getTime() < shortFrom);
}

/** Every token that opens a ticket: for each key, in each form in use since the booking was made. */
export async function ticketTokens(
  signingKeys: readonly SigningKey[],
  booking: LinkedBooking & { createdAt: Date },
  shortFrom: number,
): Promise<string[]> {
  const { nonce } = booking;
  const isOld = booking.createdAt.getTime() < shortFrom;
  const ofKey = (key: SigningKey) => [
    ...(nonce ? [signShort('ticket', key, { ...booking, nonce })] : []),
    ...(nonce && isOld ? [signJws('ticket', key, booking)] : []),
    ...(isOld || !nonce ? [signJws('ticket', key, { ...booking, nonce: null })] : []),
  ];
  return Promise.all(signingKeys.flatMap(ofKey));
}
