import { createHmac } from 'node:crypto';
import { fail } from '@venue-booking/proto/failures';
import { CHALLENGE_MINUTES, ProofChallenge, ProofPayload } from '@venue-booking/proto/proofOfWork';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { BookingDatabase } from '../database.ts';
import type { SigningKey } from '../ticket/linkedBooking.ts';

/**
 * What a browser has to find: one key of 256 begins with a zero byte, and each takes 5000 rounds, some ms of
 * one core. So a second or so for a guest and as much for each place that an attacker takes, while a check
 * costs us one key. See docs/decisions/0048.
 */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 5000, keyLength: 32, keyPrefix: '00' } as const;

/** Work for guests' browsers by the protocol of ALTCHA; a challenge is good for one booking. */
export function proofOfWork(
  database: BookingDatabase,
  { signingKeys, now = Date.now }: { signingKeys: readonly SigningKey[]; now?: () => number },
) {
  const secrets = signingKeys.map(({ secret }) =>
    createHmac('sha256', secret).update('proof of work').digest('hex'),
  );
  const isSolved = async (payload: ProofPayload): Promise<boolean> => {
    for (const hmacSignatureSecret of secrets)
      if ((await verifySolution({ ...payload, deriveKey, hmacSignatureSecret })).verified) return true;
    return false;
  };
  return {
    /** Work for one booking at a venue. */
    async challenge(venueId: number): Promise<ProofChallenge> {
      const expiresAt = Math.floor((now() + CHALLENGE_MINUTES * 60_000) / 1000);
      const [hmacSignatureSecret = ''] = secrets;
      const challenge = { ...WORK, deriveKey, hmacSignatureSecret, expiresAt, data: { venueId } };
      return ProofChallenge.parse(await createChallenge(challenge));
    },
    /** @throws `proof_missing`, `proof_wrong`, `proof_expired`, `proof_used` */
    async requireProof(venueId: number, given: string | undefined): Promise<void> {
      if (given === undefined) throw fail('proof_missing');
      const { challenge, solution } = read(given);
      const { expiresAt, data } = challenge.parameters;
      if (expiresAt * 1000 <= now()) throw fail('proof_expired');
      if (data.venueId !== venueId || !(await isSolved({ challenge, solution }))) throw fail('proof_wrong');
      const spent = await database.$executeRaw`
        INSERT INTO booking.spent_proof (signature, expires_at)
        VALUES (${challenge.signature}, ${new Date(expiresAt * 1000)}) ON CONFLICT DO NOTHING`;
      if (spent === 0) throw fail('proof_used');
    },
  };
}
export type ProofOfWork = ReturnType<typeof proofOfWork>;

function read(given: string): ProofPayload {
  try {
    return ProofPayload.parse(JSON.parse(Buffer.from(given, 'base64').toString()));
  } catch {
    throw fail('proof_wrong');
  }
}
