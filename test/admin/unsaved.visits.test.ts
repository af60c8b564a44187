import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld, type Person } from './world.ts';

const world = inOneWorld();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const part = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const question = (page: Page) => page.getByRole('dialog', { name: 'Pagina verlaten zonder op te slaan?' });

describe('unsaved changes', () => {
  let slug: string;
  let facility: number;
  beforeAll(async () => {
    const { api } = world().stack;
    slug = await api.newVenue();
    facility = await api.newFacility(slug, { name: 'Sauna', opens_at: '10:00', closes_at: '14:00' });
  });
  const visit = async (at: string, what: (person: Person) => Promise<void>) => {
    const cookie = await signIn(world().stack, { venues: { [slug]: 'owner' } });
    await world().visit({ at: `/v/${slug}/${at}`, cookie, viewport: { width: 1280, height: 900 } }, what);
  };

  it('are discarded only after confirmation, for another view and for another page', async () => {
    await visit(`facilities/${facility}`, async (person) => {
      const { page } = person;
      const description = page.getByLabel('Omschrijving');
      await description.fill('Met uitzicht');
      await part(page, 'Rapporten').click();
      await question(page).waitFor();
      await assertGood(person, 'the leave dialog');
      await button(page, 'Op pagina blijven').click();
      await question(page).waitFor({ state: 'detached' });
      assert.equal(await description.inputValue(), 'Met uitzicht');

      const [native] = await Promise.all([
        page.waitForEvent('dialog'),
        page.evaluate(() => void setTimeout(() => location.reload())),
      ]);
      assert.equal(native.type(), 'beforeunload');
      await native.dismiss();
      assert.equal(await description.inputValue(), 'Met uitzicht');

      await part(page, 'Rapporten').click();
      await button(page, 'Pagina verlaten').click();
      await heading(page, 'Rapporten').waitFor();
    });
  });

  it('ask for confirmation on the browser’s back button', async () => {
    await visit('facilities', async ({ page }) => {
      await part(page, 'Bewerken: Sauna').click();
      const description = page.getByLabel('Omschrijving');
      await description.fill('Met een steiger');
      await page.goBack();
      await question(page).waitFor();
      await page.keyboard.press('Escape');
      await page.waitForURL(`**/facilities/${facility}`);
      assert.equal(await description.inputValue(), 'Met een steiger');
    });
  });

  it('need no confirmation after saving, or without changes', async () => {
    await visit(`facilities/${facility}`, async ({ page }) => {
      await page.getByLabel('Omschrijving').waitFor();
      await part(page, 'Alle faciliteiten').click();
      await heading(page, 'Faciliteiten').waitFor();
      await page.goBack();
      await page.getByLabel('Omschrijving').fill('Met een tuin');
      await button(page, 'Opslaan').click();
      await heading(page, 'Faciliteiten').waitFor();
      await part(page, 'Nieuwe faciliteit').click();
      await page.getByLabel('Omschrijving').waitFor();
      await part(page, 'Rapporten').click();
      await heading(page, 'Rapporten').waitFor();
    });
  });

  it('survive a switch of settings section and of language', async () => {
    await visit('settings/fields', async ({ page }) => {
      await button(page, 'Vraag toevoegen').click();
      await page.getByLabel('Vraag', { exact: true }).fill('Schoenmaat');
      await part(page, 'Boekingsregels').click();
      await page.getByRole('heading', { name: 'Boekingsregels' }).waitFor();
      await part(page, 'Extra vragen').click();
      await page.getByLabel('Vraag', { exact: true }).waitFor();
      await page.locator('header details.account summary').click();
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith(`${slug}/fields`)),
        page.locator('header button[lang=en]').click(),
      ]);
      await answer.finished();
      await page.getByText('Not saved yet').waitFor();
      assert.equal(await page.getByLabel('Question', { exact: true }).inputValue(), 'Schoenmaat');
      await page.locator('header button[lang=nl]').click();
      await part(page, 'Vandaag').click();
      await question(page).waitFor();
    });
  });

  it('of a booking’s note ask for confirmation', async () => {
    const { api } = world().stack;
    const slots = await api.admin('GET', `/venues/${slug}/calendar?from=${daysAhead(2)}`);
    const slot_id = slots.body.days[0].facilities[0].slots[0].id;
    const booking = { slot_id, customer_name: 'Anna', people: 1 };
    const { body } = await api.admin('POST', `/venues/${slug}/bookings`, booking);
    await visit(`bookings/${body.id}`, async ({ page }) => {
      await page.getByLabel('Notitie').fill('Komt later');
      await part(page, 'Rapporten').click();
      await question(page).waitFor();
      await page.keyboard.press('Escape');
      await button(page, 'Opslaan').click();
      await page.getByText('De notitie is opgeslagen.').waitFor();
      await part(page, 'Rapporten').click();
      await heading(page, 'Rapporten').waitFor();
    });
  });

  it('in a dialog survive a click outside, which closes an unchanged dialog', async () => {
    await visit(`today?date=${daysAhead(2)}`, async ({ page }) => {
      const dialog = page.getByRole('dialog');
      const beside = () => page.mouse.click(5, 450);
      await page.locator('[data-slot]').last().click();
      await dialog.waitFor();
      await beside();
      await dialog.waitFor({ state: 'detached' });
      await page.locator('[data-slot]').last().click();
      await dialog.getByLabel('Naam').fill('Anna Jansen');
      await beside();
      await beside();
      assert.equal(await dialog.getByLabel('Naam').inputValue(), 'Anna Jansen');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });
  });

  it('are announced to screen readers while a dialog is open', async () => {
    await visit(`today?date=${daysAhead(2)}`, async ({ page }) => {
      await page.locator('[data-slot]').last().click();
      await button(page, 'Dit tijdslot blokkeren').click();
      const told = page.getByRole('status').getByText('Dit tijdslot is geblokkeerd.');
      await eventually('the toast is not hidden', async () => (await told.count()) === 1);
      await page.getByRole('dialog').waitFor();
    });
  });
});
