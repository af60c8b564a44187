import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { startIssuer } from '../../services/gateway/testing/testIssuer.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld } from './world.ts';

const world = inOneWorld();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page) => page.getByRole('button', { name: 'Inloggen met Voorbeeld' });

describe('sign-in with an identity provider', () => {
  it('returns a person to the page that they opened, and explains each failure', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue({ name: 'Sauna aan het Meer' });
    const email = `${slug}@example.com`;
    await signIn(stack, { email, venues: { [slug]: 'owner' } });
    // Browsers return to PUBLIC_URL.
    const site = stack.api.url.replace('127.0.0.1', 'localhost');
    await world().visit({ at: '/sign-in' }, async (person) => {
      person.tolerate(/401/, /503/);
      await button(person.page).click();
      await person.page.getByRole('alert').getByText('reageert op dit moment niet').waitFor();
      await assertGood(person, 'the identity provider is down');
    });
    const issuer = await startIssuer({
      redirectUris: [`${site}/admin/sign-in/oidc`],
      port: stack.issuerPort ?? 0,
    });
    try {
      await world().visit({ at: '/sign-in' }, async (person) => {
        const { page } = person;
        person.tolerate(/401/, /403/, /503/);
        issuer.signInAs({ email: `nobody-${email}`, email_verified: true });
        await page.goto(`${site}/admin/v/${slug}/bookings?q=Jansen`);
        await heading(page, 'Inloggen');
        await button(page).waitFor();
        await assertGood(person, 'sign-in with an identity provider');
        await person.picture('admin-door-with-oidc');
        await button(page).click();
        await page.getByRole('alert').getByText('heeft geen toegang').waitFor();
        assert.equal(new URL(page.url()).search, '', 'the code is removed from the address');
        await assertGood(person, 'refused by the platform');
        await person.picture('admin-oidc-refused');
        await page.goto(`${site}/admin/sign-in/oidc?error=access_denied`);
        await page.getByRole('alert').getByText('Het inloggen is afgebroken').waitFor();
        await page.getByRole('link', { name: 'Terug naar inloggen' }).click();
        await heading(page, 'Inloggen');

        issuer.signInAs({ email, email_verified: true });
        await page.goto(`${site}/admin/v/${slug}/bookings?q=Jansen`);
        await button(page).click();
        await page.waitForURL(`${site}/admin/v/${slug}/bookings?q=Jansen`);
        await heading(page, 'Boekingen');
      });
      const { rows } = await stack.database.query(
        'SELECT outcome FROM catalog.audit_entry WHERE call = $1 AND actor = $2',
        ['signInByOidc', `person ${email}`],
      );
      assert.deepEqual(rows, [{ outcome: 'done' }]);
    } finally {
      await issuer.stop();
    }
  });
});
