import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { newSoftPasskey } from '../../../services/gateway/testing/softPasskey.ts';
import { signIn } from '../../admin/signIn.ts';
import { call } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Signing in with a passkey. */
export function passkeys(stack: () => Stack): void {
  describe('passkey', () => {
    const origin = () => `http://localhost:${new URL(stack().api.url).port}`;
    const send = (method: string, path: string, body?: unknown, cookie = '') =>
      call(`${stack().api.url}/api/admin${path}`, {
        method,
        headers: { Origin: origin(), ...(cookie && { Cookie: cookie }) },
        ...(body !== undefined && { body }),
      });

    it('a passkey signs its owner in once per challenge and stops working when removed', async () => {
      const slug = await stack().api.newVenue();
      const email = `${randomUUID()}@example.com`;
      const cookie = await signIn(stack(), { email, venues: { [slug]: 'owner' } });
      const creation = await send('POST', '/session/passkeys/challenge', {}, cookie);
      assert.equal(creation.status, 200, creation.text);
      const device = newSoftPasskey({ origin: origin(), userHandle: creation.body.user.id });
      const added = await send(
        'POST',
        '/session/passkeys',
        { name: 'Telefoon', credential: device.make(creation.body) },
        cookie,
      );
      assert.deepEqual([added.status, added.body.name], [201, 'Telefoon'], added.text);
      assert.deepEqual((await send('GET', '/session/passkeys', undefined, cookie)).body, [added.body]);

      const signed = async () => ({
        credential: device.sign((await send('POST', '/sign-in/passkey/challenge', {})).body),
      });
      const asked = await signed();
      const signedIn = await send('POST', '/sign-in/passkey', asked);
      assert.deepEqual([signedIn.status, signedIn.body.email], [200, email], signedIn.text);
      const own = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
      assert.equal((await send('GET', `/venues/${slug}/bookings`, undefined, own)).status, 200);
      assert.equal((await send('POST', '/sign-in/passkey', asked)).status, 403, 'the same credential again');

      const removed = await send('DELETE', `/session/passkeys/${added.body.id}`, undefined, own);
      assert.deepEqual([removed.status, removed.body.id], [200, added.body.id], removed.text);
      const refused = await send('POST', '/sign-in/passkey', await signed());
      assert.deepEqual([refused.status, refused.headers.get('set-cookie')], [403, null]);
    });
  });
}
