import { createHash, randomBytes } from 'node:crypto';

/** An unguessable secret: random bytes in base64url. */
export const randomSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/**
 * The stored form of a secret: its SHA-256 in base64url. A plain hash is enough, because the secret is
 * random.
 */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
