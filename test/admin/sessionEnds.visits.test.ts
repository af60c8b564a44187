import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld, type Person } from './world.ts';

const world = inOneWorld();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const part = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });

describe('end of a session during work', () => {
  const email = 'someone-who-types@example.com';
  let slug: string;
  let facility: number;
  beforeAll(async () => {
    const { api } = world().stack;
    slug = await api.newVenue();
    facility = await api.newFacility(slug, { name: 'Sauna', opens_at: '10:00', closes_at: '14:00' });
  });
  const enter = (address: string) => signIn(world().stack, { email: address, venues: { [slug]: 'owner' } });
  const visit = async (at: string, what: (person: Person) => Promise<void>) => {
    await world().visit({ at: `/v/${slug}/${at}`, cookie: await enter(email) }, async (person) => {
      person.tolerate(/401/);
      await what(person);
    });
  };
  const end = async ({ context }: Person) => {
    const { url } = world().stack.api;
    await context.request.delete(`${url}/api/admin/session`, { headers: { Origin: url } });
  };
  /** Signs in in the tab that the dialog opens, as an e-mail link would. */
  const signInAgain = async ({ page, context }: Person, address: string) => {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      part(page, 'Opnieuw inloggen (nieuw tabblad)').click(),
    ]);
    await button(tab, 'Inloglink sturen').waitFor();
    const [name = '', value = ''] = (await enter(address)).split(/=(.*)/s);
    await context.addCookies([
      { name, value, url: world().stack.api.url, sameSite: 'Strict', httpOnly: true },
    ]);
    await tab.reload();
    await tab.waitForURL(/today/);
  };
  /** Dispatched, because a background request may fail first and open the dialog over the button. */
  const save = async (page: Page) => {
    await page.locator('button', { hasText: /^Opslaan$/ }).dispatchEvent('click');
    await refused(page);
  };
  /** Waits for the failure in the form, behind the dialog that explains it. */
  const refused = (page: Page) => page.locator('p.problem[role=alert]:visible').first().waitFor();
  const ended = (page: Page) => page.getByRole('dialog', { name: 'Je bent niet meer ingelogd' });

  it('keeps typed text, which can be saved after signing in again', async () => {
    await visit(`facilities/${facility}`, async (person) => {
      const { page } = person;
      const description = page.getByLabel('Omschrijving');
      await description.fill('Met uitzicht');
      await end(person);
      await save(page);
      await ended(page).waitFor();
      await assertGood(person, 'the session has ended');
      await signInAgain(person, email);
      await ended(page).waitFor({ state: 'detached' });
      assert.equal(await description.inputValue(), 'Met uitzicht');
      await button(page, 'Opslaan').click();
      await heading(page, 'Faciliteiten').waitFor();
    });
  });

  it('keeps text typed in a dialog', async () => {
    await visit(`today?date=${daysAhead(2)}`, async (person) => {
      const { page } = person;
      const stream = page.waitForResponse(/\/live$/);
      await page.reload();
      await stream;
      const form = [/\/quotes$/, /\/fields$/, new RegExp(`/${slug}$`), /\/facilities\/\d+$/].map((asked) =>
        page.waitForResponse(asked),
      );
      await page.locator('[data-slot]').last().click();
      await Promise.all(form);
      const name = page.getByLabel('Naam');
      // The suggestions of known guests would end the session before the form is sent.
      const suggestions = page.waitForResponse(/\/guest-files\?/);
      await name.fill('Anna Jansen');
      await suggestions;
      const closed = Promise.withResolvers<void>();
      await page.route(/\/calendar\?/, async (route) => {
        await closed.promise;
        await route.continue();
      });
      await end(person);
      await name.press('Enter');
      await refused(page);
      await ended(page).waitFor();
      // The later dialog lies on top.
      await page.locator('[role="dialog"]').last().getByText('Je bent niet meer ingelogd').waitFor();
      await page.keyboard.press('Escape');
      await ended(page).waitFor({ state: 'detached' });
      // The page behind reloads the day, because the server closed its event stream.
      closed.resolve();
      await page.getByText('Opnieuw proberen').waitFor();
      assert.ok(await ended(page).isHidden(), 'a background request does not open it again');
      assert.equal(await name.inputValue(), 'Anna Jansen');
      await name.press('Enter');
      await signInAgain(person, email);
      await ended(page).waitFor({ state: 'detached' });
      await name.press('Enter');
      await page.locator('[data-slot]').getByText('Anna Jansen').waitFor();
    });
  });

  it('is announced once, and not again for background requests after it is dismissed', async () => {
    await visit(`facilities/${facility}`, async (person) => {
      const { page } = person;
      await page.getByLabel('Omschrijving').fill('Met sauna');
      await end(person);
      await save(page);
      await ended(page).waitFor();
      await page.keyboard.press('Escape');
      await ended(page).waitFor({ state: 'detached' });
      // Waits for this response, not for a delayed earlier one.
      const preview = page.waitForResponse(
        (answer) => answer.request().postData()?.includes('"duration_minutes":90') ?? false,
      );
      await page.getByLabel('Duur van een tijdslot, in minuten').fill('90');
      assert.equal((await preview).status(), 401);
      await page.locator('p.problem[role=status]').first().waitFor({ state: 'attached' });
      assert.ok(await ended(page).isHidden());
      await save(page);
      await ended(page).waitFor();
    });
  });

  it('deletes typed text when another person signs in', async () => {
    await visit(`facilities/${facility}`, async (person) => {
      const { page } = person;
      await page.getByLabel('Omschrijving').fill('Met een geheim');
      await end(person);
      await save(page);
      await signInAgain(person, 'someone-else@example.com');
      await page.getByText('someone-else@example.com').waitFor({ state: 'attached' });
      await page.getByLabel('Omschrijving').waitFor();
      assert.notEqual(await page.getByLabel('Omschrijving').inputValue(), 'Met een geheim');
    });
  });

  it('opens the sign-in page with the reason when the person abandons typed text', async () => {
    await visit(`facilities/${facility}`, async (person) => {
      const { page } = person;
      await page.getByLabel('Omschrijving').fill('Toch maar niet');
      await end(person);
      await save(page);
      await ended(page).waitFor();
      await page.keyboard.press('Escape');
      await part(page, 'Team').click();
      await button(page, 'Pagina verlaten').click();
      await page.getByText('Je bent niet meer ingelogd.').waitFor();
    });
  });

  it('opens the sign-in page with the reason when nothing was typed', async () => {
    await visit('bookings', async (person) => {
      const { page } = person;
      await heading(page, 'Boekingen').waitFor();
      await page.waitForLoadState('networkidle');
      await end(person);
      await part(page, 'Team').click();
      await page.getByText('Je bent niet meer ingelogd.').waitFor();
      await assertGood(person, 'signed out');
    });
  });
});
