import { z } from 'zod';

const hex = z
  .string()
  .regex(/^([0-9a-f]{2})+$/)
  .max(200);

/** Levels of work. Level 1 takes a laptop a few tenths of a second; the others are multiples of it. */
export const WORKS = [1, 2, 4, 8, 16] as const;
export type Work = (typeof WORKS)[number];
export const MAX_WORK = 16 satisfies Work;

/** Validity of a challenge, in minutes. */
export const CHALLENGE_MINUTES = 10;

/** The requested level. A gateway of the previous release omits it. */
export const ChallengeRequest = z.object({
  work: z.union(WORKS.map((work) => z.literal(work))).default(1),
});

/** The same as query parameters, which are text. */
export const ChallengeQuery = z.object({
  work: z.coerce
    .number()
    .pipe(ChallengeRequest.shape.work.unwrap())
    .default(1)
    .describe('The value of the `Proof-Of-Work` header of a rejected booking'),
});

/**
 * A challenge for the guest's browser, in ALTCHA's second protocol: find a counter whose key has the prefix.
 */
export const ProofChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.int().min(1).max(100_000).describe('Iterations per key'),
    data: z.object({ venueId: z.int() }),
    expiresAt: z.int().describe('Seconds since 1970'),
    keyLength: z.int().min(1).max(64).describe('In bytes'),
    keyPrefix: z
      .string()
      .regex(/^[0-9a-f]+$/)
      .max(16)
      .describe('Prefix of the key in hexadecimal; may have an odd number of digits'),
    nonce: hex.describe('Password of a key: these bytes followed by the counter as four bytes, big-endian'),
    salt: hex,
  }),
  signature: z.string().max(200),
});
export type ProofChallenge = z.infer<typeof ProofChallenge>;

/** The `proof_of_work` of a booking, sent as base64 of its JSON. */
export const ProofPayload = z.object({
  challenge: ProofChallenge,
  solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
});
export type ProofPayload = z.infer<typeof ProofPayload>;
