import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { eventually } from '../stack/api.ts';
import { signIn, signInAsOperator } from './signIn.ts';
import { startWebsite } from './website.ts';
import { assertGood, inOneWorld } from './world.ts';

const world = inOneWorld();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** Presses a button by keyboard. */
const press = async (page: Page, name: string | RegExp) => {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
};

/** Counts clicks in the pages of a browser from now on, including Enter in a form. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0;
  await context.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await context.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    // Ignores clicks dispatched by scripts.
    addEventListener('click', (event) => event.isTrusted && countClick(), true);
  });
  return () => clicks;
}

describe('first steps of a venue', () => {
  it('lead from the operator token to a booking by the widget in a few clicks', async (t) => {
    const { stack } = world();
    const slug = `tuinsauna-${randomUUID().slice(0, 8)}`;
    const name = slug.replace('t', 'T');
    const website = await startWebsite();
    t.onTestFinished(website.stop);
    // Another person is signed in, as after the link that `npm start` prints.
    const cookie = await signIn(stack, { venues: { [await stack.api.newVenue()]: 'owner' } });
    await world().visit({ at: '/sign-in?operator', cookie }, async (person) => {
      const { page, context } = person;
      const clicks = await countClicks(context);
      await page.reload();
      await page.getByLabel('Beheerderstoken').fill(stack.operatorToken);
      await page.keyboard.press('Enter');
      await button(page, 'Nieuwe locatie').click();
      await page.getByLabel('Naam', { exact: true }).fill(name);
      await page.keyboard.press('Enter');
      await heading(page, 'In drie stappen naar je eerste boeking').waitFor();
      await page.getByRole('link', { name, exact: true }).waitFor();

      await button(page, /^Privésauna/).click();
      // A decimal comma, in a browser whose language is English.
      await page.getByLabel('Prijs per persoon in euro').fill('');
      await page.getByLabel('Prijs per persoon in euro').pressSequentially('35,50');
      await assertGood(person, 'what is offered');
      await button(page, 'Verder').click();
      await page.getByText(/^Privésauna, €\s35,50$/).waitFor();
      await assertGood(person, 'when');
      await button(page, 'Faciliteit aanmaken').click();
      await page.getByLabel('Je website').fill('nergens');
      await button(page, 'Openstellen voor boekingen').click();
      await page.getByText('Vul het adres van een website in').waitFor();
      await page.getByLabel('Je website').fill(`${website.url}/boeken`);
      await assertGood(person, 'on which website');
      await button(page, 'Openstellen voor boekingen').click();
      await page.getByText('Gasten kunnen nu boeken.').waitFor();
      await page.locator('venue-booking button[data-slot]').first().waitFor();

      const snippet = (await page.getByRole('region', { name: 'Code om te plakken' }).textContent()) ?? '';
      website.show(
        `<!doctype html><html lang="nl"><title>Tuin</title><link rel="icon" href="data:,"><h1>Boek</h1>${snippet}`,
      );
      await page.goto(website.url);
      const widget = page.locator('venue-booking');
      await widget.locator('button[data-slot]:not([aria-disabled=true])').first().click();
      await widget.getByLabel(/naam/i).fill('Anna Jansen');
      await widget.getByLabel(/e-mail/i).fill('anna@example.com');
      await widget.locator('form button[type=submit], form button:not([type])').last().click();
      await eventually('the booking exists', async () => {
        const { body } = await stack.api.admin('GET', `/venues/${slug}/bookings`);
        return body.length === 1 && body[0].customer_name === 'Anna Jansen';
      });
      assert.equal(clicks(), 10, 'clicks from the token to the booking, one for a mistake');
    });
    const { body: venue } = await stack.api.admin('GET', `/venues/${slug}`);
    assert.deepEqual(venue.allowed_origins, [website.url]);
  });

  it('lead a stranger from the sign-in page to a booking on the page of the venue', async () => {
    const { stack } = world();
    const email = `${randomUUID()}@example.com`;
    const name = `Sauna ${randomUUID().slice(0, 8)}`;
    const taken = await stack.api.newVenue();
    await world().visit({ at: '/sign-in' }, async (person) => {
      const { page } = person;
      // The sign-in page asks for a session, which there is not.
      person.tolerate(/401/);
      await page.getByRole('link', { name: 'Maak je locatie aan' }).click();
      await page.getByLabel('Je e-mailadres').fill(email);
      await page.getByLabel(/^Ik ga akkoord/).check();
      await assertGood(person, 'the sign-up page');
      await button(page, 'Link sturen').click();
      await heading(page, 'Controleer je mail').waitFor();
      await eventually('the link arrives', () => stack.mail.to(email).length === 1);
      const link = /\S+\/admin\/sign-up#\S+/.exec(stack.mail.to(email)[0]?.mail.text ?? '')?.[0] ?? '';
      await page.goto(link.replace(/^https?:\/\/[^/]+/, stack.api.url));
      await page.getByText(email).waitFor();
      await page.getByLabel('Naam van de locatie').fill(name);
      await page.getByText('Deze naam is vrij').waitFor();
      await page.getByLabel('Naam in links').fill(taken);
      await button(page, `${taken.slice(0, 60)}-2 gebruiken`).waitFor();
      await assertGood(person, 'a slug that is taken');
      await page.getByLabel('Naam in links').fill(name.toLowerCase().replace(' ', '-'));
      await page.getByText('Deze naam is vrij').waitFor();
      await page.getByLabel('Begin met een voorbeeld').selectOption('sauna');
      await button(page, 'Locatie aanmaken').click();

      await heading(page, 'In drie stappen naar je eerste boeking').waitFor();
      await page.getByText(/^Privésauna, €\s35,00$/).waitFor();
      const slug = name.toLowerCase().replace(' ', '-');
      await page.goto(`${stack.api.url}/admin/v/${slug}/settings/plan`);
      await page.getByText(/^Je locatie is nieuw/).waitFor();
      await assertGood(person, 'the plan');
      await page.goto(`${stack.api.url}/admin/v/${slug}/settings`);
      await page.getByLabel('Gasten kunnen online boeken').check();
      await button(page, 'Opslaan').click();
      await page.getByText('Opgeslagen.').first().waitFor();

      await page.goto(`${stack.api.url}/v/${slug}`);
      const widget = page.locator('venue-booking');
      await widget.locator('button[data-slot]:not([aria-disabled=true])').first().click();
      await widget.getByLabel(/naam/i).fill('Anna Jansen');
      await widget.getByLabel(/e-mail/i).fill('anna@example.com');
      await widget.locator('form button[type=submit], form button:not([type])').last().click();
      await eventually('the booking exists', async () => {
        const { body } = await stack.api.admin('GET', `/venues/${slug}/bookings`);
        return body.length === 1 && body[0].customer_name === 'Anna Jansen';
      });
    });
    const cookie = await signInAsOperator(stack);
    await world().visit(
      { at: `/operator?plan=new&q=${encodeURIComponent(name)}`, cookie },
      async (person) => {
        const { page } = person;
        await button(page, `Limieten opheffen: ${name}`).waitFor();
        await assertGood(person, 'new venues');
        await button(page, `Limieten opheffen: ${name}`).click();
        await page.getByText('De limieten zijn opgeheven.').waitFor();
        await button(page, 'Uitnodigen').click();
        await page.getByLabel('E-mailadres').fill(`${randomUUID()}@example.com`);
        await button(page, 'Uitnodiging sturen').click();
        await page.getByText('De uitnodiging is verstuurd.').waitFor();
        await button(page, /^Intrekken/)
          .first()
          .waitFor();
        await assertGood(person, 'invitations');
      },
    );
  });

  it('start from the day view that an owner sees first', async () => {
    const { stack } = world();
    const slug = `new-${randomUUID().slice(0, 8)}`;
    await stack.api.admin('POST', '/venues', { slug, name: 'Garden' });
    const cookie = await signIn(stack, { venues: { [slug]: 'owner' } });
    await world().visit({ at: `/v/${slug}/today`, cookie }, async (person) => {
      const { page } = person;
      await heading(page, 'Geen actieve faciliteiten.').waitFor();
      await assertGood(person, 'the day of an empty venue');
      await page.getByRole('link', { name: 'Faciliteit instellen' }).click();
      await heading(page, 'In drie stappen naar je eerste boeking').waitFor();
    });
  });

  it('work by keyboard, focus each step, and keep typed values while the server is unavailable', async () => {
    const { stack } = world();
    const slug = `first-${randomUUID().slice(0, 8)}`;
    await stack.api.admin('POST', '/venues', { slug, name: 'Garden' });
    const cookie = await signIn(stack, { venues: { [slug]: 'owner' }, language: 'en' });
    await world().visit({ at: `/v/${slug}/start`, cookie }, async (person) => {
      const { page } = person;
      person.tolerate(/ERR_FAILED/);
      const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
      await press(page, /^Padel court/);
      await page.getByLabel('Name shown to guests').fill('Court 7');
      await page.keyboard.press('Enter');
      assert.match((await focused()) ?? '', /When\?/);
      await page.route('**/api/admin/**/facilities', (route) => route.abort());
      await press(page, 'Create facility');
      await page.getByText('The server can’t be reached.').waitFor();
      await assertGood(person, 'an unavailable server');
      await press(page, 'Back');
      assert.equal(await page.getByLabel('Name shown to guests').inputValue(), 'Court 7');
      await press(page, 'Next');
      await page.unroute('**/api/admin/**/facilities');
      await press(page, 'Create facility');
      await page.getByLabel('Your website').waitFor();
      assert.match((await focused()) ?? '', /On which website\?/);
      await press(page, 'Open for bookings');
      await page.getByText('Guests can book now.').waitFor();
      // No website was entered, so the snippet would work nowhere yet.
      await page.getByText('The widget is not allowed on any website yet.').waitFor();
    });
  });

  it('show a sentence instead of an empty chart', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue();
    const cookie = await signIn(stack, { venues: { [slug]: 'owner' } });
    await world().visit({ at: `/v/${slug}/figures`, cookie }, async (person) => {
      const chart = person.page.getByRole('figure', { name: /^Boekingen in de tijd/ });
      assert.match(
        await chart.innerText(),
        /^Boekingen in de tijd\s+Geen gegevens in deze periode\. Kies andere datums\.$/,
      );
      await assertGood(person, 'an empty report');
    });
  });
});

describe("operator's views", () => {
  it('find a venue, create one and open it', async () => {
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
      await eventually(
        'only one venue is shown',
        async () => (await page.getByRole('listitem').count()) === 1,
      );
      await page.reload();
      assert.equal(await page.getByLabel('Zoek op naam').inputValue(), `zuid ${word}`);
      await page.getByLabel('Zoek op naam').fill('nergens');
      await page.getByText('Geen locaties gevonden.').waitFor();
      await press(page, 'Nieuwe locatie');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Naam', { exact: true }).fill(`Café Zuid ${word}`);
      assert.equal(await dialog.getByLabel('URL-naam').inputValue(), `cafe-zuid-${word}`);
      assert.notEqual(await dialog.getByLabel('Tijdzone').inputValue(), '');
      await dialog.getByLabel('URL-naam').fill(`zuid-${word}`);
      person.tolerate(/409/);
      await press(page, 'Locatie aanmaken');
      await dialog.getByText('al in gebruik').waitFor();
      await assertGood(person, 'a slug in use');
      await dialog.getByLabel('URL-naam').fill(`nieuw-${word}`);
      await press(page, 'Locatie aanmaken');
      await heading(page, 'In drie stappen naar je eerste boeking').waitFor();
    });
  });

  it('show the state of the services, and retry failed events', async () => {
    const { stack } = world();
    await stack.database.query(
      `INSERT INTO availability.dead_letter (event_id, subject, payload, error)
       VALUES (gen_random_uuid(), 'events.catalog.nothing', '{}', 'Error: it did not work')`,
    );
    const cookie = await signInAsOperator(stack, 'en');
    await world().visit({ at: '/operator/platform', cookie }, async (person) => {
      const { page } = person;
      person.tolerate(/409|500/);
      await page.getByText('1 failed event').waitFor();
      await page.getByText('it did not work').waitFor();
      await assertGood(person, 'a failed event');
      await press(page, 'Retry');
      await page.getByRole('alert').or(page.getByText('Event applied.')).first().waitFor();
    });
  });

  it('are forbidden for everyone else', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue();
    const cookie = await signIn(stack, { venues: { [slug]: 'owner' } });
    await world().visit({ at: '/operator', cookie }, async ({ page }) => {
      await heading(page, 'Pagina niet gevonden').waitFor();
    });
  });
});
