import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { call, eventually } from '../stack/api.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld, type Person } from './world.ts';

const world = inOneWorld();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Passkeys need a host name, not an IP address. */
const url = (path: string) => `${world().stack.api.url.replace('127.0.0.1', 'localhost')}/admin${path}`;

/** A virtual authenticator that creates passkeys, and confirms or cancels each prompt. */
async function newDevice({ page, context }: Person) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

describe('passkeys', () => {
  it('can be added, sign in once per challenge, and can be removed', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue({ name: 'Sauna aan het Meer' });
    const email = `${slug}@example.com`;
    const cookie = await signIn(stack, { email, venues: { [slug]: 'owner' } });
    await world().visit({ at: '/sign-in' }, async (person) => {
      const { page, context } = person;
      person.tolerate(/401/, /403/);
      const device = await newDevice(person);
      const [name = '', value = ''] = cookie.split(/=(.*)/s);
      await context.addCookies([
        { name, value, domain: 'localhost', path: '/', sameSite: 'Strict', httpOnly: true },
      ]);

      // Opens the account menu by keyboard.
      await page.goto(url(`/v/${slug}/bookings`));
      await page.locator('summary').getByText('Account', { exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Passkeys' }).focus();
      await page.keyboard.press('Enter');
      await heading(page, 'Passkeys');
      await page.getByText('Nog geen passkeys').waitFor();
      await assertGood(person, 'no passkeys');
      await page.getByLabel('Naam van dit apparaat').fill('Laptop aan de balie');
      await page.keyboard.press('Enter');
      await page.getByText('Passkey toegevoegd.').waitFor();
      await page.getByText('nog niet gebruikt').waitFor();
      await assertGood(person, 'a passkey');
      await person.picture('admin-passkeys');
      await eventually('notified by mail', () =>
        stack.mail.to(email).some(({ mail }) => mail.subject === 'Er is een passkey toegevoegd'),
      );

      // A second passkey on the same device is rejected.
      await page.getByLabel('Naam van dit apparaat').fill('Nog een');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Dit apparaat heeft al een passkey').waitFor();

      await page.getByText('Account', { exact: true }).click();
      await button(page, 'Uitloggen').click();
      await heading(page, 'Inloggen');
      await assertGood(person, 'sign-in with passkeys');
      await person.picture('admin-door-with-passkeys');
      await device.setVerified(false);
      await button(page, 'Inloggen met een passkey').click();
      await page.getByRole('alert').getByText('Inloggen met een passkey is afgebroken').waitFor();
      await device.setVerified(true);
      const asked = page.waitForRequest(/sign-in\/passkey$/);
      await button(page, 'Inloggen met een passkey').click();
      await page.getByRole('link', { name: 'Vandaag' }).waitFor();
      const again = await call(`${stack.api.url}/api/admin/sign-in/passkey`, {
        method: 'POST',
        body: (await asked).postDataJSON(),
      });
      assert.deepEqual([again.status, again.headers.get('error-code')], [403, 'passkey_refused']);

      // An old session can't add a passkey, so a stolen or forgotten session can't become permanent.
      await stack.database.query(
        `UPDATE catalog.session SET created_at = created_at - interval '16 minutes'
         WHERE person_id = (SELECT id FROM catalog.person WHERE email = $1)`,
        [email],
      );
      const challenge = `${new URL(url('/')).origin}/api/admin/session/passkeys/challenge`;
      const ask = () =>
        page.request.post(challenge, { headers: { Origin: new URL(challenge).origin }, data: {} });
      await eventually('the session is old', async () => (await ask()).status() === 403);
      await page.goto(url('/passkeys'));
      await page.getByLabel('Naam van dit apparaat').fill('Nog een');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Log opnieuw in').waitFor();
      await assertGood(person, 'an old session');
      await person.picture('admin-passkeys-sign-in-again');
      // It can't remove a passkey either.
      await page.reload();
      await button(page, 'Verwijderen Laptop aan de balie').click();
      const refusing = page.getByRole('dialog');
      await refusing.getByRole('button', { name: 'Verwijderen' }).click();
      await refusing.getByRole('alert').getByText('Log opnieuw in om dit te doen').waitFor();
      await assertGood(person, 'removing a passkey in an old session');
      await person.picture('admin-passkeys-remove-again');
      await refusing.getByRole('button', { name: 'Opnieuw inloggen' }).click();
      await button(page, 'Inloggen met een passkey').click();
      await heading(page, 'Passkeys');
      await page.getByText('laatst gebruikt op').waitFor();
      await button(page, 'Verwijderen Laptop aan de balie').click();
      const dialog = page.getByRole('dialog');
      await assertGood(person, 'removing a passkey');
      await dialog.getByRole('button', { name: 'Verwijderen' }).click();
      await page.getByText('Nog geen passkeys').waitFor();
      await page.getByText('Account', { exact: true }).click();
      await button(page, 'Uitloggen').click();
      await button(page, 'Inloggen met een passkey').click();
      await page.getByRole('alert').getByText('Met deze passkey kun je hier niet inloggen').waitFor();
    });
  });
});
