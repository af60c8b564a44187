import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { eventually } from '../stack/api.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld } from './world.ts';

const world = inOneWorld();
const newEmail = () => `${randomUUID()}@example.com`;

/** The path of the newest sign-in link sent to an address, below `/admin`, after `count` links. */
async function mailedLink(email: string, count = 1): Promise<string> {
  const links = () =>
    world()
      .stack.mail.to(email)
      .flatMap(({ mail }) => /\/admin(\/sign-in#\S+)/.exec(mail.text ?? '')?.[1] ?? []);
  await eventually('the link has arrived', () => links().length >= count);
  return links().at(-1) ?? '';
}

/**
 * Requests a sign-in link in a browser.
 * @returns its path, as {@link mailedLink}
 */
async function askIn(page: Page, email: string): Promise<string> {
  const { origin } = new URL(world().stack.api.url);
  const url = `${world().stack.api.url}/api/admin/sign-in`;
  assert.equal(
    (await page.request.post(url, { headers: { Origin: origin }, data: { email } })).status(),
    200,
  );
  return mailedLink(email);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

describe('sign-in', () => {
  let venues: Record<string, 'owner' | 'desk'>;
  beforeAll(async () => {
    const { api } = world().stack;
    const [sauna, padel] = [
      await api.newVenue({ name: 'Sauna aan het Meer' }),
      await api.newVenue({ name: 'Padelclub De Kooi' }),
    ];
    venues = { [sauna]: 'owner', [padel]: 'desk' };
  });
  const newPerson = async (language: 'nl' | 'en' = 'nl') => {
    const email = newEmail();
    await signIn(world().stack, { email, venues, language });
    return email;
  };

  it('works by e-mail link and by keyboard, and shows the person’s venues', async () => {
    const email = await newPerson();
    await world().visit({ at: '/' }, async (person) => {
      const { page } = person;
      person.tolerate(/401/);
      await heading(page, 'Inloggen');
      await page.getByLabel('E-mailadres').focus();
      await page.keyboard.type(email);
      await page.keyboard.press('Enter');
      await heading(page, 'Controleer je mail');
      await assertGood(person, 'check your e-mail');
      await person.picture('admin-look-in-mail');
      await page.goto(`${world().stack.api.url}/admin${await mailedLink(email)}`);
      await button(page, 'Inloggen op dit apparaat').waitFor();
      await page.getByText(email, { exact: true }).waitFor();
      await assertGood(person, 'the account of the link');
      await person.picture('admin-use-link');
      await page.keyboard.press('Tab');
      await button(page, 'Inloggen op dit apparaat').focus();
      await page.keyboard.press('Enter');
      await heading(page, 'Je locaties');
      await page.getByRole('link', { name: 'Padelclub De Kooi Balie' }).waitFor();
      await person.picture('admin-venues');
      assert.equal(await page.evaluate('document.cookie'), '', 'scripts can’t read the session');
      assert.ok(!page.url().includes('#'), 'the address no longer has the token');
    });
  });

  it('continues in the tab that requested the link', async () => {
    const email = await newPerson('en');
    await world().visit({ at: '/sign-in', locale: 'en-GB' }, async (person) => {
      const { page, context } = person;
      person.tolerate(/401/);
      await page.getByLabel('E-mail address').fill(email);
      await button(page, 'Send sign-in link').click();
      await heading(page, 'Check your e-mail');
      await assertGood(person, 'check your e-mail, in English');
      const other = await context.newPage();
      await other.goto(`${world().stack.api.url}/admin${await mailedLink(email)}`);
      await button(other, 'Sign in on this device').click();
      await heading(other, 'Your venues');
      await other.close();
      // A headless browser never hides a tab, so fire the event.
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await heading(page, 'Your venues');
    });
  });

  it('does not load a used link again, also for a person with another language', async () => {
    const email = await newPerson('en');
    await world().visit({ at: '/sign-in' }, async ({ page, tolerate }) => {
      tolerate(/401/);
      const link = await askIn(page, email);
      // A new document, as when a person opens the mail.
      await page.goto('about:blank');
      await page.goto(`${world().stack.api.url}/admin${link}`);
      const use = button(page, 'Inloggen op dit apparaat');
      const retry = button(page, 'Opnieuw proberen');
      await use.or(retry).first().waitFor();
      // A busy machine may answer too late.
      if (await retry.isVisible()) await retry.click();
      await use.waitFor();
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/sign-in/link/person')) asked++;
      });
      await button(page, 'Inloggen op dit apparaat').click();
      await heading(page, 'Your venues');
      assert.equal(asked, 0, 'the link is not loaded again');
    });
  });

  it('works only in the browser that requested the link; another browser can request its own', async () => {
    const email = await newPerson();
    await world().visit({ at: '/sign-in' }, async (asking) => {
      asking.tolerate(/401/);
      const link = await askIn(asking.page, email);
      await world().visit({ at: link, viewport: { width: 360, height: 700 } }, async (person) => {
        const { page } = person;
        person.tolerate(/401/, /403/);
        await heading(page, 'Open deze link in de browser waarin je hem hebt aangevraagd');
        await page.getByText(link, { exact: false }).waitFor();
        await button(page, 'Kopiëren').waitFor();
        assert.equal(await page.getByText(email).count(), 0);
        await assertGood(person, 'a link requested in another browser');
        await person.picture('admin-link-of-another-browser');
        await button(page, 'Hier een nieuwe link aanvragen').click();
        await page.getByLabel('E-mailadres').fill(email);
        await button(page, 'Inloglink sturen').click();
        await heading(page, 'Controleer je mail');
        await page.goto(`${world().stack.api.url}/admin${await mailedLink(email, 2)}`);
        await button(page, 'Inloggen op dit apparaat').click();
        await heading(page, 'Je locaties');
      });
      await asking.page.goto(`${world().stack.api.url}/admin${link}`);
      await button(asking.page, 'Inloggen op dit apparaat').click();
      await heading(asking.page, 'Je locaties');
    });
  });

  it('explains what to do with a used or invalid link', async () => {
    const email = await newPerson();
    await world().visit({ at: '/sign-in#no-such-link' }, async (person) => {
      const { page } = person;
      person.tolerate(/410/, /401/);
      await heading(page, 'Deze link is niet meer geldig');
      await assertGood(person, 'an expired link');
      await person.picture('admin-link-over');
      await button(page, 'Nieuwe link aanvragen').click();
      await page.getByLabel('E-mailadres').fill(email);
      await button(page, 'Inloglink sturen').click();
      await heading(page, 'Controleer je mail');
    });
  });

  it('shows whose account a link opens, and ends the current session only after a click', async () => {
    const [slug = ''] = Object.keys(venues);
    const me = newEmail();
    const namedAlike = await world().stack.api.newVenue({ name: 'Sauna aan het Meer' });
    const cookie = await signIn(world().stack, { email: me, venues: { ...venues, [namedAlike]: 'desk' } });
    const lure = `somebody-else-with-a-long-name-${newEmail()}`;
    await signIn(world().stack, { email: lure, venues: { [slug]: 'desk' } });
    await world().visit({ at: '/', cookie }, async (person) => {
      const { page } = person;
      person.tolerate(/401/);
      // An attacker makes this browser request the attacker's own link.
      await page.goto(`${world().stack.api.url}/admin${await askIn(page, lure)}`);
      await page.getByText(lure, { exact: true }).waitFor();
      await page.getByText(`is ${me} ingelogd`).waitFor();
      await assertGood(person, 'a link of another account');
      await person.picture('admin-use-link-of-another');
      // A person who does not click stays signed in.
      await page.goto(`${world().stack.api.url}/admin/`);
      await heading(page, 'Je locaties');
      for (const named of [slug, namedAlike]) await page.getByText(named, { exact: true }).waitFor();
      await page.goBack();
      await button(page, 'Inloggen op dit apparaat').click();
      await page.getByText('Account', { exact: true }).click();
      await page.getByText(lure, { exact: true }).waitFor();
      const session = `${world().stack.api.url}/api/admin/session`;
      const before = () => fetch(session, { headers: { Cookie: cookie } });
      await eventually('the previous session has ended', async () => (await before()).status === 401);
    });
  });

  it('signs the operator in with the operator token, and out again', async () => {
    await world().visit({ at: '/sign-in', viewport: { width: 360, height: 700 } }, async (person) => {
      const { page } = person;
      person.tolerate(/401/, /403/);
      await page.getByRole('group', { name: 'Taal' }).getByRole('button', { name: 'English' }).click();
      await button(page, 'Sign in with the operator token').click();
      await page.getByLabel('Operator token').fill('not-the-operators-token');
      await button(page, 'Sign in').click();
      await page.getByRole('alert').getByText('This is not the operator token').waitFor();
      await assertGood(person, 'a wrong operator token');
      await page.getByLabel('Operator token').fill(world().stack.operatorToken);
      await button(page, 'Sign in').click();
      await heading(page, 'Venues');
      await page.getByText('Account').click();
      await button(page, 'Sign out').click();
      await heading(page, 'Sign in');
      await page.goto(`${world().stack.api.url}/admin/operator`);
      await heading(page, 'Sign in');
    });
  });
});

describe('team of a venue', () => {
  it('lets an owner add, change, sign out and remove people', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue({ name: 'Sauna aan het Meer' });
    const me = `owner-${randomUUID()}@example.com`;
    const cookie = await signIn(stack, { email: me, venues: { [slug]: 'owner' } });
    const colleague = newEmail();
    await world().visit({ at: `/v/${slug}/people`, cookie }, async (person) => {
      const { page } = person;
      person.tolerate(/409/);
      await heading(page, 'Team');
      await button(page, 'Teamlid toevoegen').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('E-mailadres').fill(colleague);
      await assertGood(person, 'adding a person');
      await person.picture('admin-add-person');
      await dialog.getByLabel('E-mailadres').press('Enter');
      await page.getByText(`${colleague} is toegevoegd en krijgt een uitnodiging per mail.`).waitFor();
      assert.equal(stack.mail.to(colleague)[0]?.mail.subject, 'Sauna aan het Meer heeft je toegevoegd');
      const mine = page.getByRole('group', { name: `${me} wijzigen` });
      const theirs = page.getByRole('group', { name: `${colleague} wijzigen` });
      await person.picture('admin-people');

      // The last owner stays, and the dialog shows the reason.
      await mine.getByRole('button', { name: 'Verwijderen' }).click();
      await dialog.getByRole('button', { name: 'Verwijderen' }).click();
      await dialog.getByRole('alert').getByText('Maak eerst iemand anders eigenaar').waitFor();
      await assertGood(person, 'the last owner');
      await page.keyboard.press('Escape');

      // By keyboard.
      await theirs.getByRole('button', { name: 'Eigenaar maken' }).focus();
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: 'Eigenaar maken' }).focus();
      await page.keyboard.press('Enter');
      await theirs.getByRole('button', { name: 'Balierol geven' }).waitFor();

      await theirs.getByRole('button', { name: 'Uitloggen' }).click();
      await dialog.getByRole('button', { name: 'Uitloggen' }).click();
      await page.getByText(`${colleague} is uitgelogd.`).waitFor();
      await theirs.getByRole('button', { name: 'Verwijderen' }).click();
      await dialog.getByRole('button', { name: 'Verwijderen' }).click();
      await page.getByText(`${colleague} is verwijderd.`).waitFor();
      await eventually('gone', async () => (await theirs.count()) === 0);
    });
  });

  it('lets a person leave a venue, also with the desk role, and shows the remaining venues', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue({ name: 'Sauna aan het Meer' });
    const other = await stack.api.newVenue({ name: 'Padelclub De Kooi' });
    const venues = { [slug]: 'desk', [other]: 'desk' } as const;
    const cookie = await signIn(stack, { venues });
    await world().visit({ at: `/v/${slug}/today`, cookie }, async (person) => {
      const { page } = person;
      // Requests that the page sent just before it learned that the person left the venue.
      person.tolerate(/401/, new RegExp(`404 .*/venues/(${slug}|${other})/`));
      const dialog = page.getByRole('dialog');
      for (const name of ['Sauna aan het Meer', 'Padelclub De Kooi']) {
        await page.getByText('Account').click();
        await button(page, 'Deze locatie verlaten…').click();
        await dialog.getByText(`${name} verlaten?`).waitFor();
        await assertGood(person, 'leaving a venue');
        await person.picture('admin-leave');
        await dialog.getByRole('button', { name: 'Locatie verlaten' }).click();
        if (name === 'Padelclub De Kooi') break;
        await page.getByText(`Je hebt ${name} verlaten.`).waitFor();
        await page.waitForURL(`**/v/${other}/today`);
      }
      await heading(page, 'Inloggen');
    });
    const of = async (venue: string) => (await stack.api.admin('GET', `/venues/${venue}/people`)).body.length;
    assert.deepEqual([await of(slug), await of(other)], [0, 0]);
  });

  it('hides the team and other owner views from the desk role', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue();
    const cookie = await signIn(stack, { venues: { [slug]: 'desk' }, language: 'en' });
    await world().visit({ at: `/v/${slug}/people`, cookie }, async (person) => {
      const { page } = person;
      for (const part of ['people', 'facilities', 'settings/payments', 'figures', 'attention', 'start']) {
        await page.goto(`${stack.api.url}/admin/v/${slug}/${part}`);
        await heading(page, 'Only owners of the venue can open this page.');
      }
      await assertGood(person, 'an owner view with the desk role');
      await page.getByRole('link', { name: 'Go to Today' }).click();
      await page.getByText('No time slots on this day.').waitFor();
    });
  });
});
