import assert from 'node:assert/strict';
import type { FacilityException } from '@venue-booking/proto/facility/exceptions';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld, type Person } from './world.ts';

const world = inOneWorld();
const next = new Date().getUTCFullYear() + 1;

describe('calendar of special opening days', () => {
  let slug: string;
  let sauna: number;
  beforeAll(async () => {
    const { api } = world().stack;
    slug = await api.newVenue();
    sauna = await api.newFacility(slug, { name: 'Sauna', opens_at: '10:00', closes_at: '14:00' });
    await api.newFacility(slug, { name: 'Padel', opens_at: '10:00', closes_at: '14:00' });
  });
  const exceptions = async () => {
    const path = `/venues/${slug}/exceptions?from=${next}-01-01&to=${next}-12-31`;
    return (await world().stack.api.admin('GET', path)).body as FacilityException[];
  };
  const visit = async (language: 'nl' | 'en', what: (person: Person) => Promise<void>) =>
    world().visit(
      {
        at: `/v/${slug}/facilities/hours`,
        cookie: await signIn(world().stack, { venues: { [slug]: 'owner' }, language }),
        viewport: { width: 1280, height: 900 },
      },
      async (person) => {
        const name = language === 'nl' ? 'Volgend jaar' : 'Next year';
        await person.page.getByRole('button', { name }).click();
        await day(person.page, '01-01').waitFor();
        await what(person);
      },
    );
  const day = (page: Page, date: string) => page.locator(`[data-date="${next}-${date}"]`);

  it('closes days selected by clicking and dragging, and keeps the selection after a failure', async () => {
    await visit('nl', async (person) => {
      const { page } = person;
      person.tolerate(/ERR_FAILED/);
      await day(page, '02-03').click();
      await day(page, '02-10').hover();
      await page.mouse.down();
      await day(page, '02-12').hover();
      await page.mouse.up();
      await page.getByText('4 dagen geselecteerd').waitFor();
      await page.getByLabel('Notitie').fill('Onderhoud');
      await page.route('**/exceptions', (route) => route.abort());
      await page.getByRole('button', { name: 'Opslaan' }).click();
      await page.getByText('De server is niet bereikbaar.').waitFor();
      await page.getByText('4 dagen geselecteerd').waitFor();
      assert.equal(await page.getByLabel('Notitie').inputValue(), 'Onderhoud');
      await assertGood(person, 'selected days, and an unavailable server');
      await page.unroute('**/exceptions');
      await page.getByRole('button', { name: 'Opslaan' }).click();
      await page.getByText('4 dagen gewijzigd.').waitFor();
      await page.getByRole('gridcell', { name: /10 februari.*, Gesloten$/ }).waitFor();
      await person.picture('admin-opening-days');
      assert.equal((await exceptions()).length, 8);
    });
  });

  it('scrolls from a day to the form on a phone, and covers no part of the form', async () => {
    await visit('nl', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await day(page, '05-11').click();
      const jump = page.getByRole('button', { name: 'Deze dagen wijzigen' });
      const edges = (of: Locator) => of.evaluate((it) => it.getBoundingClientRect().toJSON());
      const isWithin = async (of: Locator) => (await edges(of)).bottom <= 740;
      assert.ok(await isWithin(jump), 'the button stays visible');
      await jump.click();
      const form = page.getByRole('group', { name: 'Voor welke faciliteiten?' });
      await eventually('the form is visible', () => isWithin(form));
      assert.ok((await edges(jump)).bottom <= (await edges(form)).top, 'the button is above the form');
    });
  });

  it('warns about a change that exceeds the limits of one request', async () => {
    const { api } = world().stack;
    const wide = await api.newVenue();
    for (const name of ['Een', 'Twee', 'Drie']) await api.newFacility(wide, { name });
    const cookie = await signIn(world().stack, { venues: { [wide]: 'owner' } });
    await world().visit({ at: `/v/${wide}/facilities/hours`, cookie }, async (person) => {
      const { page } = person;
      // In any month: upcoming months come first, across the turn of the year.
      for (const days of [1, 300]) await page.locator(`[data-date="${daysAhead(days)}"]`).waitFor();
      await page.getByRole('button', { name: 'Volgend jaar' }).click();
      await day(page, '01-01').focus();
      for (const key of ['Space', ...Array(12).fill('Shift+PageDown')]) await page.keyboard.press(key);
      await page.getByText(/^36[56] dagen geselecteerd$/).waitFor();
      await page.getByText('Selecteer hooguit 333 dagen voor 3 faciliteiten').waitFor();
      assert.ok(await page.getByRole('button', { name: 'Opslaan' }).isDisabled());
      await assertGood(person, 'too many days');
      await page.getByLabel('Drie').uncheck();
      assert.ok(await page.getByRole('button', { name: 'Opslaan' }).isEnabled());
    });
  });

  it('gives one facility special hours by keyboard, and restores the regular hours', async () => {
    await visit('en', async (person) => {
      const { page } = person;
      await page.getByLabel('Padel').uncheck();
      await day(page, '01-01').focus();
      for (const key of ['PageDown', 'PageDown', 'Space', 'Shift+ArrowRight', 'Shift+ArrowDown'])
        await page.keyboard.press(key);
      await page.getByText('9 days selected').waitFor();
      await page.getByLabel('Special hours').check();
      const hours = page.getByRole('group', { name: 'Hours 1' });
      await hours.getByLabel('First time slot starts at').fill('11:00');
      await hours.getByLabel('Last time slot ends by').fill('13:00');
      await page.getByRole('button', { name: 'Add hours' }).press('Enter');
      const others = page.getByRole('group', { name: 'Hours 2' });
      await others.getByRole('button', { name: 'Fixed start times' }).press('Enter');
      await others.getByLabel('Fixed start times').fill('15:00 17.30');
      await assertGood(person, 'special hours in parts of a day');
      await person.picture('admin-opening-days-windows');
      await others.getByLabel('Fixed start times').press('Enter');
      await page.getByText('9 days changed.').waitFor();
      await page.getByLabel('Padel').check();
      await page.getByRole('gridcell', { name: /9 March.*, Special hours, some facilities$/ }).waitFor();
      const changed = (await exceptions()).filter(({ date }) => date.startsWith(`${next}-03`));
      assert.ok(changed.length === 9 && changed.every(({ facility_id }) => facility_id === sauna));
      assert.deepEqual(changed[0]?.windows, [
        { opens_at: '11:00', closes_at: '13:00' },
        { starts: ['15:00', '17:30'] },
      ]);
      await day(page, '03-09').click();
      await page.getByLabel('Regular hours').check();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('One day changed.').waitFor();
      await page.setViewportSize({ width: 360, height: 800 });
      await person.picture('admin-opening-days-phone');
    });
  });

  it('selects the public holidays of a country', async () => {
    await visit('nl', async (person) => {
      const { page } = person;
      await page.getByLabel('Feestdagen').selectOption('Nederland');
      await page.getByText('Koningsdag').waitFor();
      await page.getByRole('button', { name: 'Deze dagen selecteren' }).press('Enter');
      await page.getByText('10 dagen geselecteerd').waitFor();
      await day(page, '12-25').and(page.locator('[aria-selected=true]')).waitFor();
      await assertGood(person, 'public holidays');
      await person.picture('admin-opening-days-holidays');
      await page.getByLabel('Notitie').fill('Feestdag');
      await page.getByRole('button', { name: 'Opslaan' }).click();
      await page.getByText('10 dagen gewijzigd.').waitFor();
      const closed = (await exceptions()).filter(({ date }) => date.endsWith('-12-26'));
      assert.equal(closed.length, 2, 'for both facilities');
    });
  });

  it('closes public holidays every year, and stops doing so', async () => {
    const { api } = world().stack;
    const venue = await api.newVenue({ max_advance_days: 700 });
    await api.newFacility(venue, { name: 'Sauna', opens_at: '10:00', closes_at: '14:00' });
    const cookie = await signIn(world().stack, { venues: { [venue]: 'owner' } });
    const holidays = async () => (await api.admin('GET', `/venues/${venue}`)).body.holidays;
    await world().visit({ at: `/v/${venue}/facilities/hours`, cookie }, async (person) => {
      const { page } = person;
      await page.getByRole('button', { name: 'Volgend jaar' }).click();
      await page.getByLabel('Feestdagen').selectOption('Nederland');
      await page.getByRole('button', { name: 'Deze dagen selecteren' }).press('Enter');
      await page.getByLabel('Elk jaar herhalen').check();
      await page.getByLabel('Notitie').fill('Feestdag');
      await page.getByRole('button', { name: 'Opslaan' }).click();
      const every = page.getByRole('region', { name: 'Elk jaar' });
      await every.getByText('Tweede paasdag: Gesloten').waitFor();
      await every.getByText('25 december: Gesloten').waitFor();
      assert.deepEqual((await holidays())[3], { on: 'kings_day', closed: true, note: 'Feestdag' });
      // Guests can book for almost two years, so the calendar goes on.
      await page.getByText(/^Gasten kunnen boeken tot en met/).waitFor();
      await page.getByRole('button', { name: 'De volgende twaalf maanden tonen' }).click();
      await page.locator(`[data-date="${next + 1}-12-25"].closed`).waitFor();
      await assertGood(person, 'holidays of every year');
      await person.picture('admin-opening-days-yearly');
      await every.getByRole('button', { name: 'Verwijderen: 25 december' }).click();
      await every.getByText('25 december').waitFor({ state: 'hidden' });
      assert.equal((await holidays()).length, 9);
      await page.setViewportSize({ width: 360, height: 800 });
      await person.picture('admin-opening-days-yearly-phone');
      await page.getByLabel('Sauna').uncheck();
      await page.getByLabel('Elk jaar herhalen').waitFor({ state: 'hidden' });
    });
  });

  it('lists the affected bookings, and changes the hours after confirmation', async () => {
    const { api } = world().stack;
    const date = daysAhead(3);
    const slots = await api.admin('GET', `/venues/${slug}/facilities/${sauna}/slots?date=${date}`);
    assert.equal((await api.book(slug, { slot_id: slots.body.slots[0].id, people: 1 })).status, 201);
    await visit('nl', async (person) => {
      const { page } = person;
      person.tolerate(/409/);
      if (!date.startsWith(`${next}-`)) await page.getByRole('button', { name: 'Vorig jaar' }).click();
      await page.locator(`[data-date="${date}"]`).click();
      await page.getByRole('button', { name: 'Opslaan' }).click();
      const dialog = page.getByRole('dialog', { name: 'Er zijn boekingen op deze dagen' });
      await dialog.waitFor();
      await assertGood(person, 'affected bookings');
      await person.picture('admin-opening-days-met');
      await dialog.getByRole('button', { name: 'Toch wijzigen' }).click();
      await page.getByText('Eén dag gewijzigd.').waitFor();
      await dialog.waitFor({ state: 'hidden' });
    });
  });

  it('can’t change days in the past', async () => {
    await visit('en', async (person) => {
      const { page } = person;
      for (const _ of [1, 2]) await page.getByRole('button', { name: 'Previous year' }).click();
      await page.getByRole('gridcell', { name: / 1 January.*past$/ }).click({ force: true });
      await page.getByText('No days selected').waitFor();
    });
  });
});
