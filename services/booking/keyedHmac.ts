import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto';

/** Cached key objects: for short texts, importing the key is most of the cost. */
const keyObjects = new WeakMap<Uint8Array, KeyObject>();

/** An HMAC-SHA-256 under a key whose bytes must not change afterwards. */
export function keyedHmac(secret: Uint8Array): Hmac {
  const key = keyObjects.get(secret) ?? createSecretKey(secret);
  keyObjects.set(secret, key);
  return createHmac('sha256', key);
}
