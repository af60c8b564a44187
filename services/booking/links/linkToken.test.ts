import assert from 'node:assert/strict';
import { codePoint } from '@venue-booking/proto/testing/codePoint';
import fc from 'fast-check';
import { CompactSign } from 'jose';
import { describe, test } from 'vitest';
import type { LinkedBooking, Purpose, SigningKey } from '../core/linkedBooking.ts';
import { isOfBooking, readToken, signToken, ticketTokens } from './linkToken.ts';

const key = (id: string, fill: number): SigningKey => ({ id, secret: new Uint8Array(32).fill(fill) });
const [OLD, NEW, FOREIGN] = [key('2025', 1), key('2026', 2), key('2026', 3)];
const NONCE = Buffer.from([1, 2, 3, 4, 5, 6]);
const BOOKING = { venueId: 3, id: 41, nonce: NONCE };
const NOW = 1000;

const sign = (payload: string, header: object, secret = NEW.secret) =>
  new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: 'HS256', kid: '2026', typ: 'ticket', ...header })
    .sign(secret);
type Sign = (keys: readonly SigningKey[], booking: LinkedBooking) => Promise<string>;
const short =
  (purpose: Purpose): Sign =>
  (keys, booking) =>
    signToken(purpose, keys, booking);
/** The form of links while a release without nonces could still run; many are in use. */
const long =
  (typ: Purpose): Sign =>
  ([{ id: kid, secret } = NEW], { venueId, id, nonce }) => {
    const claims = { v: venueId, b: id, ...(nonce && { n: Buffer.from(nonce).toString('base64url') }) };
    return sign(JSON.stringify(claims), { kid, typ }, secret);
  };
const longTicket = long('ticket');
const FORMS = {
  short: { signOne: short('ticket'), signPay: short('pay') },
  long: { signOne: longTicket, signPay: long('pay') },
};
const bookings = fc.record(
  {
    venueId: fc.integer({ min: 1, max: 2 ** 31 }),
    id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    nonce: fc.uint8Array({ minLength: 6, maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
  },
  { noNullPrototype: true },
);

for (const [form, { signOne, signPay }] of Object.entries(FORMS))
  describe(`ticket token in the ${form} form`, () => {
    const ticket = (keys: SigningKey[], booking = BOOKING) => signOne(keys, booking);

    test('opens the booking that it was signed for', async () => {
      await fc.assert(
        fc.asyncProperty(bookings, async (booking) => {
          assert.deepEqual(await readToken('ticket', [NEW], await ticket([NEW], booking)), booking);
        }),
      );
    });

    test('needs no encoding in a URL path', async () => {
      await fc.assert(
        fc.asyncProperty(bookings, async (booking) => {
          const token = await ticket([NEW], booking);
          assert.equal(encodeURIComponent(token), token);
          assert.ok(token.length < (form === 'short' ? 50 : 300), token);
        }),
        { numRuns: 20 },
      );
    });

    test('opens nothing else with any other character', async () => {
      const token = await ticket([NEW]);
      const signatureAt = token.lastIndexOf('.');
      for (let index = 0; index < token.length; index++) {
        for (const other of ['A', 'x', '9', '-', '.', '%']) {
          if (token[index] === other) continue;
          const opened = await readToken(
            'ticket',
            [NEW],
            token.slice(0, index) + other + token.slice(index + 1),
          );
          // The last character of a JWS has two unused bits.
          if (opened === null) continue;
          assert.ok(
            form === 'long' && index > signatureAt && index === token.length - 1,
            `character ${index}`,
          );
          assert.deepEqual(opened, BOOKING);
        }
      }
    });

    test('opens nothing if signed with a foreign key, even with the same key id', async () => {
      assert.equal(await readToken('ticket', [NEW], await ticket([FOREIGN])), null);
      assert.equal(await readToken('ticket', [NEW], await ticket([OLD])), null);
    });

    test('is not a pay link, nor the other way round', async () => {
      const pay = await signPay([NEW], BOOKING);
      assert.deepEqual(await readToken('pay', [NEW], pay), BOOKING);
      assert.equal(await readToken('ticket', [NEW], pay), null);
      assert.equal(await readToken('pay', [NEW], await ticket([NEW])), null);
      assert.equal(await readToken('pay', [NEW], await signPay([FOREIGN], BOOKING)), null);
    });

    test('is signed by the first key after a rotation, while tokens of all kept keys still open', async () => {
      const before = await ticket([OLD]);
      const after = await ticket([NEW, OLD]);
      assert.deepEqual(await readToken('ticket', [NEW, OLD], before), BOOKING);
      assert.deepEqual(await readToken('ticket', [NEW], after), BOOKING);
      assert.equal(await readToken('ticket', [OLD], after), null);
    });

    test('opens nothing once its key is removed', async () => {
      assert.equal(await readToken('ticket', [NEW], await ticket([OLD, NEW])), null);
      assert.equal(await readToken('ticket', [], await ticket([NEW])), null);
    });
  });

test('a short ticket token has about 30 characters', async () => {
  const lengths = await Promise.all(
    [
      { venueId: 1, id: 1 },
      { venueId: 100, id: 100_000 },
      { venueId: 10_000, id: 10_000_000 },
    ].map(async (of) => {
      const token = await signToken('ticket', [NEW], { ...of, nonce: NONCE });
      return token.length;
    }),
  );
  assert.deepEqual(lengths, [27, 30, 32]);
});

test('a short ticket token opens nothing if it is shortened or extended', async () => {
  const token = await signToken('ticket', [NEW], BOOKING);
  for (let length = 0; length < token.length; length++)
    assert.equal(await readToken('ticket', [NEW], token.slice(0, length)), null);
  for (const more of ['A', 'AAAA', '=', '==', '\n', ' ']) {
    assert.equal(await readToken('ticket', [NEW], token + more), null, JSON.stringify(more));
    assert.equal(await readToken('ticket', [NEW], more + token), null, JSON.stringify(more));
  }
});

describe('ticket token in the long form', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('opens nothing with the signature of another token', async () => {
    const [header, , signature] = (await longTicket([NEW], BOOKING)).split('.');
    assert.equal(await readToken('ticket', [NEW], `${header}.${encode({ v: 3, b: 42 })}.${signature}`), null);
  });

  test('opens nothing without a signature', async () => {
    const claims = encode({ v: 3, b: 41 });
    for (const alg of ['none', 'HS256'])
      assert.equal(
        await readToken('ticket', [NEW], `${encode({ alg, kid: '2026', typ: 'ticket' })}.${claims}.`),
        null,
      );
  });

  test('opens nothing if signed for another purpose', async () => {
    const claims = JSON.stringify({ v: 3, b: 41 });
    assert.deepEqual(await readToken('ticket', [NEW], await sign(claims, {})), {
      venueId: 3,
      id: 41,
      nonce: null,
    });
    for (const typ of ['pay', 'JWT', 'Ticket', '', undefined])
      assert.equal(await readToken('ticket', [NEW], await sign(claims, { typ })), null, String(typ));
  });

  test('opens nothing without a key id or with another algorithm', async () => {
    const claims = JSON.stringify({ v: 3, b: 41 });
    assert.equal(await readToken('ticket', [NEW], await sign(claims, { kid: undefined })), null);
    const longer = key('2026', 2);
    longer.secret = new Uint8Array(64).fill(2);
    assert.equal(
      await readToken('ticket', [longer], await sign(claims, { alg: 'HS512' }, longer.secret)),
      null,
    );
  });

  test('opens nothing with invalid claims, even if our key signed them', async () => {
    const none = ['', 'null', '[]', '{}', '{"v":3}', '{"v":"3","b":41}', '{"v":3,"b":1.5}', 'not json'];
    for (const claims of [
      ...none,
      '{"v":3,"b":41,"n":7}',
      '{"v":3,"b":41,"n":"?"}',
      '{"v":3,"b":41,"n":null}',
    ])
      assert.equal(await readToken('ticket', [NEW], await sign(claims, {})), null, claims);
  });

  test('is used for bookings without a nonce, and contains no personal data', async () => {
    const booking = { ...BOOKING, nonce: null };
    const token = await signToken('ticket', [NEW], booking);
    assert.deepEqual(await readToken('ticket', [NEW], token), booking);
    assert.equal(token, await longTicket([NEW], booking));
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
    const [header = '', claims = ''] = token.split('.');
    assert.deepEqual(read(header), { alg: 'HS256', kid: '2026', typ: 'ticket' });
    assert.deepEqual(read(claims), { v: 3, b: 41 });
  });
});

test('any other text opens nothing and throws no error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: codePoint }),
        fc.stringMatching(/^[\w-]*\.[\w-]*\.[\w-]*$/),
        fc.stringMatching(/^[\w-]*$/),
      ),
      async (text) => {
        assert.equal(await readToken('ticket', [NEW], text), null);
      },
    ),
  );
});

test('a token belongs to the booking with its nonce', () => {
  const createdAt = new Date(NOW);
  const other = Buffer.from([6, 5, 4, 3, 2, 1]);
  const of = (token: Buffer | null, booking: Buffer | null, shortFrom = NOW) =>
    isOfBooking({ ...BOOKING, nonce: token }, { nonce: booking, createdAt }, shortFrom);
  for (const shortFrom of [NOW, NOW + 1]) {
    assert.equal(of(NONCE, NONCE, shortFrom), true);
    assert.equal(of(NONCE, other, shortFrom), false);
    assert.equal(of(NONCE, NONCE.subarray(1), shortFrom), false);
    assert.equal(of(NONCE, null, shortFrom), false, 'of a booking lost by a restore');
    assert.equal(of(null, null, shortFrom), true, 'both without a nonce');
  }
  assert.equal(of(null, NONCE, NOW), false, 'of a booking lost by a restore');
  assert.equal(of(null, NONCE, NOW + 1), true, 'signed by a release without nonces, which may still run');
});

test('ticketTokens lists every token that opens a ticket', async () => {
  const signingKeys = [NEW, OLD];
  const made = new Date(NOW - 1);
  for (const [createdAt, shortFrom, nonce, forms] of [
    [made, NOW - 2, NONCE, 1],
    [made, NOW, NONCE, 3],
    [made, NOW, null, 1],
  ] as const) {
    const booking = { ...BOOKING, nonce, createdAt };
    const tokens = await ticketTokens(signingKeys, booking, shortFrom);
    assert.equal(new Set(tokens).size, forms * signingKeys.length);
    for (const token of tokens) {
      const opened = await readToken('ticket', signingKeys, token);
      assert.ok(opened && opened.id === BOOKING.id && isOfBooking(opened, booking, shortFrom));
    }
    for (const key of signingKeys) {
      assert.ok(tokens.includes(await signToken('ticket', [key], booking)));
      const isOut = shortFrom > NOW - 1;
      assert.equal(isOut || nonce === null, tokens.includes(await longTicket([key], booking)));
    }
  }
});
