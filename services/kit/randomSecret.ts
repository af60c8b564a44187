import { createHash, randomBytes } from 'node:crypto';

/** A secret that nobody guesses: so many random bytes, in base64url. */
export const randomSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** What is kept of one: its SHA-256, in base64url. A plain hash will do, as there is nothing to guess. */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
