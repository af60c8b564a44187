import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { payThrough } from '../stack/guest.ts';
import { newPaidVenue, type PaidVenue } from '../stack/paidVenue.ts';
import { signIn, signInAsOperator } from './signIn.ts';
import { assertGood, choose, inOneWorld } from './world.ts';

const world = inOneWorld();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const payments = (page: Page) => page.getByRole('region', { name: 'Betalingen' });
const toast = (page: Page, text: string | RegExp) =>
  page.locator('.toasts').getByText(text).first().waitFor();

describe('bookings of a venue', () => {
  let venue: PaidVenue;
  let owner: string;
  let desk: string;
  beforeAll(async () => {
    venue = await newPaidVenue(world().stack, {
      venue: { name: 'Sauna aan het Meer', check_in_from_hours: 8760 },
    });
    const fields = [
      { key: 'phone', label: 'Telefoon', type: 'tel', required: false },
      { key: 'towels', label: 'Handdoeken', type: 'checkbox', required: false },
    ];
    await world().stack.api.admin('PUT', `/venues/${venue.slug}/fields`, { fields });
    owner = await signIn(world().stack, { venues: { [venue.slug]: 'owner' } });
    desk = await signIn(world().stack, { venues: { [venue.slug]: 'desk' } });
  });
  const at = (path: string) => `/v/${venue.slug}${path}`;
  const paid = async (changes: Record<string, unknown> = {}) => {
    const booked = await venue.book(changes);
    await payThrough(booked.payUrl);
    await venue.becomes(booked.id, 'confirmed');
    return booked;
  };

  it('opens with today and what is coming, and finds a past booking by name', async () => {
    const { api } = world().stack;
    const slug = await api.newVenue();
    const facility = await api.newFacility(slug, { opens_at: '06:00', closes_at: '05:00' });
    for (const [name, ahead] of [
      ['Paul Past', -2],
      ['Lena Later', 3],
      ['Sam Soon', 1],
      ['Tina Today', 0],
    ] as const) {
      const date = daysAhead(ahead);
      const { days } = (
        await api.admin('GET', `/venues/${slug}/calendar?from=${date}&facility_id=${facility}`)
      ).body;
      // The last one of the day: today's earlier ones may be over.
      const slot_id = days[0].facilities[0].slots.at(-1).id;
      const made = await api.admin('POST', `/venues/${slug}/bookings`, {
        slot_id,
        customer_name: name,
        people: 1,
      });
      assert.equal(made.status, 201, made.text);
    }
    const cookie = await signIn(world().stack, { venues: { [slug]: 'owner' }, language: 'en' });
    await world().visit({ at: `/v/${slug}/bookings`, cookie }, async (person) => {
      const { page } = person;
      const names = () => page.locator('tbody a').allTextContents();
      const lists = (expected: string[]) =>
        eventually(`lists ${expected}`, async () => (await names()).join() === expected.join());
      await lists(['Tina Today', 'Sam Soon', 'Lena Later']);
      assert.equal(await page.getByLabel('Order').inputValue(), 'oldest');
      await assertGood(person, 'coming bookings');
      await page.setViewportSize({ width: 1280, height: 800 });
      await person.picture('admin-bookings-coming');
      await button(page, 'Past').click();
      await lists(['Paul Past']);
      await page.reload();
      await lists(['Paul Past']);
      await button(page, 'All').click();
      await lists(['Lena Later', 'Sam Soon', 'Tina Today', 'Paul Past']);
      await button(page, 'Today and upcoming').click();
      await page.getByLabel('Search').fill('nobody');
      await page.getByText('No bookings found.').waitFor();
      await page.goto(page.url().replace(/\?.*/, ''));
      await page.getByLabel('Search').fill('Paul');
      await lists(['Paul Past']);
      assert.equal(await button(page, 'All').getAttribute('aria-pressed'), 'true');
      await page.setViewportSize({ width: 390, height: 800 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await person.picture('admin-bookings-search-phone');
    });
  });

  it('finds bookings by phone number, and keeps the search after a reload and the back button', async () => {
    await paid({ customer_name: 'Bram Bakker' });
    const { id } = await paid({
      customer_name: 'Anna Jansen',
      extra: { phone: '06-12345678', towels: true },
    });
    await world().visit({ at: at('/bookings'), cookie: owner }, async (person) => {
      const { page } = person;
      await page.getByText('Bram Bakker').waitFor();
      await page.getByLabel('Zoeken', { exact: true }).fill('+31 6 12345678');
      await page.getByText('Bram Bakker').waitFor({ state: 'detached' });
      await page.getByLabel('Betaling').selectOption('Betaald');
      await page.getByText('1 boeking', { exact: true }).waitFor();
      assert.match(page.url(), /q=.*&payment_status=paid/);

      await page.reload();
      await page.getByText('1 boeking', { exact: true }).waitFor();
      assert.equal(await page.getByLabel('Zoeken', { exact: true }).inputValue(), '+31 6 12345678');
      await page.getByRole('link', { name: 'Anna Jansen' }).click();
      await heading(page, 'Anna Jansen');
      assert.ok(page.url().endsWith(`/bookings/${id}`));
      await page.goBack();
      await page.getByText('1 boeking', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Anna Jansen' }).click();
      await page.locator('.back').click();
      await page.getByText('1 boeking', { exact: true }).waitFor();
      assert.equal(await page.getByLabel('Zoeken', { exact: true }).inputValue(), '+31 6 12345678');

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Downloaden als CSV').click(),
      ]);
      const [sheet] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Downloaden voor Excel').click(),
      ]);
      assert.match(sheet.suggestedFilename(), /^bookings-.+\.xlsx$/);
      assert.match(await readFile(await sheet.path(), 'latin1'), /^PK/);
      const csv = await readFile(await file.path(), 'utf8');
      assert.deepEqual(csv.match(/Anna Jansen|Bram Bakker/g), ['Anna Jansen']);

      await page.getByLabel('Zoeken', { exact: true }).fill('nobody at all');
      await heading(page, 'Geen boekingen gevonden.');
      await assertGood(person, 'no bookings');
    });
  });

  it('shows bookings below the search on a phone, with filters behind a tap, and rejects reversed days', async () => {
    await paid({ customer_name: 'Bram Bakker' });
    const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };
    await world().visit({ at: at('/bookings'), cookie: desk, ...phone }, async (person) => {
      const { page } = person;
      const first = page.locator('main tbody a, main li a').first();
      await first.waitFor();
      const { y } = (await first.boundingBox()) ?? assert.fail('no booking');
      assert.ok(y < 740, `the first booking is in view, at ${y} px`);
      await person.picture('admin-bookings-phone');
      await page.getByText('Filters', { exact: true }).click();
      await page.getByLabel('Van', { exact: true }).fill('2026-12-07');
      await page.getByLabel('Tot en met', { exact: true }).fill('2026-12-06');
      await page.getByText('De laatste dag ligt vóór de eerste.').waitFor();
      await assertGood(person, 'reversed days');
      await person.picture('admin-bookings-phone-backwards');
      await page.reload();
      await page.getByText('De laatste dag ligt vóór de eerste.').waitFor();
      await page.getByRole('button', { name: 'Filters wissen' }).click();
      await first.waitFor();
    });
  });

  it('opens a booking from anywhere in its row, also in browsers that can’t position inside a table row', async () => {
    const { id } = await paid({ customer_name: 'Anna Jansen' });
    await paid({ customer_name: 'Bram Bakker' });
    const desktop = { viewport: { width: 1280, height: 800 } };
    await world().visit({ at: at('/bookings'), cookie: desk, ...desktop }, async ({ page }) => {
      const link = page.locator(`tbody a[href$="/bookings/${id}"]`);
      await link.waitFor();
      // As in WebKit, which can't position inside a table row.
      await page.evaluate(() => {
        for (const row of document.querySelectorAll('tr')) row.style.position = 'static';
      });
      await page.getByLabel('Zoeken', { exact: true }).click();
      assert.match(page.url(), /\/bookings$/);
      const row = page.locator('tbody tr', { has: link });
      for (const cell of await row.locator('td').all()) {
        const { x, y, width, height } = (await cell.boundingBox()) ?? assert.fail('no cell');
        const hit = await page.evaluate(
          ([left = 0, top = 0]) => document.elementFromPoint(left, top)?.closest('a')?.getAttribute('href'),
          [x + width - 2, y + height - 2],
        );
        assert.ok(hit?.endsWith(`/bookings/${id}`), `${await cell.textContent()}: ${hit}`);
      }
    });
  });

  it('checks in a party in part, marks the rest as absent and lets it come after all', async () => {
    const { id } = await paid({ customer_name: 'Groep Bakker', people: 4 });
    await world().stack.database.query(
      `UPDATE booking.booking SET starts_at = now() - interval '5 minutes', ends_at = now() + interval '1 hour' WHERE id = $1`,
      [id],
    );
    const phone = { width: 360, height: 740 };
    await world().visit({ at: at(`/bookings/${id}`), cookie: desk, viewport: phone }, async (person) => {
      const { page } = person;
      await heading(page, 'Groep Bakker');
      await button(page, 'Inchecken').click();
      await page.getByLabel('Aanwezige personen').fill('3');
      await page.keyboard.press('Enter');
      await toast(page, 'Aantal opgeslagen.');
      await page.getByText('3 van 4 aanwezig').waitFor();
      await page.getByText('Ingecheckt 3/4').waitFor();
      await choose(page.locator('main'), 'Rest is afwezig');
      await page.getByText('3 van 4 aanwezig, 1 afwezig').waitFor();
      await assertGood(person, 'a party in part');
      await person.picture('admin-partly');
      await choose(page.locator('main'), 'Rest komt nog');
      await page.getByText('3 van 4 aanwezig', { exact: true }).waitFor();
      await button(page, 'De rest is er ook').click();
      await page.getByText('4 van 4 personen').waitFor();
      assert.equal(await button(page, 'De rest is er ook').count(), 0);
      await button(page, 'Inchecken ongedaan maken').click();
      await button(page, 'Wijzigen').waitFor();
      assert.equal((await venue.shown(id)).arrived, undefined);
    });
  });

  it('adds a note, edits a booking, checks in and undoes it, and keeps typed text after a failure', async () => {
    const { id, email } = await paid({ customer_name: 'Carla Smit', extra: { phone: '0687654321' } });
    await world().visit({ at: at(`/bookings/${id}`), cookie: desk }, async (person) => {
      const { page } = person;
      await heading(page, 'Carla Smit');
      await page.getByRole('listitem').filter({ hasText: 'Betaalverzoek' }).getByText('niet nodig').waitFor();
      await page.getByText('Alleen een eigenaar kan een boeking annuleren').waitFor();
      assert.equal(await button(page, 'Terugbetalen').count(), 0, 'the desk role has no refunds');

      person.tolerate(/Failed to load resource/);
      await page.route('**/note', (route) => route.abort(), { times: 1 });
      await page.getByLabel('Notitie').fill('Komt met een rolstoel');
      await button(page, 'Opslaan').click();
      await page.getByText('De server is niet bereikbaar').waitFor();
      assert.equal(await page.getByLabel('Notitie').inputValue(), 'Komt met een rolstoel');
      await button(page, 'Opslaan').click();
      await toast(page, 'De notitie is opgeslagen.');

      await button(page, 'Wijzigen').focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Naam').fill('Carla de Smit');
      await dialog.getByLabel('Telefoon').fill('0611223344');
      await dialog.getByLabel('Personen').fill('3');
      await dialog.getByText('Huidige prijs: € 37,50. Er is nog € 12,50 te betalen.').waitFor();
      await dialog.getByLabel('Afgesproken prijs: € 25,00').check();
      await dialog.getByLabel('De gast een mail sturen').uncheck();
      await assertGood(person, 'editing a booking');
      await page.keyboard.press('Enter');
      await heading(page, 'Carla de Smit');
      await page.getByText('Personen: 2 → 3').waitFor();
      await page.getByRole('link', { name: '0611223344' }).waitFor();
      await button(page, 'Inchecken').click();
      await button(page, 'Inchecken ongedaan maken').waitFor();
      await button(page, 'Inchecken ongedaan maken').click();
      await button(page, 'Inchecken').waitFor();

      const colleague = (action: string) =>
        world().stack.api.admin('POST', `/venues/${venue.slug}/bookings/${id}/${action}`);
      await button(page, 'Wijzigen').click();
      await colleague('check-in');
      await dialog.getByLabel('Naam').fill('Carla');
      await dialog.getByRole('button', { name: 'Opslaan' }).click();
      await dialog.getByText('Deze gast is al ingecheckt.').waitFor();
      await page.keyboard.press('Escape');
      await button(page, 'Inchecken ongedaan maken').waitFor();
      await colleague('undo-check-in');
      await button(page, 'Inchecken ongedaan maken').click();
      await page.getByRole('alert').waitFor();
      await button(page, 'Inchecken').click();
      await button(page, 'Inchecken ongedaan maken').waitFor();

      const hold = await venue.book({ customer_name: 'Net Betaald' });
      await page.goto(`${world().stack.api.url}/admin${at(`/bookings/${hold.id}`)}`);
      await button(page, /^Meer: /).waitFor();
      await payThrough(hold.payUrl);
      await venue.becomes(hold.id, 'confirmed');
      await choose(page.locator('main'), 'Boeking annuleren');
      await dialog.getByRole('button', { name: 'Boeking annuleren' }).click();
      await dialog.getByText('Alleen een eigenaar van de locatie mag dit.').waitFor();
      await page.getByText('Alleen een eigenaar kan een boeking annuleren').waitFor();
    });
    const { note, extra, customer_email, people, mails, history } = await venue.shown(id);
    assert.deepEqual([note, extra.phone, customer_email], ['Komt met een rolstoel', '0611223344', email]);
    const kinds = mails.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual([people, kinds.includes('changed')], [3, false]);
    assert.match(history.at(-1).actor, /^person .+@example\.com$/);
  });

  it('refunds a part and cancels without a further refund, in English and on a phone', async () => {
    const { id } = await paid({ customer_name: 'Dirk Vos' });
    const english = await signIn(world().stack, { venues: { [venue.slug]: 'owner' }, language: 'en' });
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
    await world().visit({ at: at(`/bookings/${id}`), cookie: english, ...phone }, async (person) => {
      const { page } = person;
      await button(page, 'Refund').click();
      await page.getByLabel('Amount in euro').fill('5.50');
      await page.getByLabel('Reason').fill('The sauna was cold');
      await assertGood(person, 'a refund');
      await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
      await page.getByText('€5.50 refunded.').waitFor();
      const history = page.getByRole('region', { name: 'History' });
      await history.getByText('Refunded', { exact: true }).waitFor();
      await history.getByText('The sauna was cold').waitFor();
      await person.picture('admin-booking-phone');
      await choose(page.locator('main'), 'Resend e-mail');
      await toast(page, 'The e-mail is on its way.');
      await choose(page.locator('main'), 'Cancel booking');
      await page.getByLabel('No refund: keep €19.50').check();
      await assertGood(person, 'cancelling');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click();
      await page.getByText('Cancelled; €19.50 was not refunded.').waitFor();
    });
    assert.deepEqual(
      (await venue.shown(id)).payments[0].refunds.map((it: { amount_eur: number }) => it.amount_eur),
      [5.5],
    );
  });

  it('cancels all bookings of the chosen days with their refunds, and continues after a failure', async () => {
    const closed = await newPaidVenue(world().stack, {
      venue: { name: 'Strandbad', check_in_from_hours: 8760 },
    });
    const cookie = await signIn(world().stack, { venues: { [closed.slug]: 'owner' } });
    const asDesk = await signIn(world().stack, { venues: { [closed.slug]: 'desk' } });
    const booked = [await closed.bookAndPay(), await closed.bookAndPay(), await closed.bookAndPay()];
    const [first, second, third] = booked.map(({ id }) => id);
    const api = (method: string, path: string, body?: unknown) =>
      world().stack.api.admin(method, `/venues/${closed.slug}${path}`, body);
    const byPhone = { slot_id: closed.slots[8], customer_name: 'Op Doorreis', people: 1 };
    const last = (await api('POST', '/bookings', byPhone)).body.id;
    const day = daysAhead(9);
    const chosen = `/v/${closed.slug}/bookings?from=${day}&to=${day}`;

    await world().visit({ at: chosen, cookie: asDesk }, async ({ page }) => {
      await page.getByText('4 boekingen', { exact: true }).waitFor();
      assert.equal(
        await button(page, 'Al deze boekingen annuleren…').count(),
        0,
        'the desk role can’t cancel all',
      );
    });
    await world().visit({ at: `/v/${closed.slug}/bookings`, cookie }, async (person) => {
      person.tolerate(/status of (409|503)/);
      const { page } = person;
      const dialog = page.getByRole('dialog');
      await page.getByText('4 boekingen', { exact: true }).waitFor();
      assert.equal(
        await button(page, 'Al deze boekingen annuleren…').count(),
        0,
        'it needs a first and a last day',
      );
      for (const label of ['Van', 'Tot en met']) await page.getByLabel(label, { exact: true }).fill(day);
      await button(page, 'Al deze boekingen annuleren…').click();
      await dialog.getByText('Er worden 4 boekingen geannuleerd').waitFor();
      await dialog.getByText('3 gasten krijgen een mail.').waitFor();
      await dialog.getByText('3 zijn online betaald.').waitFor();
      await assertGood(person, 'cancelling all of a day');
      await person.picture('admin-cancel-all');

      // Meanwhile one guest is checked in, and one request fails because the server is unavailable.
      await api('POST', `/bookings/${second}/check-in`);
      let away = true;
      await page.route(`**/bookings/${third}/cancel`, (route) => {
        if (!away) return route.continue();
        away = false;
        return route.fulfill({ status: 503, json: { error: 'Even geduld.' } });
      });
      await dialog.getByRole('button', { name: '4 boekingen annuleren' }).click();
      await dialog.getByText('Even geduld. Geannuleerde boekingen blijven geannuleerd').waitFor();
      await dialog.getByText('2 van de 4 verwerkt').waitFor();
      await person.picture('admin-cancel-all-stopped');
      assert.equal(await closed.statusOf(last), 'confirmed');
      await dialog.getByRole('button', { name: 'Doorgaan' }).click();
      await dialog.getByText(/Er zijn \d boekingen geannuleerd/).waitFor();
      await person.picture('admin-cancel-all-done');
      assert.match(
        (await dialog.textContent()) ?? '',
        /Er zijn 3 boekingen geannuleerd\.Eén kon niet worden geannuleerd:\w{4}-\w{4}: .+/,
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await button(page, 'Al deze boekingen annuleren…').click();
      await dialog.getByText('Er valt niets te annuleren').waitFor();
    });
    for (const [id, backEur] of [
      [first, [25]],
      [second, []],
      [third, [25]],
    ] as const) {
      const { status, payments } = await closed.shown(Number(id));
      assert.deepEqual(
        [status, payments[0].refunds.map((it: { amount_eur: number }) => it.amount_eur)],
        [id === second ? 'checked_in' : 'cancelled', backEur],
      );
    }
    assert.equal(await closed.statusOf(last), 'cancelled');
  });

  it('shows current statuses when cancelling all bookings is stopped halfway', async () => {
    const { api } = world().stack;
    const slug = await api.newVenue();
    const facility = await api.newFacility(slug);
    const day = daysAhead(9);
    const { body } = await api.get(slug, `/facilities/${facility}/slots?date=${day}`);
    for (const { id } of body.slots.slice(0, 2)) await api.book(slug, { slot_id: id, people: 1 });
    const over = await api.book(slug, { slot_id: body.slots[2].id, people: 1 });
    await world().stack.database.query(
      `UPDATE booking.booking SET starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' WHERE id = $1`,
      [over.body.booking.id],
    );
    const chosen = `from=${daysAhead(-2)}&to=${day}`;
    const cookie = await signIn(world().stack, { venues: { [slug]: 'owner' } });
    await world().visit({ at: `/v/${slug}/bookings?${chosen}`, cookie }, async ({ page }) => {
      const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route('**/cancel', async (route) => {
        asked.resolve();
        await left.promise;
        await route.continue();
      });
      await button(page, 'Al deze boekingen annuleren…').click();
      await page.getByText('Boekingen die voorbij zijn, worden niet geannuleerd.').waitFor();
      await button(page, '2 boekingen annuleren').click();
      await asked.promise;
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      left.resolve();
      const badge = (text: string) => page.locator('tbody .badge').getByText(text);
      await badge('Geannuleerd').waitFor();
      assert.deepEqual([await badge('Geannuleerd').count(), await badge('Bevestigd').count()], [1, 2]);
    });
  });

  it('lists and cancels the bookings of one booking day, with the times after midnight', async () => {
    const { api } = world().stack;
    const slug = await api.newVenue({ day_start: '06:00' });
    const hours = { opens_at: '22:00', closes_at: '02:00', duration_minutes: 120 };
    const facility = await api.newFacility(slug, hours);
    const [before, day] = [daysAhead(8), daysAhead(9)];
    const booked: { id: number }[] = [];
    for (const date of [before, day]) {
      const { slots } = (await api.get(slug, `/facilities/${facility}/slots?date=${date}`)).body;
      for (const { id } of slots)
        booked.push((await api.book(slug, { slot_id: id, people: 1 })).body.booking);
    }
    const cookie = await signIn(world().stack, { venues: { [slug]: 'owner' } });
    const at = `/v/${slug}/bookings?from=${day}&to=${day}`;
    await world().visit({ at, cookie }, async ({ page, picture }) => {
      await page.getByText(/^Boekingsdag: /).waitFor();
      await picture('bookings-of-a-booking-day');
      await button(page, 'Al deze boekingen annuleren…').click();
      await button(page, '2 boekingen annuleren').click();
      await page.getByText('Er zijn 2 boekingen geannuleerd.').waitFor();
    });
    const { body } = await api.admin('GET', `/venues/${slug}/bookings?status=cancelled`);
    assert.deepEqual(
      body.map(({ id }: { id: number }) => id),
      booked.slice(2).map(({ id }) => id),
    );
  });

  it('shows the unpaid amount of a front desk booking until it is cancelled', async () => {
    const admin = (path: string, body: unknown) =>
      world().stack.api.admin('POST', `/venues/${venue.slug}/bookings${path}`, body);
    const wish = { slot_id: venue.slots[0], customer_name: 'Piet de Vries', people: 2 };
    const { id, starts_at, open_eur } = (await admin('', wish)).body;
    assert.equal(open_eur, 25);
    const open = 'Te betalen: € 25,00';
    await world().visit({ at: at('/bookings?q=Piet'), cookie: desk }, async ({ page }) => {
      await page.locator('tbody tr').getByText(open).waitFor();
      await page.getByRole('link', { name: 'Piet de Vries' }).click();
      await page.getByText(open).waitFor();
      await page.goto(`${world().stack.api.url}/admin${at(`/today?date=${starts_at.slice(0, 10)}`)}`);
      await page.locator(`[data-slot="${wish.slot_id}"]`).click();
      await page.locator(`[data-guest="${id}"]`).getByText(open).waitFor();
    });
    const { body } = await admin(`/${id}/cancel`, {});
    assert.equal(body.open_eur, undefined);
  });

  it('records what a guest pays here, closes the till of the day, and shows what is to be returned', async () => {
    const admin = (path: string, body: unknown) =>
      world().stack.api.admin('POST', `/venues/${venue.slug}/bookings${path}`, body);
    const wish = { slot_id: venue.slots[1], customer_name: 'Sanne Bos', people: 2 };
    const { id, starts_at } = (await admin('', wish)).body;
    const today = at(`/today?date=${starts_at.slice(0, 10)}`);
    await world().visit({ at: today, cookie: desk }, async (person) => {
      const { page } = person;
      const dialog = page.getByRole('dialog');
      await page.locator(`[data-slot="${wish.slot_id}"]`).click();
      const guest = page.locator(`[data-guest="${id}"]`);
      await guest.getByRole('button', { name: 'Hier betaald' }).click();
      await dialog.getByRole('heading', { name: 'Betaling: Sanne Bos' }).waitFor();
      assert.equal(await dialog.getByLabel('Bedrag').inputValue(), '25');
      await assertGood(person, 'a payment at the desk');
      await person.picture('admin-paid-here');
      await dialog.getByLabel('Bedrag').fill('20');
      await dialog.getByRole('button', { name: 'Pin' }).click();
      await page.keyboard.press('Tab');
      await dialog.getByRole('button', { name: 'Betaling vastleggen' }).click();
      await guest.getByText('Te betalen: € 5,00').waitFor();
    });
    await world().visit({ at: at(`/bookings/${id}`), cookie: owner }, async (person) => {
      const { page } = person;
      const dialog = page.getByRole('dialog');
      const money = page.getByRole('region', { name: 'Betaald op locatie' });
      await money.getByText('€ 20,00').waitFor();
      await money.getByRole('button', { name: 'Hier betaald' }).click();
      await dialog.getByRole('button', { name: 'Contant' }).click();
      await dialog.getByLabel('Notitie (niet verplicht)').fill('Bon 12');
      await dialog.getByRole('button', { name: 'Betaling vastleggen' }).click();
      await money.getByText('Bon 12').waitFor();
      await money.getByRole('button', { name: 'Hier betaald' }).waitFor({ state: 'detached' });
      await admin(`/${id}/cancel`, {});
      await page.reload();
      await money.getByText('Geef de gast € 25,00 terug. Dit gaat niet automatisch.').waitFor();
      await assertGood(person, 'money to return');
      await person.picture('admin-money-to-return');
      await money.getByRole('button', { name: '€ 20,00 Pin ongedaan maken' }).click();
      await dialog.getByLabel('Reden').fill('Verkeerde gast');
      await dialog.getByRole('button', { name: 'Ongedaan maken' }).click();
      await money.getByText('Geef de gast € 5,00 terug.').waitFor();
      await money.getByRole('button', { name: 'Teruggave vastleggen' }).click();
      await dialog.getByRole('button', { name: 'Contant' }).click();
      await dialog.getByRole('button', { name: 'Teruggave vastleggen' }).click();
      await money.getByText('Teruggegeven', { exact: true }).waitFor();
      await page.getByText('€ 5,00, Contant').first().waitFor();
    });
    const later = (await admin('', { ...wish, slot_id: venue.slots[2], customer_name: 'Tim Vos' })).body;
    await admin(`/${later.id}/payments`, { amount_eur: 12.5, method: 'cash', note: 'Oud nummer 4711' });
    for (const viewport of [undefined, { width: 375, height: 800 }])
      await world().visit(
        { at: at('/till'), cookie: desk, ...(viewport && { viewport }) },
        async (person) => {
          const { page } = person;
          const entries = page.getByRole('region', { name: 'Betalingen' });
          await entries.getByText('Oud nummer 4711').waitFor();
          for (const [text, amount] of [
            ['Verkeerde gast', '€ −20,00'],
            ['Teruggegeven', '€ −5,00'],
          ] as const)
            await entries.getByRole('listitem').filter({ hasText: text }).getByText(amount).waitFor();
          if (viewport) {
            await page.getByText('€ 0,50 te weinig').waitFor();
            await page.getByText(/^Afgesloten door /).waitFor();
            await assertGood(person, 'a closed till on a phone');
            return person.picture('admin-till-phone');
          }
          const closing = page.getByRole('region', { name: 'Kas tellen' });
          await closing.getByLabel('Wisselgeld aan het begin').fill('100');
          await closing.getByLabel('Contant in de kassa').fill('112');
          await closing.getByText('€ 0,50 te weinig').waitFor();
          await assertGood(person, 'a till');
          await person.picture('admin-till');
          await closing.getByRole('button', { name: 'Dag afsluiten' }).click();
          await page.getByText('Vandaag is afgesloten.').waitFor();
        },
      );
  });

  it('copies and mails a payment link, and shows the payment in the booking, the list and the ticket', async () => {
    const { api, mail } = world().stack;
    const email = `${randomUUID()}@example.com`;
    const wish = { slot_id: venue.slots[3], customer_name: 'Lotte Kok', people: 2, customer_email: email };
    await api.admin('POST', `/venues/${venue.slug}/bookings`, wish);
    const visit = {
      at: at('/bookings?q=Lotte'),
      cookie: desk,
      permissions: ['clipboard-read', 'clipboard-write'],
    };
    await world().visit(visit, async (person) => {
      const { page, context } = person;
      const back = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
      await page.getByText('Te betalen: € 25,00').waitFor();
      const list = await context.newPage();
      await list.goto(page.url());
      await page.getByRole('link', { name: 'Lotte Kok' }).click();
      await heading(page, 'Lotte Kok');
      await choose(page.getByRole('main'), 'Betaallink kopiëren');
      await toast(page, 'De betaallink is gekopieerd.');
      const link = await page.evaluate(() => navigator.clipboard.readText());
      await choose(page.getByRole('main'), 'Betaallink sturen');
      await toast(page, 'De betaallink is onderweg.');
      await eventually('the mail has the copied link', () =>
        mail.to(email).some((one) => one.mail.text?.includes(new URL(link).pathname) ?? false),
      );
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
      });
      await choose(page.getByRole('main'), 'Betaallink kopiëren');
      await page.getByRole('dialog', { name: 'Betaallink' }).getByText(link).waitFor();
      await assertGood(person, 'a payment link that could not be copied', [360]);
      await page.keyboard.press('Escape');

      const guest = await world().browser.newContext({
        viewport: { width: 390, height: 844 },
        locale: 'nl-NL',
      });
      const ticket = await guest.newPage();
      try {
        await ticket.goto(link);
        await ticket.getByText('€ 25,00').first().waitFor();
        await ticket.locator('button[name=outcome][value=paid]').press('Enter');
        await ticket.getByText('Betaald', { exact: true }).waitFor();
        await ticket.getByRole('link', { name: /Openstaand bedrag betalen/ }).waitFor({ state: 'detached' });
        await assertGood({ page: ticket }, 'a ticket that was paid by a link', [360]);
      } finally {
        await guest.close();
      }
      await back();
      await payments(page).getByText('€ 25,00').waitFor();
      await page.getByText('Te betalen: € 25,00').waitFor({ state: 'detached' });
      assert.equal(await button(page, 'Hier betaald').count(), 0);
      await list.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
      await list.getByText('Te betalen: € 25,00').waitFor({ state: 'detached' });
      await list.getByRole('link', { name: 'Lotte Kok' }).waitFor();
    });
  });

  it('issues the invoice of a booking once the venue has its details, corrects it and downloads both', async () => {
    const { api } = world().stack;
    const invoiced = await newPaidVenue(world().stack, { facility: { vat_percent: 9 } });
    const [slot_id] = invoiced.slots;
    const made = await api.admin('POST', `/venues/${invoiced.slug}/bookings`, {
      slot_id,
      people: 2,
      customer_name: 'Anna Jansen',
    });
    const cookie = await signIn(world().stack, { venues: { [invoiced.slug]: 'owner' } });
    const visit = { at: `/v/${invoiced.slug}/bookings/${made.body.id}`, cookie };
    await world().visit(visit, async (person) => {
      const { page } = person;
      person.tolerate(/409/);
      const card = page.getByRole('region', { name: 'Facturen' });
      const dialog = page.getByRole('dialog');
      const issue = () => dialog.getByRole('button', { name: /^Factuur (maken|corrigeren)$/ }).click();
      const fill = async (company: string) => {
        await dialog.getByLabel('Bedrijf of naam').fill(company);
        await dialog.getByLabel('Straat en huisnummer').fill('Hauptstr. 5');
        await dialog.getByLabel('Postcode').fill('10115');
        await dialog.getByLabel('Plaats').fill('Berlin');
        await dialog.getByLabel('Land').selectOption('Duitsland');
        await dialog.getByLabel('Btw-nummer').fill('DE123456789');
        await issue();
      };
      await card.getByRole('button', { name: 'Factuur maken' }).click();
      await fill('Beispiel GmbH');
      await dialog.getByText('De factuurgegevens van de locatie ontbreken.').waitFor();
      const link = dialog.getByRole('link', { name: 'Factuurgegevens in de instellingen' });
      assert.match((await link.getAttribute('href')) ?? '', /settings\/invoices$/);
      await assertGood(person, 'an invoice without the details of the venue');
      const set = await api.admin('PATCH', `/venues/${invoiced.slug}`, {
        invoicing: {
          legal_name: 'Badhuis BV',
          address: { street: 'Kade 1', postal_code: '3511 AB', city: 'Utrecht', country: 'NL' },
          ...{ vat_number: 'NL123456789B01', tax_number: null, register_number: null },
          ...{ vat_exemption: null, footer: null, number_prefix: 'BH-' },
        },
      });
      assert.equal(set.status, 200, set.text);
      await issue();
      await card.getByText('Beispiel GmbH').waitFor();
      await card.getByRole('button', { name: 'Factuur corrigeren' }).click();
      assert.equal(await dialog.getByLabel('Bedrijf of naam').inputValue(), 'Beispiel GmbH');
      assert.equal(await dialog.getByLabel('Straat en huisnummer').inputValue(), 'Hauptstr. 5');
      assert.equal(await dialog.getByLabel('Land').inputValue(), 'DE');
      assert.equal(await dialog.getByLabel('Btw-nummer').inputValue(), 'DE123456789');
      await dialog.getByLabel('Bedrijf of naam').fill('Muster & Söhne GmbH');
      await issue();
      await card.getByText('Muster & Söhne GmbH').waitFor();
      assert.deepEqual(
        (await card.locator('li b').allTextContents()).map((number) => number.slice(-4)),
        ['0001', '0002', '0003'],
      );
      await card.getByText(/^Factuur gecorrigeerd, bij factuur BH-\d{4}-0001$/).waitFor();
      await assertGood(person, 'the invoices of a booking');
      for (const [format, begin] of [
        ['PDF', /^%PDF/],
        ['XML', /^<\?xml/],
      ] as const) {
        const name = new RegExp(`0003 downloaden als ${format}`);
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          card.getByRole('button', { name }).click(),
        ]);
        assert.match(file.suggestedFilename(), new RegExp(`^BH-\\d{4}-0003\\.${format.toLowerCase()}$`));
        assert.match(await readFile(await file.path(), 'latin1'), begin);
      }
    });
  });

  it('keeps a colleague’s changes to fields that an open dialog did not edit', async () => {
    const { id } = await paid({ customer_name: 'Hanna Mol' });
    await world().visit({ at: at(`/bookings/${id}`), cookie: owner }, async ({ page }) => {
      const dialog = page.getByRole('dialog');
      await button(page, 'Wijzigen').click();
      await dialog.getByLabel('Personen').fill('1');
      await dialog.getByText('Huidige prijs: € 12,50. De gast krijgt € 12,50 terug.').waitFor();
      // The page polls for the refund; hold that back.
      const opened = Promise.withResolvers<void>();
      await page.route(new RegExp(`/bookings/${id}$`), async (route) => {
        if (route.request().method() === 'GET') await opened.promise;
        await route.continue();
      });
      await dialog.getByRole('button', { name: 'Opslaan' }).click();
      await dialog.waitFor({ state: 'detached' });
      await button(page, 'Wijzigen').click();
      await dialog.getByLabel('Telefoon').fill('0611223344');
      const { admin } = world().stack.api;
      const booking = `/venues/${venue.slug}/bookings/${id}`;
      await admin('PUT', `${booking}/note`, { note: 'Belt nog' });
      await admin('PATCH', booking, { customer_name: 'Hanna Vos' });
      opened.resolve();
      await page.locator('h1', { hasText: 'Hanna Vos' }).waitFor();
      await dialog.getByRole('button', { name: 'Opslaan' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await page.getByLabel('Notitie').inputValue(), 'Belt nog');
      // No confirmation appears, because nothing is unsaved.
      await page.getByRole('link', { name: 'Vandaag' }).click();
      await page.waitForURL(/\/today/);
    });
    const { customer_name, extra } = await venue.shown(id);
    assert.deepEqual([customer_name, extra.phone], ['Hanna Vos', '0611223344']);
  });

  /** Rejects the next change of a booking, as if its quote had expired. */
  const refuseOnce = (page: Page) => {
    let isRefused = false;
    return page.route(/\/bookings\/\d+$/, (route) => {
      if (isRefused || route.request().method() !== 'PATCH') return route.continue();
      isRefused = true;
      const json = { error: 'De prijs die je zag, geldt niet meer.' };
      return route.fulfill({ status: 422, headers: { 'error-code': 'quote_over' }, json });
    });
  };

  it('shows the current and the agreed price before a change, and applies the chosen one', async () => {
    const { id } = await paid({ customer_name: 'Hanna Mol' });
    const correct = async (page: Page, people: string) => {
      await button(page, 'Wijzigen').click();
      await page.getByRole('dialog').getByLabel('Personen').fill(people);
      return page.getByRole('dialog');
    };
    await world().visit({ at: at(`/bookings/${id}`), cookie: desk }, async ({ page }) => {
      const dialog = await correct(page, '1');
      await dialog
        .getByText('De huidige prijs is € 12,50, maar alleen een eigenaar kan het verschil terugbetalen.')
        .waitFor();
    });
    await world().visit({ at: at(`/bookings/${id}`), cookie: owner }, async (person) => {
      const { page } = person;
      const dearer = await correct(page, '4');
      await dearer.getByText('Huidige prijs: € 50,00. Er is nog € 25,00 te betalen.').waitFor();
      await assertGood(person, 'a change of price');
      await person.picture('admin-price-change');
      await dearer.getByRole('button', { name: 'Opslaan' }).click();
      await page.getByText('Te betalen', { exact: true }).waitFor();
      await page.getByText('Personen: 2 → 4, Bedrag: € 25,00 → € 50,00').waitFor();
      await assertGood(person, 'a partly paid booking');
      await person.picture('admin-left-to-pay');
      const cheaper = await correct(page, '1');
      await cheaper.getByText('Huidige prijs: € 12,50. De gast krijgt € 12,50 terug.').waitFor();
      await person.picture('admin-price-back');
      person.tolerate(/status of 422/);
      await refuseOnce(page);
      const again = page.waitForRequest(/\/quote$/);
      await cheaper.getByRole('button', { name: 'Opslaan' }).click();
      await cheaper.getByRole('alert').getByText('De prijs die je zag, geldt niet meer.').waitFor();
      await again;
      await cheaper.getByRole('button', { name: 'Opslaan' }).click();
      await page.getByText('Te betalen', { exact: true }).waitFor({ state: 'detached' });
      await page.getByText('terugbetaald: € 12,50').first().waitFor();
      await payments(page).getByText('€ 12,50 terugbetaald.').waitFor();
    });
    assert.equal((await venue.shown(id)).amount_eur, 12.5);
    await eventually(
      'the difference is refunded',
      async () => (await venue.shown(id)).payments[0].refunded_eur === 12.5,
    );
  });

  it('books with answers and cancels in the day view, with the owner’s refund choice', async () => {
    const { api, database } = world().stack;
    const put = (required: boolean) =>
      api.admin('PUT', `/venues/${venue.slug}/fields`, {
        fields: [
          { key: 'phone', label: 'Telefoon', type: 'tel', required },
          { key: 'towels', label: 'Handdoeken', type: 'checkbox', required: false },
        ],
      });
    const { id } = await paid({ customer_name: 'Fleur Kok' });
    const { slot_id, starts_at } = await venue.shown(id);
    const day = at(`/today?date=${starts_at.slice(0, 10)}`);
    const opened = async (page: Page) => {
      await page.locator(`[data-slot="${slot_id}"]`).click();
      return page.getByRole('dialog');
    };
    await put(true);
    await world().visit({ at: day, cookie: desk }, async (person) => {
      const { page } = person;
      const dialog = await opened(page);
      await dialog.getByText('Gasten moeten dit invullen. Jij mag het leeg laten.').waitFor();
      await assertGood(person, 'a booking with questions');
      await dialog.getByText('Totaal').waitFor();
      await dialog.getByText('€ 12,50').waitFor();
      await person.picture('admin-book-total');
      await dialog.getByLabel('Naam').fill('Gijs Bos');
      await dialog.getByText('Extra vragen').click();
      await dialog.getByLabel('Handdoeken').check();
      await dialog.getByRole('button', { name: 'Boeken', exact: true }).click();
      await toast(page, /^Gijs Bos is geboekt\. Boekingsnummer \w{4}-\w{4}, €\s\d+,\d\d\.$/);
      await opened(page);
      const gijs = dialog.getByRole('listitem').filter({ hasText: 'Gijs Bos' });
      await choose(gijs, 'Personen wijzigen…');
      await dialog.getByLabel('Personen').fill('2');
      await dialog.getByText('Huidige prijs: € 25,00').waitFor();
      person.tolerate(/status of 422/);
      await refuseOnce(page);
      const again = page.waitForRequest(/\/quote$/);
      await dialog.getByRole('button', { name: 'Opslaan' }).click();
      await dialog.getByText('De prijs die je zag, geldt niet meer.').waitFor();
      await again;
      await page.keyboard.press('Escape');
      await opened(page);
      await choose(dialog.getByRole('listitem').filter({ hasText: 'Fleur Kok' }), 'Boeking annuleren');
      await dialog.getByText('Alleen een eigenaar kan die annuleren').waitFor();
      await assertGood(person, 'cancelling needs an owner');
    });
    const { rows } = await database.query(
      `SELECT extra FROM booking.booking WHERE customer_name = 'Gijs Bos'`,
    );
    assert.deepEqual(rows[0].extra, { towels: true });
    await put(false);
    await world().visit({ at: day, cookie: owner }, async ({ page }) => {
      const dialog = await opened(page);
      const fleur = dialog.getByRole('listitem').filter({ hasText: 'Fleur Kok' });
      await choose(fleur, 'Boeking annuleren');
      await dialog.getByLabel('€ 25,00 houden').check();
      await dialog.getByRole('button', { name: 'Boeking annuleren' }).click();
      await toast(page, 'De boeking van Fleur Kok is geannuleerd.');
    });
    const { status, money_kept } = await venue.shown(id);
    assert.deepEqual([status, money_kept], ['cancelled', true]);
  });

  it('books in the venue’s language and shows the booking in the language of the staff', async () => {
    const { api } = world().stack;
    const slug = await api.newVenue({ locale: 'nl' });
    const facility = await api.newFacility(slug, {
      name: 'Zwembad',
      pricing: {
        per: 'person',
        eur: 20,
        rules: [],
        categories: [
          { key: 'adult', name: { nl: 'Volwassene', en: 'Adult' }, percent: 100 },
          { key: 'child', name: { nl: 'Kind', en: 'Child' }, percent: 50 },
        ],
      },
    });
    const date = daysAhead(2);
    const { slots } = (await api.get(slug, `/facilities/${facility}/slots?date=${date}`)).body;
    const cookie = await signIn(world().stack, { venues: { [slug]: 'desk' }, language: 'en' });
    const visit = { at: `/v/${slug}/today?date=${date}`, cookie, locale: 'en-GB' };
    await world().visit(visit, async ({ page, tolerate }) => {
      tolerate(/status of 409/);
      // Staff may press the button before the venue's language is loaded.
      const pressed = Promise.withResolvers<void>();
      await page.route(new RegExp(`/venues/${slug}$`), async (route) => {
        await pressed.promise;
        await route.continue();
      });
      await page.locator(`[data-slot="${slots[0].id}"]`).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Fleur Kok');
      await dialog.getByLabel('Child').fill('2');
      await dialog.getByText('2 × Child').waitFor();
      await dialog.getByRole('button', { name: 'Book', exact: true }).click();
      pressed.resolve();
      await toast(page, 'Fleur Kok is booked.');
      const [{ id }] = (await api.admin('GET', `/venues/${slug}/bookings`)).body;
      const { locale, price_lines: lines } = (await api.admin('GET', `/venues/${slug}/bookings/${id}`)).body;
      assert.equal(locale, 'nl');
      assert.equal(lines[1].text, 'Kind');
      await page.goto(`${api.url}/admin${at(`/bookings/${id}`).replace(venue.slug, slug)}`);
      await page.getByText('2 × Child: €20.00').waitFor();
      assert.equal(await page.getByText('Kind').count(), 0);
    });
  });

  it('links to the booking day, also for a booking after midnight', async () => {
    const { api } = world().stack;
    const night = await api.newVenue({ day_start: '06:00' });
    const hours = { duration_minutes: 60, opens_at: '22:00', closes_at: '02:00' };
    const facility = await api.newFacility(night, { name: 'Nachtbad', ...hours });
    const day = daysAhead(2);
    const calendar = await api.admin('GET', `/venues/${night}/calendar?from=${day}&facility_id=${facility}`);
    const slot_id = calendar.body.days[0].facilities[0].slots.at(-1).id;
    const { body } = await api.admin('POST', `/venues/${night}/bookings`, {
      slot_id,
      customer_name: 'Anna Nacht',
      people: 1,
    });
    assert.equal(body.starts_at, `${daysAhead(3)}T01:00`);
    const cookie = await signIn(world().stack, { venues: { [night]: 'desk' } });
    await world().visit({ at: `/v/${night}/bookings/${body.id}`, cookie }, async ({ page }) => {
      await choose(page.locator('main'), 'Tonen in dagweergave');
      await page.locator(`[data-slot="${slot_id}"]`).getByText('Anna Nacht').waitFor();
      assert.equal(new URL(page.url()).search, `?date=${day}`);
      await page.goBack();
      await heading(page, 'Anna Nacht');
    });
  });

  it('refunds by the rules of the booking unless the owner chooses otherwise', async () => {
    const { api } = world().stack;
    await api.admin('PATCH', `/venues/${venue.slug}`, { refund_tiers: [{ until_hours: 1, percent: 30 }] });
    const { id, payUrl } = await venue.book();
    await payThrough(payUrl);
    await venue.becomes(id, 'confirmed');
    await world().visit({ at: at(`/bookings/${id}`), cookie: owner }, async (person) => {
      const { page } = person;
      await choose(page.locator('main'), 'Boeking annuleren');
      const dialog = page.getByRole('dialog');
      const byRules = dialog.getByLabel('€ 7,50 terugbetalen, volgens de regels van deze boeking');
      assert.ok(await byRules.isChecked());
      await dialog.getByLabel('€ 25,00 terugbetalen', { exact: true }).waitFor();
      await assertGood(person, 'cancelling by the rules');
      await person.picture('admin-cancel-by-rules');
      await dialog.getByRole('button', { name: 'Boeking annuleren' }).click();
      await page.getByText('Geannuleerd; € 17,50 is niet terugbetaald.').waitFor();
      await page.getByText('terugbetaald: € 7,50').waitFor();
      await payments(page).getByText('€ 7,50 terugbetaald.').waitFor();
    });
    assert.equal((await venue.shown(id)).kept_eur, 17.5);
    await api.admin('PATCH', `/venues/${venue.slug}`, { refund_tiers: null });
  });

  it('downloads a guest’s data, then erases it', async () => {
    const email = `${randomUUID()}@example.com`;
    const { id } = await venue.book({ customer_name: 'Eva Mol', customer_email: email });
    await world().visit({ at: at(`/bookings/${id}`), cookie: owner }, async ({ page }) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Gastgegevens downloaden').click(),
      ]);
      assert.equal(JSON.parse(await readFile(await file.path(), 'utf8')).bookings[0].id, id);
      await button(page, 'Gastgegevens wissen').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Gastgegevens wissen' }).click();
      await toast(page, 'Gastgegevens gewist uit één boeking.');
      await heading(page, 'Gast gewist');
    });
  });

  it('counts attention entries in the navigation, gives advice, and resolves an entry', async () => {
    const { id } = await paid();
    await world().stack.database.query(
      `INSERT INTO payment.attention (venue_id, kind, subject, booking_id, detail)
       SELECT venue_id, 'chargeback', 'test', $1, 'the bank took back 25.00 EUR' FROM payment.payment WHERE booking_id = $1`,
      [id],
    );
    await world().stack.database.query(
      `INSERT INTO payment.refund (venue_id, id, attempt_id, amount_cents, reason, status, actor)
       SELECT a.venue_id, gen_random_uuid(), a.id, 2500, 'owner', 'failed', 'bank'
       FROM payment.attempt a JOIN payment.payment p ON p.id = a.payment_id WHERE p.booking_id = $1`,
      [id],
    );
    await world().stack.database.query(
      `INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
       SELECT venue_id, id, 'bank', action, '€25.00' FROM booking.booking, unnest(ARRAY['refunded', 'refund_failed']) action WHERE id = $1`,
      [id],
    );
    await world().visit(
      { at: at('/today'), cookie: owner, viewport: { width: 375, height: 740 } },
      async ({ page, picture }) => {
        // On a phone the item is out of view; the hint at the edge shows the badge.
        const alert = page.locator('header .more.alert');
        await alert.waitFor();
        await picture('admin-bar-alert');
        // The browser scrolls the focused item into view.
        await page.getByRole('link', { name: /^Aandacht nodig/ }).focus();
        await alert.waitFor({ state: 'detached' });
      },
    );
    await world().visit({ at: at('/attention'), cookie: owner }, async (person) => {
      const { page } = person;
      await heading(page, 'Een betaling is teruggeboekt, of een terugboeking is ongedaan gemaakt');
      await page.getByRole('link', { name: /Aandacht nodig.*\(1 open\)/ }).waitFor();
      await button(page, 'Markeren als afgehandeld').click();
      await heading(page, 'Niets heeft je aandacht nodig.');
      await page.getByText('(1 open)').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Afgehandeld' }).click();
      await page.getByText(/Afgehandeld door .+@example/).waitFor();
      await page.getByRole('link', { name: /^Boeking [\dA-Z]{4}-[\dA-Z]{4}$/ }).click();
      await heading(page, 'Anna Jansen');
      await page.getByText('€ 25,00 teruggeboekt door de bank van de betaler.').waitFor();
      await page.locator('.badge').getByText('Terugboeking ongedaan gemaakt').waitFor();
      const history = page.getByRole('region', { name: 'Geschiedenis' });
      for (const action of ['Teruggeboekt', 'Terugboeking ongedaan gemaakt'])
        await history.getByText(action, { exact: true }).waitFor();
      await history.getByText('de bank van de betaler').first().waitFor();
      await assertGood(person, 'a reversed chargeback');
    });
  });

  it('shows reports by period and hour as charts, tables and CSV, with the previous period', async () => {
    await world().visit({ at: at('/figures'), cookie: owner }, async (person) => {
      const { page } = person;
      await button(page, 'Komende 30 dagen').click();
      await page.getByRole('button', { name: /^Geboekte omzet € [1-9]/ }).waitFor();
      await person.picture('admin-figures');
      await page.getByRole('button', { name: /^Personen/ }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Personen in de tijd').waitFor();
      await button(page, 'Week').click();
      await page.getByText('Tonen als tabel').click();
      const rows = page.getByRole('region', { name: 'Rapport per periode' }).getByRole('row');
      await eventually('there is a row for each week', async () => [6, 7].includes(await rows.count()));
      await rows.getByRole('columnheader', { name: 'Aanwezig' }).waitFor();
      await assertGood(person, 'report as a table');
      const [sheet] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Excel: Rapport exporteren').click(),
      ]);
      assert.equal(sheet.suggestedFilename(), `figures-periods-${venue.slug}.xlsx`);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Bezetting per uur exporteren (CSV)').click(),
      ]);
      assert.match(await readFile(await file.path(), 'utf8'), /^\ufeff.*weekday;hour;/);
      await button(page, 'Laatste 7 dagen').click();
      await page.getByText(/^€\s[1-9].* betaald, €.* terugbetaald$/).waitFor();
      const [payments] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Betalingen exporteren (CSV)').click(),
      ]);
      assert.equal(payments.suggestedFilename(), `figures-payments-${venue.slug}.csv`);
      assert.match(await readFile(await payments.path(), 'utf8'), /\d;payment;\d+;[\w-]{9};[\d,]+;/);
      await button(page, 'Week').click();
      await page.reload();
      await page.locator('button[aria-pressed="true"]', { hasText: 'Week' }).waitFor();
      await page.getByLabel('Van', { exact: true }).fill('2020-01-01');
      await button(page, 'Toon').click();
      await page.getByText('Kies hooguit 400 dagen').waitFor();
    });
    await world().visit({ at: at('/figures'), cookie: desk }, async (person) => {
      await heading(person.page, 'Alleen eigenaren van de locatie kunnen deze pagina openen.');
      assert.equal(await person.page.getByRole('link', { name: 'Rapporten' }).count(), 0);
    });
  });

  it('shows the statement of a month with its files, and the fees of all venues to the operator', async () => {
    const paying = await newPaidVenue(world().stack, {
      venue: { name: 'Badhuis Fee' },
      facility: { price_eur: 40 },
      fees: { platform_fee_percent: 5 },
    });
    const [first] = [await paying.bookAndPay(), await paying.bookAndPay()];
    await world().stack.api.admin('POST', `/venues/${paying.slug}/bookings/${first.id}/refunds`, {
      amount_eur: 20,
    });
    const cookie = await signIn(world().stack, { venues: { [paying.slug]: 'owner' } });
    await world().visit({ at: `/v/${paying.slug}/figures`, cookie }, async (person) => {
      const { page } = person;
      await page.getByRole('link', { name: 'Maandoverzichten openen' }).click();
      await heading(page, /^Maandoverzicht /);
      await page.getByText('Voorlopig', { exact: true }).waitFor();
      const online = page.getByRole('region', { name: 'Online betalingen' });
      await online.getByRole('row', { name: /^2 betalingen ontvangen € 160,00$/ }).waitFor();
      await online
        .getByRole('row', { name: /^1 terugbetaling −€ 20,00$|^1 terugbetaling € −20,00$/ })
        .waitFor();
      const fee = page.getByRole('region', { name: 'Vergoeding voor het platform' });
      await fee.getByRole('row', { name: /^Netto € 133,00$/ }).waitFor();
      await assertGood(person, 'a statement');
      await person.picture('admin-statement');
      for (const [name, extension] of [
        ['PDF downloaden', 'pdf'],
        ['Regels exporteren (CSV)', 'csv'],
        ['Excel: Regels exporteren', 'xlsx'],
      ] as const) {
        const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
        assert.match(
          file.suggestedFilename(),
          new RegExp(`^statement-\\d{4}-\\d\\d-${paying.slug}\\.${extension}$`),
        );
        if (extension === 'pdf') assert.match(await readFile(await file.path(), 'latin1'), /^%PDF/);
      }
      await button(page, 'Vorige maand').click();
      await page.getByText('Geen online betalingen in deze maand.').waitFor();
      await page.getByText('Definitief', { exact: true }).waitFor();
    });
    const operator = await signInAsOperator(world().stack);
    await world().visit({ at: '/operator/fees', cookie: operator }, async (person) => {
      const { page } = person;
      await page.getByLabel('Zoeken op locatie').fill('badhuis fee');
      const row = page.getByRole('row', { name: /^Badhuis Fee Testmodus/ }).first();
      await row.getByText('€ 8,00', { exact: true }).waitFor();
      await row.getByText('€ 1,00', { exact: true }).waitFor();
      await assertGood(person, 'the fees');
      await person.picture('admin-fees');
      await page.getByLabel('Zoeken op locatie').fill('no such venue');
      await page.getByText('Geen locatie gevonden.').waitFor();
      await page.getByLabel('Van', { exact: true }).selectOption({ index: 0 });
      await page.getByLabel('Tot en met').selectOption({ index: 3 });
      await page.getByText('Kies hoogstens 13 maanden').waitFor();
    });
    const total = { payments: 1, payments_eur: 100, refunds: 0, refunds_eur: 0, refunds_failed_eur: 0 };
    const back = { chargebacks: 0, chargebacks_eur: 0, chargebacks_returned_eur: 0, net_eur: 98.76 };
    const fees = {
      fee_charged_eur: 1.24,
      fee_returned_eur: 0.1,
      fee_owed_eur: 0.01,
      fee_not_returned_eur: 0.02,
    };
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      ...{
        venue: `venue-${at}`,
        venue_name: `Badhuis ${at}`,
        month: '2026-11',
        mode: 'live',
        ...total,
        ...back,
        ...fees,
      },
    }));
    await world().visit({ at: '/operator', cookie: operator }, async (person) => {
      const { page } = person;
      await page.route('**/api/admin/fees/totals?*', (route) => {
        const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
        const next = from + 500 < many.length && `</api/admin/fees/totals?cursor=${from + 500}>; rel="next"`;
        return route.fulfill({ json: many.slice(from, from + 500), headers: next ? { Link: next } : {} });
      });
      await page.getByRole('link', { name: 'Vergoedingen', exact: true }).click();
      await page.getByText('100 van 10.000 rijen').waitFor();
      await page.getByText('€ 12.400,00', { exact: true }).waitFor();
      assert.equal(await page.locator('tbody tr').count(), 100);
      await button(page, 'Meer tonen').click();
      await page.getByText('200 van 10.000 rijen').waitFor();
      await page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'Badhuis 100');
      await page.unroute('**/api/admin/fees/totals?*');
      await page.route('**/api/admin/fees/totals?*', (route) => route.fulfill({ json: [] }));
      await page.getByLabel('Van', { exact: true }).selectOption({ index: 2 });
      await page.getByText('Geen online betalingen in deze maanden.').waitFor();
    });
  });
});
