import { timingSafeEqual } from 'node:crypto';
import type { LinkedBooking, Purpose, SigningKey } from '../core/linkedBooking.ts';
import { keyedHmac } from '../keyedHmac.ts';

/** Guessing one of 2^96 signatures is infeasible; each further byte makes the QR code harder to scan. */
const MAC_BYTES = 12;

/**
 * Signs a link to a booking in about 30 characters: base64url of the venue, the id (both varints), the nonce,
 * and an HMAC over these and the purpose. There is no key id, so reading tries all keys. The NUL separates it
 * from everything that a JWS signs with the same key.
 */
export function signShort(
  purpose: Purpose,
  key: SigningKey,
  { venueId, id, nonce }: LinkedBooking & { nonce: Uint8Array },
): string {
  const body = Buffer.concat([varint(venueId), varint(Number(id)), nonce]);
  return Buffer.concat([body, macOf(purpose, key, body)]).toString('base64url');
}

/** The content of a short token; null if none of the keys signed it for this purpose. */
export function readShort(
  purpose: Purpose,
  keys: readonly SigningKey[],
  token: string,
): (LinkedBooking & { id: number }) | null {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding ignores invalid characters; a token must have exactly one spelling.
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== token) return null;
  const [body, mac] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
  if (!keys.some((key) => timingSafeEqual(macOf(purpose, key, body), mac))) return null;
  const [venueId, afterVenue] = readVarint(body, 0);
  const [id, afterId] = readVarint(body, afterVenue);
  return { venueId, id, nonce: body.subarray(afterId) };
}

/** Bytes of the `mail` parameter; few are enough, because it opens nothing without the token. */
const MAILED_BYTES = 8;

/**
 * Signs the `mail` parameter of a ticket's link. It proves that the link came from the mail, because the link
 * in the response to a booking has none.
 */
export const signMailed = ({ secret }: SigningKey, { venueId, id, nonce }: LinkedBooking): string =>
  keyedHmac(secret)
    .update(`mailed\0${venueId} ${id} `)
    .update(nonce ?? '')
    .digest()
    .subarray(0, MAILED_BYTES)
    .toString('base64url');

const macOf = (purpose: Purpose, { secret }: SigningKey, body: Uint8Array): Buffer =>
  keyedHmac(secret).update(`${purpose}\0`).update(body).digest().subarray(0, MAC_BYTES);

/** Seven bits per byte, lowest first; all bytes but the last have the high bit set. Up to 2^53. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** The value and the index after it. */
function readVarint(bytes: Uint8Array, from: number): [value: number, end: number] {
  let value = 0;
  for (let at = from, factor = 1; ; at++, factor *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * factor;
    if (byte < 128) return [value, at + 1];
  }
}
