import { z } from 'zod';

const hex = z
  .string()
  .regex(/^([0-9a-f]{2})+$/)
  .max(200);

/** How long a challenge can be used. */
export const CHALLENGE_MINUTES = 10;

/** Work for a guest's browser, by ALTCHA's second protocol: to find a counter whose key has the prefix. */
export const ProofChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.int().min(1).max(100_000).describe('Rounds of each key'),
    data: z.object({ venueId: z.int() }),
    expiresAt: z.int().describe('Seconds since 1970'),
    keyLength: z.int().min(1).max(64).describe('In bytes'),
    keyPrefix: hex.describe('What the key is to begin with, in hexadecimal'),
    nonce: hex.describe(
      'The password of a key: these bytes and the counter, as four bytes, the highest first',
    ),
    salt: hex,
  }),
  signature: z.string().max(200),
});
export type ProofChallenge = z.infer<typeof ProofChallenge>;

/** What a booking brings as `proof_of_work`, as JSON in base64. */
export const ProofPayload = z.object({
  challenge: ProofChallenge,
  solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
});
export type ProofPayload = z.infer<typeof ProofPayload>;
