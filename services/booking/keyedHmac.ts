import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto';

/** Keys as OpenSSL takes them, by their bytes: taking in the bytes is most of the work of a short text. */
const known = new WeakMap<Uint8Array, KeyObject>();

/** An HMAC with SHA-256 under a key, whose bytes stay as they are. */
export function keyedHmac(secret: Uint8Array): Hmac {
  const key = known.get(secret) ?? createSecretKey(secret);
  known.set(secret, key);
  return createHmac('sha256', key);
}
