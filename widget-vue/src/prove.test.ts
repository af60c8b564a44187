import assert from 'node:assert/strict';
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { prove } from './prove.ts';

test('the work that is done is the first counter whose key begins as the challenge asks, as ALTCHA has it', async () => {
  // The first one lies above 255 then, all but surely: the counter is of more than one byte.
  const nonce = randomBytes(16);
  const salt = randomBytes(16);
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
    keyPrefix: '0000',
    nonce: nonce.toString('hex'),
    salt: salt.toString('hex'),
  };
  const challenge = { parameters, signature: 'signed' };
  const { solution, ...rest } = JSON.parse(atob(await prove(challenge)));
  assert.deepEqual(rest, { challenge });
  assert.equal(solution.derivedKey, keyOf(solution.counter));
  for (let counter = 0; counter < solution.counter; counter++)
    assert.ok(!keyOf(counter).startsWith('0000'), `${counter} is a solution before ${solution.counter}`);
});
