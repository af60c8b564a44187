import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'vitest';
import { prove } from './solveProof.ts';

test('finds the first counter whose key has the challenge’s prefix, as ALTCHA does', async () => {
  // The first matching counter is 381, which takes more than one byte.
  const nonce = Buffer.alloc(16, 55);
  const salt = Buffer.alloc(16, 0x5a);
  const keyOf = (counter: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(counter);
    return pbkdf2Sync(Buffer.concat([nonce, bytes]), salt, 2, 32, 'sha256').toString('hex');
  };
  const parameters = {
    algorithm: 'PBKDF2/SHA-256' as const,
    cost: 2,
    data: { venueId: 1 },
    expiresAt: 1,
    keyLength: 32,
    keyPrefix: '000',
    nonce: nonce.toString('hex'),
    salt: salt.toString('hex'),
  };
  const challenge = { parameters, signature: 'signed' };
  const { solution, ...rest } = JSON.parse(atob(await prove(challenge)));
  assert.deepEqual(rest, { challenge });
  assert.equal(solution.counter, 381);
  assert.equal(solution.derivedKey, keyOf(solution.counter));
  for (let counter = 0; counter < solution.counter; counter++)
    assert.ok(!keyOf(counter).startsWith('000'), `${counter} is a solution before ${solution.counter}`);
});
