import assert from 'node:assert/strict';
import { test } from 'vitest';
import { bookerOf, page } from '../behaviour/fixtures/tickets.ts';
import { startInOneProcess } from '../stack/stack.ts';
import { isSignedBy, resign } from '../stack/ticketToken.ts';

const secretOf = (fill: number) => Buffer.alloc(32, fill);
const keys = [
  ['new', 1],
  ['old', 2],
] as const;

test('after a key rotation, tickets use the new key and links signed with the old key still open', async () => {
  const SIGNING_KEYS = keys.map(([id, fill]) => `${id}:${secretOf(fill).toString('base64url')}`).join(',');
  const stack = await startInOneProcess({ env: { SIGNING_KEYS } });
  try {
    const slug = await stack.api.newVenue();
    const facility = await stack.api.newFacility(slug);
    const { url } = await bookerOf(
      () => stack,
      () => ({ slug, facility }),
    )();
    const token = url.split('/').at(-1) ?? '';
    assert.ok(isSignedBy(token, secretOf(1)));
    const of = (fill: number) => url.replace(token, resign(token, { secret: secretOf(fill) }));
    assert.match((await page(of(2))).text, /Anna Jansen/);
    assert.equal((await page(of(3))).status, 404);
    assert.equal((await page(`${of(2)}/cancel`, { method: 'POST' })).status, 303);
    assert.match((await page(url)).text, /Geannuleerd/);
  } finally {
    await stack.stop();
  }
});
