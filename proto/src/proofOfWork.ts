import { z } from 'zod';

const hex = z
  .string()
  .regex(/^([0-9a-f]{2})+$/)
  .max(200);

/** How much work a booking may have to bring: a multiple of some tenths of a second of a laptop. */
export const WORKS = [1, 2, 4, 8, 16] as const;
export type Work = (typeof WORKS)[number];
export const MOST_WORK = 16 satisfies Work;

/** The next step of work, and the hardest beyond it. */
export const nextWork = (work: number): Work => WORKS.find((one) => one > work) ?? MOST_WORK;

/** How long a challenge can be used. */
export const CHALLENGE_MINUTES = 10;

/** How much work is asked for; an older gateway names none. */
export const ChallengeRequest = z.object({
  work: z.union(WORKS.map((work) => z.literal(work))).default(1),
});

/** The same, of a request: parameters are text. */
export const ChallengeQuery = z.object({
  work: z.coerce
    .number()
    .pipe(ChallengeRequest.shape.work.unwrap())
    .default(1)
    .describe('As the `Proof-Of-Work` header of a refused booking says'),
});

/** Work for a guest's browser, by ALTCHA's second protocol: to find a counter whose key has the prefix. */
export const ProofChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.int().min(1).max(100_000).describe('Rounds of each key'),
    data: z.object({ venueId: z.int() }),
    expiresAt: z.int().describe('Seconds since 1970'),
    keyLength: z.int().min(1).max(64).describe('In bytes'),
    keyPrefix: z
      .string()
      .regex(/^[0-9a-f]+$/)
      .max(16)
      .describe('What the key has to begin with, in hexadecimal; may have an odd number of digits'),
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
