import { createHmac } from 'node:crypto';
import {
  CHALLENGE_MINUTES,
  ProofChallenge,
  ProofPayload,
  type Work,
} from '@venue-booking/proto/booking/proofOfWork';
import { fail } from '@venue-booking/proto/failures';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { BookingDatabase } from '../database.ts';

/** PBKDF2 rounds that a browser computes on average for one unit of work: 256 keys of 5000 rounds. */
const UNIT_ROUNDS = 256 * 5000;

/**
 * Parameters of a challenge: find a key that begins with `keyPrefix`, each try taking `cost` rounds.
 * Verifying costs the server one key, so harder work needs more keys, not longer ones. See
 * docs/decisions/0048.
 */
function difficultyOf(work: Work) {
  const keyPrefix = work < 4 ? '00' : '000';
  const cost = (work * UNIT_ROUNDS) / 16 ** keyPrefix.length;
  return { algorithm: 'PBKDF2/SHA-256', cost, keyLength: 32, keyPrefix } as const;
}

/** The work of a challenge, computed from its signed parameters. */
const workOf = ({ cost, keyPrefix }: ProofChallenge['parameters']): number =>
  (cost * 16 ** keyPrefix.length) / UNIT_ROUNDS;

/** Proofs of work for guests' browsers in the ALTCHA protocol. A challenge is valid for one booking. */
export function proofOfWork(
  database: BookingDatabase,
  { signingKeys, now = Date.now }: { signingKeys: readonly { secret: Uint8Array }[]; now?: () => number },
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
    /** A challenge for one booking at a venue. */
    async challenge(venueId: number, work: Work = 1): Promise<ProofChallenge> {
      const expiresAt = Math.floor((now() + CHALLENGE_MINUTES * 60_000) / 1000);
      const [hmacSignatureSecret = ''] = secrets;
      const challenge = {
        ...difficultyOf(work),
        deriveKey,
        hmacSignatureSecret,
        expiresAt,
        data: { venueId },
      };
      return ProofChallenge.parse(await createChallenge(challenge));
    },
    /**
     * Spends a proof of at least this much work.
     * @throws `proof_wrong`, `proof_expired`, `proof_used`, `proof_needed` if its work is less
     */
    async spendProof(venueId: number, given: string, work: Work): Promise<void> {
      const { challenge, solution } = read(given);
      const { expiresAt, data } = challenge.parameters;
      if (expiresAt * 1000 <= now()) throw fail('proof_expired');
      if (data.venueId !== venueId || !(await isSolved({ challenge, solution }))) throw fail('proof_wrong');
      if (workOf(challenge.parameters) < work) throw fail('proof_needed', { work });
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
