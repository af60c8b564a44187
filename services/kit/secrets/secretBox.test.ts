import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'vitest';
import { secretsKey } from '../settings/env.ts';
import { createSecretBox } from './secretBox.ts';

const keyOf = (id: string) => ({ id, key: randomBytes(32) });
const [first, second] = [keyOf('k1'), keyOf('k2')];
const box = createSecretBox([first]);
const CONTEXT = 'webhook:1:a';

test('opens a sealed text with the same context, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
      assert.equal(box.open(box.seal(text, context), context), text.toWellFormed());
    }),
  );
});

test('a sealed text reveals neither the secret nor that two secrets are equal', () => {
  const [one, two] = [box.seal('whsec_secret', CONTEXT), box.seal('whsec_secret', CONTEXT)];
  assert.notEqual(one, two);
  for (const sealed of [one, two]) {
    assert.ok(!sealed.includes('secret'));
    assert.ok(!Buffer.from(sealed.slice(3), 'base64url').includes('secret'));
  }
});

test('rejects a sealed text that was moved, changed or cut', () => {
  const sealed = box.seal('secret', CONTEXT);
  assert.throws(() => box.open(sealed, 'webhook:2:a'));
  for (let index = 3; index < sealed.length; index++) {
    const other = sealed[index] === 'A' ? 'Q' : 'A';
    const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
    // The last characters may contain bits that belong to no byte.
    if (Buffer.from(changed.slice(3), 'base64url').equals(Buffer.from(sealed.slice(3), 'base64url')))
      continue;
    assert.throws(() => box.open(changed, CONTEXT), changed);
  }
  for (const cut of ['', 'k1', 'k1.', sealed.slice(0, 20), sealed.slice(0, -4)])
    assert.throws(() => box.open(cut, CONTEXT));
});

test('supports key rotation: the first key seals, all keys open, a removed key opens nothing', () => {
  const before = box.seal('secret', CONTEXT);
  const rotated = createSecretBox([second, first]);
  assert.equal(rotated.open(before, CONTEXT), 'secret');
  const after = rotated.seal('secret', CONTEXT);
  assert.match(after, /^k2\./);
  assert.throws(() => box.open(after, CONTEXT), /SECRETS_KEY/);
  assert.throws(() => createSecretBox([keyOf('k1')]).open(before, CONTEXT));
});

test('the setting has id:key pairs with unique ids and 32 bytes each', () => {
  const text = (bytes: number) => randomBytes(bytes).toString('base64url');
  const good = text(32);
  assert.deepEqual(secretsKey.parse(`new:${good},old:${text(32)}`)[0], {
    id: 'new',
    key: Buffer.from(good, 'base64url'),
  });
  for (const bad of [
    '',
    good,
    `k1:${text(31)}`,
    `k1:${text(33)}`,
    `k1:${good},`,
    `k1:${good},k1:${text(32)}`,
    `k.1:${good}`,
  ])
    assert.equal(secretsKey.safeParse(bad).success, false, bad);
});
