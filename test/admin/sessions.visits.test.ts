import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { eventually } from '../stack/api.ts';
import { hashIn, signIn } from './signIn.ts';
import { assertGood, inOneWorld } from './world.ts';

const world = inOneWorld();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('signed-in devices', () => {
  it('are listed under Account, and can be signed out one by one or all others at once', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue();
    const at = { email: `${slug}@example.com`, venues: { [slug]: 'desk' }, language: 'en' } as const;
    const [cookie, phone, laptop, tablet] = [
      await signIn(stack, at),
      await signIn(stack, at),
      await signIn(stack, at),
      await signIn(stack, at),
    ];
    const name = (of: string, device: string | null) =>
      stack.database.query('UPDATE catalog.session SET device = $2 WHERE hash = $1', [
        hashIn(of, stack),
        device,
      ]);
    await Promise.all([
      name(cookie, 'Chrome, Windows'),
      name(phone, 'Safari, iPhone'),
      name(laptop, 'Firefox, Linux'),
      name(tablet, null),
    ]);
    const isIn = async (of: string) =>
      (await fetch(`${stack.api.url}/api/admin/session`, { headers: { Cookie: of } })).status === 200;
    await world().visit({ at: `/v/${slug}/bookings`, cookie }, async (person) => {
      const { page } = person;
      person.tolerate(/403/, /401/);
      await page.getByText('Account', { exact: true }).click();
      await page.getByRole('link', { name: 'Signed-in devices' }).click();
      await page.getByRole('heading', { level: 1, name: 'Signed-in devices' }).waitFor();
      const own = page.getByRole('listitem').filter({ hasText: 'This device' });
      await own.getByText('Chrome, Windows').waitFor();
      assert.equal(await own.getByRole('button').count(), 0);
      await page.getByText('Unknown browser').first().waitFor();
      await assertGood(person, 'signed-in devices');
      await person.picture('admin-sessions');

      const dialog = page.getByRole('dialog');
      await button(page, 'Sign out Safari, iPhone').click();
      await dialog.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('Safari, iPhone has been signed out.').waitFor();
      await eventually('the phone is signed out', async () => !(await isIn(phone)));
      assert.ok((await isIn(laptop)) && (await isIn(tablet)));

      // An old session can't end others, because it may be stolen or forgotten.
      await stack.database.query(
        `UPDATE catalog.session SET created_at = created_at - interval '16 minutes' WHERE hash = $1`,
        [hashIn(cookie, stack)],
      );
      const others = `${stack.api.url}/api/admin/session/others`;
      const headers = { Cookie: cookie, Origin: new URL(others).origin };
      const session = `${stack.api.url}/api/admin/session/passkeys/challenge`;
      const challenge = () =>
        fetch(session, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: '{}',
        });
      await eventually('the session is old', async () => (await challenge()).status === 403);
      await button(page, 'Sign out all other devices').click();
      await dialog.getByRole('button', { name: 'Sign out all other devices' }).click();
      await dialog.getByRole('alert').getByText('Sign in again to do this').waitFor();
      await dialog.getByRole('button', { name: 'Sign in again' }).waitFor();
      await assertGood(person, 'an old session can’t sign others out');
      assert.ok(await isIn(laptop));
      await stack.database.query(
        `UPDATE catalog.session SET created_at = created_at + interval '16 minutes' WHERE hash = $1`,
        [hashIn(cookie, stack)],
      );
      await eventually('the session is recent', async () => (await challenge()).status === 200);
      await page.reload();
      await button(page, 'Sign out all other devices').click();
      await dialog.getByRole('button', { name: 'Sign out all other devices' }).click();
      await page.getByText('All other devices have been signed out.').waitFor();
      await eventually(
        'all others are signed out',
        async () => !(await isIn(laptop)) && !(await isIn(tablet)),
      );
      assert.ok(await isIn(cookie));
    });
  });
});
