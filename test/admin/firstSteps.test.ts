import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../stack/api.ts';
import { signIn, signInAsOperator } from './signIn.ts';
import { assertGood, inOneWorld } from './world.ts';

const world = inOneWorld();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** Chooses by the keyboard alone. */
const press = async (page: Page, name: string | RegExp) => {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
};

/** Counts what is clicked in a page from now on, over all its views. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.evaluate(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    // Choosing in the widget and pressing Enter in a form are clicks too; those of a script are not.
    addEventListener('click', (event) => event.isTrusted && countClick(), true);
  });
  return () => clicks;
}

describe('the first steps of a venue', () => {
  it('lead from nothing to a booking by the widget, in a few clicks', async () => {
    const { stack } = world();
    const slug = `first-${randomUUID().slice(0, 8)}`;
    await stack.api.admin('POST', '/venues', { slug, name: 'Tuinsauna' });
    const cookie = await signIn(stack, { venues: { [slug]: 'owner' } });
    await world().visit({ at: `/v/${slug}/start`, cookie }, async (person) => {
      const { page } = person;
      await heading(page, 'In drie stappen naar je eerste boeking').waitFor();
      const clicks = await countClicks(page);
      await assertGood(person, 'the choice of a starting point');

      await button(page, /^Privésauna/).click();
      await page.getByLabel('Prijs per persoon in euro').fill('0');
      await assertGood(person, 'what is offered');
      await button(page, 'Verder').click();
      await assertGood(person, 'when');
      await button(page, 'Aanmaken').click();
      await page.getByLabel('Je website').fill('nergens');
      await button(page, 'Openstellen voor boekingen').click();
      await page.getByText('Dit is geen adres van een website.').waitFor();
      await page.getByLabel('Je website').fill('www.tuin.example/boeken');
      await assertGood(person, 'on which website');
      await button(page, 'Openstellen voor boekingen').click();
      await page.getByText('Gasten kunnen nu boeken.').waitFor();
      const snippet = page.getByRole('region', { name: 'Snippet' });
      assert.match((await snippet.textContent()) ?? '', new RegExp(`tenant="${slug}"`));
      assert.equal(clicks(), 5, 'clicks of the owner, one of them for a mistake');

      const widget = page.locator('venue-booking');
      await widget.locator('button[data-slot]:not([aria-disabled=true])').first().click();
      await widget.getByLabel(/naam/i).fill('Anna Jansen');
      await widget.getByLabel(/e-mail/i).fill('anna@example.com');
      await assertGood(person, 'the widget at work');
      await widget.locator('form button[type=submit], form button:not([type])').last().click();
      await eventually('the booking is there', async () => {
        const { body } = await stack.api.admin('GET', `/venues/${slug}/bookings`);
        return body.length === 1 && body[0].customer_name === 'Anna Jansen';
      });
    });
    const { body: venue } = await stack.api.admin('GET', `/venues/${slug}`);
    assert.deepEqual(venue.allowed_origins, ['https://www.tuin.example']);
  });

  it('go by the keyboard, with the focus at each step, and keep what was typed when the server is away', async () => {
    const { stack } = world();
    const slug = `first-${randomUUID().slice(0, 8)}`;
    await stack.api.admin('POST', '/venues', { slug, name: 'Garden' });
    const cookie = await signIn(stack, { venues: { [slug]: 'owner' }, language: 'en' });
    await world().visit({ at: `/v/${slug}/start`, cookie }, async (person) => {
      const { page } = person;
      person.tolerate(/ERR_FAILED/);
      const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
      await press(page, /^Padel court/);
      await page.getByLabel('Name, as guests will read it').fill('Court 7');
      await page.keyboard.press('Enter');
      assert.match((await focused()) ?? '', /When\?/);
      await page.route('**/api/admin/**/facilities', (route) => route.abort());
      await press(page, 'Create it');
      await page.getByText('The server can’t be reached.').waitFor();
      await assertGood(person, 'a server that is away');
      await press(page, 'Back');
      assert.equal(await page.getByLabel('Name, as guests will read it').inputValue(), 'Court 7');
      await press(page, 'Next');
      await page.unroute('**/api/admin/**/facilities');
      await press(page, 'Create it');
      await page.getByLabel('Your website').waitFor();
      assert.match((await focused()) ?? '', /On which website\?/);
      await press(page, 'Open for bookings');
      await page.getByText('Guests can book now.').waitFor();
    });
  });
});

describe("the operator's view", () => {
  it('finds a venue, makes one and enters it', async () => {
    const { stack } = world();
    const word = randomUUID().slice(0, 8);
    for (const name of ['Noord', 'Zuid'])
      await stack.api.admin('POST', '/venues', {
        slug: `${name.toLowerCase()}-${word}`,
        name: `${name} ${word}`,
      });
    const cookie = await signInAsOperator(stack);
    await world().visit({ at: '/', cookie }, async (person) => {
      const { page } = person;
      await heading(page, 'Locaties').waitFor();
      assert.equal(await page.title(), 'Locaties · Venue Booking');
      await page.getByLabel('Zoek op naam').fill(`zuid ${word}`);
      await eventually('only one is shown', async () => (await page.getByRole('listitem').count()) === 1);
      await assertGood(person, 'venues found');
      await page.reload();
      assert.equal(await page.getByLabel('Zoek op naam').inputValue(), `zuid ${word}`);
      await page.getByLabel('Zoek op naam').fill('nergens');
      await page.getByText('Geen locatie heeft dit').waitFor();
      await press(page, 'Nieuwe locatie');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Naam', { exact: true }).fill(`Café Zuid ${word}`);
      assert.equal(await dialog.getByLabel('Adresnaam').inputValue(), `cafe-zuid-${word}`);
      await dialog.getByLabel('Adresnaam').fill(`zuid-${word}`);
      person.tolerate(/409/);
      await press(page, 'Locatie aanmaken');
      await dialog.getByText('al in gebruik').waitFor();
      await assertGood(person, 'a slug that is taken');
      await dialog.getByLabel('Adresnaam').fill(`nieuw-${word}`);
      await press(page, 'Locatie aanmaken');
      await heading(page, 'In drie stappen naar je eerste boeking').waitFor();
    });
  });

  it('tells how the services fare, and applies again what got stuck', async () => {
    const { stack } = world();
    await stack.database.query(
      `INSERT INTO availability.dead_letter (event_id, subject, payload, error)
       VALUES (gen_random_uuid(), 'events.catalog.nothing', '{}', 'Error: it did not work')`,
    );
    const cookie = await signInAsOperator(stack, 'en');
    await world().visit({ at: '/operator/platform', cookie }, async (person) => {
      const { page } = person;
      person.tolerate(/409|500/);
      await page.getByText('1 event is stuck').waitFor();
      await page.getByText('it did not work').waitFor();
      await assertGood(person, 'an event that got stuck');
      await press(page, 'Apply again');
      await page.getByRole('alert').or(page.getByText('Applied.')).first().waitFor();
    });
  });

  it('is for the operator alone', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue();
    const cookie = await signIn(stack, { venues: { [slug]: 'owner' } });
    await world().visit({ at: '/operator', cookie }, async ({ page }) => {
      await heading(page, 'Op dit adres is niets.').waitFor();
    });
  });
});
