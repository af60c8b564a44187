import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CompactSign } from 'jose';
import { readPayToken, readTicket, type SigningKey, signPayToken, signTicket } from './ticket.ts';

const key = (id: string, fill: number): SigningKey => ({ id, secret: new Uint8Array(32).fill(fill) });
const [OLD, NEW, FOREIGN] = [key('2025', 1), key('2026', 2), key('2026', 3)];
const BOOKING = { venueId: 3, id: 41 };

const sign = (payload: string, header: object, secret = NEW.secret) =>
  new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: 'HS256', kid: '2026', typ: 'ticket', ...header })
    .sign(secret);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const bookings = fc.record(
  { venueId: fc.integer({ min: 1, max: 2 ** 31 }), id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) },
  { noNullPrototype: true },
);

test('a ticket opens the booking that it was signed for', async () => {
  await fc.assert(
    fc.asyncProperty(bookings, async (booking) => {
      assert.deepEqual(await readTicket([NEW], await signTicket([NEW], booking)), booking);
    }),
  );
});

test('a ticket fits into a path as it is', async () => {
  await fc.assert(
    fc.asyncProperty(bookings, async (booking) => {
      const token = await signTicket([NEW], booking);
      assert.equal(encodeURIComponent(token), token);
      assert.ok(token.length < 300);
    }),
    { numRuns: 20 },
  );
});

test('a ticket with another character anywhere opens nothing else', async () => {
  const token = await signTicket([NEW], BOOKING);
  const signatureAt = token.lastIndexOf('.');
  for (let index = 0; index < token.length; index++) {
    for (const other of ['A', 'x', '9', '-', '.', '%']) {
      if (token[index] === other) continue;
      const opened = await readTicket([NEW], token.slice(0, index) + other + token.slice(index + 1));
      // The last character of a signature has two bits that mean nothing.
      if (opened === null) continue;
      assert.ok(index > signatureAt && index === token.length - 1, `character ${index}`);
      assert.deepEqual(opened, BOOKING);
    }
  }
});

test('the claims of one ticket under the signature of another open nothing', async () => {
  const [header, , signature] = (await signTicket([NEW], BOOKING)).split('.');
  assert.equal(await readTicket([NEW], `${header}.${encode({ v: 3, b: 42 })}.${signature}`), null);
});

test('an unsigned ticket opens nothing', async () => {
  const claims = encode({ v: 3, b: 41 });
  for (const alg of ['none', 'HS256'])
    assert.equal(await readTicket([NEW], `${encode({ alg, kid: '2026', typ: 'ticket' })}.${claims}.`), null);
});

test('a ticket of a foreign key opens nothing, even under the name of ours', async () => {
  assert.equal(await readTicket([NEW], await signTicket([FOREIGN], BOOKING)), null);
  assert.equal(await readTicket([NEW], await signTicket([OLD], BOOKING)), null);
});

test('what our key signed for another purpose opens nothing', async () => {
  const claims = JSON.stringify({ v: 3, b: 41 });
  assert.deepEqual(await readTicket([NEW], await sign(claims, {})), BOOKING);
  for (const typ of ['pay', 'JWT', 'Ticket', '', undefined])
    assert.equal(await readTicket([NEW], await sign(claims, { typ })), null, String(typ));
});

test('a link for paying opens no ticket, nor a ticket a payment', async () => {
  const [ticket, pay] = [await signTicket([NEW], BOOKING), await signPayToken([NEW], BOOKING)];
  assert.deepEqual(await readPayToken([NEW], pay), BOOKING);
  assert.equal(await readTicket([NEW], pay), null);
  assert.equal(await readPayToken([NEW], ticket), null);
  assert.equal(await readPayToken([NEW], await signPayToken([FOREIGN], BOOKING)), null);
});

test('after a rotation new tickets carry the first key, and those of all kept keys still open', async () => {
  const before = await signTicket([OLD], BOOKING);
  const after = await signTicket([NEW, OLD], BOOKING);
  assert.deepEqual(await readTicket([NEW, OLD], before), BOOKING);
  assert.deepEqual(await readTicket([NEW], after), BOOKING);
});

test('a ticket of a key that was dropped opens nothing', async () => {
  assert.equal(await readTicket([NEW], await signTicket([OLD, NEW], BOOKING)), null);
  assert.equal(await readTicket([], await signTicket([NEW], BOOKING)), null);
});

test('a ticket without a key id, or with another algorithm, opens nothing', async () => {
  const claims = JSON.stringify({ v: 3, b: 41 });
  assert.equal(await readTicket([NEW], await sign(claims, { kid: undefined })), null);
  const long = key('2026', 2);
  long.secret = new Uint8Array(64).fill(2);
  assert.equal(await readTicket([long], await sign(claims, { alg: 'HS512' }, long.secret)), null);
});

test('claims that are none open nothing, although our key signed them', async () => {
  for (const claims of ['', 'null', '[]', '{}', '{"v":3}', '{"v":"3","b":41}', '{"v":3,"b":1.5}', 'not json'])
    assert.equal(await readTicket([NEW], await sign(claims, {})), null, claims);
});

test('any other text opens nothing, and never fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w-]*\.[\w-]*\.[\w-]*$/)),
      async (text) => {
        assert.equal(await readTicket([NEW], text), null);
      },
    ),
  );
});

test('a ticket says nothing about the guest', async () => {
  const [header = '', claims = ''] = (await signTicket([NEW], BOOKING)).split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
  assert.deepEqual(read(header), { alg: 'HS256', kid: '2026', typ: 'ticket' });
  assert.deepEqual(Object.values(read(claims)), [3, 41]);
});
