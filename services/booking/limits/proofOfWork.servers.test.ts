import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { deleteExpiredRows } from '@venue-booking/kit/postgres/retention';
import { type ProofChallenge, WORKS, type Work } from '@venue-booking/proto/booking/proofOfWork';
import { Failure } from '@venue-booking/proto/failures';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { RETENTION_RULES } from '../retention.ts';
import { openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { proofOfWork } from './proofOfWork.ts';

const MINUTE = 60_000;

describe('proof of work', () => {
  let bookings: TestBookings;
  const oldKey = { id: 'a', secret: randomBytes(32) };
  const newKey = { id: 'b', secret: randomBytes(32) };
  const clock = { now: Date.now() };
  const proofs = (...signingKeys: (typeof oldKey)[]) =>
    proofOfWork(bookings.database, { signingKeys, now: () => clock.now });
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  const payload = (challenge: unknown, solution: unknown) =>
    Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const solved = async (challenge: ProofChallenge) => {
    const solution = await solveChallenge({ challenge, deriveKey, timeout: 10 * MINUTE });
    assert.ok(solution);
    return { solution, proof: payload(challenge, solution) };
  };
  const failureCode = async (work: Promise<void>) => {
    const error = await work.then(
      () => assert.fail('the proof was accepted'),
      (error: unknown) => error,
    );
    assert.ok(error instanceof Failure, String(error));
    return error.code;
  };

  it('is valid for one booking at its venue, on every replica, also after a key rotation', async () => {
    const [one, other] = [proofs(oldKey), proofs(newKey, oldKey)];
    const { proof } = await solved(await one.challenge(1));
    assert.equal(await failureCode(other.spendProof(2, proof, 1)), 'proof_wrong');
    const takes = await Promise.allSettled([one, other, one].map((it) => it.spendProof(1, proof, 1)));
    assert.equal(takes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(await failureCode(other.spendProof(1, proof, 1)), 'proof_used');
    assert.equal(await failureCode(proofs(newKey).spendProof(1, proof, 1)), 'proof_wrong');
  });

  it('is rejected if it is forged or modified', async () => {
    const { spendProof, challenge } = proofs(oldKey);
    const given = await challenge(1);
    const { solution } = await solved(given);
    const parameters = (changes: object) => ({ ...given, parameters: { ...given.parameters, ...changes } });
    for (const wrong of [
      '',
      'no base64 of anything',
      payload(given, undefined),
      payload(given, { ...solution, counter: solution.counter + 1 }),
      payload(given, { counter: 0, derivedKey: `00${'ab'.repeat(31)}` }),
      payload(parameters({ cost: 1 }), solution),
      payload(parameters({ expiresAt: given.parameters.expiresAt + 60 }), solution),
      payload({ ...given, signature: '00'.repeat(32) }, solution),
      payload({ parameters: given.parameters }, solution),
    ])
      assert.equal(await failureCode(spendProof(1, wrong, 1)), 'proof_wrong', wrong);
    await spendProof(1, payload(given, solution), 1);
  });

  it('expires, and is deleted only after that', async () => {
    const { spendProof, challenge } = proofs(oldKey);
    const { proof } = await solved(await challenge(1));
    await spendProof(1, proof, 1);
    await deleteExpiredRows(bookings.database, RETENTION_RULES);
    assert.equal(await failureCode(spendProof(1, proof, 1)), 'proof_used');
    clock.now += 10 * MINUTE;
    assert.equal(await failureCode(spendProof(1, proof, 1)), 'proof_expired');
    await bookings.database
      .$executeRaw`UPDATE booking.spent_proof SET expires_at = now() - interval '2 minutes'`;
    await deleteExpiredRows(bookings.database, RETENTION_RULES);
    const rows = await bookings.database.$queryRaw<unknown[]>`SELECT FROM booking.spent_proof`;
    assert.equal(rows.length, 0);
  });

  it('doubles with each step for the browser, and needs one key derivation to verify', async () => {
    const { challenge, spendProof } = proofs(oldKey);
    const rounds = async (work: Work) => {
      const { cost, keyPrefix } = (await challenge(1, work)).parameters;
      return cost * 16 ** keyPrefix.length;
    };
    const unit = await rounds(1);
    assert.deepEqual(
      await Promise.all(WORKS.map(rounds)),
      WORKS.map((work) => work * unit),
    );
    const costs = await Promise.all(WORKS.map(async (work) => (await challenge(1, work)).parameters.cost));
    assert.ok(Math.max(...costs) <= 10_000, `a check takes ${costs} rounds`);
    const { proof } = await solved(await challenge(1, 1));
    assert.equal(await failureCode(spendProof(1, proof, 2)), 'proof_needed');
    await spendProof(1, proof, 1);
    const harder = await solved(await challenge(1, 4));
    await spendProof(1, harder.proof, 2);
  });

  it('is a new challenge each time', async () => {
    const { challenge } = proofs(oldKey);
    const { parameters } = await challenge(1);
    assert.deepEqual([parameters.cost, parameters.keyPrefix, parameters.data], [5000, '00', { venueId: 1 }]);
    const other = await challenge(1);
    assert.notEqual(other.parameters.nonce, parameters.nonce);
  });
});
