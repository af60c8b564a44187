import assert from 'node:assert/strict';
import type { Calendar, CalendarBooking, CalendarSlot } from '@venue-booking/proto/booking/calendar';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { claimPort } from '../servers/claimPort.ts';
import { call, daysAhead, eventually } from '../stack/api.ts';
import { startAsServices } from '../stack/stack.ts';
import { startFront } from './front.ts';
import { signIn } from './signIn.ts';
import { assertGood, choose, inOneWorld, type Person, toggle } from './world.ts';

let front: Awaited<ReturnType<typeof startFront>>;
const world = inOneWorld(async () => {
  front = await startFront(await claimPort());
  const stack = await startAsServices({ replicas: { gateway: 2 }, env: { PUBLIC_URL: front.url } });
  front.use(stack.apis.map(({ url }) => url));
  return { ...stack, api: { ...stack.api, url: front.url } };
});
afterAll(() => front.stop());

describe('day view', () => {
  const day = daysAhead(3);
  let slug: string;
  let garden: number;
  let court: number;
  beforeAll(async () => {
    const { api } = world().stack;
    slug = await api.newVenue({ name: 'Saunatuin', check_in_from_hours: 8760 });
    const hours = { opens_at: '10:00', closes_at: '16:00' };
    garden = await api.newFacility(slug, { name: 'Tuin', ...hours });
    court = await api.newFacility(slug, { name: 'Baan 2', mode: 'FULL', capacity: 4, ...hours });
  });
  const admin = async (method: string, path: string, body?: unknown) => {
    const answer = await world().stack.api.admin(method, `/venues/${slug}${path}`, body);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const calendar = (date = day): Promise<Calendar> => admin('GET', `/calendar?from=${date}`);
  /** The id of a facility's slot by its start time. */
  const slotAt = async (facility: number, time: string, date = day): Promise<number> => {
    const { days } = await calendar(date);
    const slots = days[0]?.facilities.find(({ id }) => id === facility)?.slots ?? [];
    return slots.find(({ starts_at }) => starts_at.endsWith(time))?.id ?? assert.fail(time);
  };
  const book = async (slot: number, name: string, people = 1, more = {}): Promise<CalendarBooking> =>
    admin('POST', '/bookings', { slot_id: slot, customer_name: name, people, ...more });
  const today = (
    what: (person: Person) => Promise<void>,
    {
      role = 'owner',
      language = 'nl',
      query = `?date=${day}&view=lanes`,
      ...options
    }: { role?: 'owner' | 'desk'; language?: 'nl' | 'en'; query?: string } & Record<string, unknown> = {},
  ) =>
    signIn(world().stack, { venues: { [slug]: role }, language }).then((cookie) =>
      world().visit({ at: `/v/${slug}/today${query}`, cookie, ...options }, async (person) => {
        person.tolerate(/status of (401|403|409|422|503)/, /ERR_(INCOMPLETE|EMPTY|FAILED|CONNECTION)/);
        await what(person);
      }),
    );
  const slot = (page: Page, id: number) => page.locator(`[data-slot="${id}"]`);
  /** The text of a slot, including text for screen readers. */
  const told = async (page: Page, id: number) =>
    ((await slot(page, id).textContent()) ?? '').replace(/\s+/g, ' ').trim();
  const dialog = (page: Page) => page.getByRole('dialog');

  it('shows the amount that a guest still has to pay, in the panel and in print', async () => {
    const noon = await slotAt(garden, '12:00');
    const { id } = await book(noon, 'Anna Jansen', 2);
    await world().stack.database.query(
      `UPDATE booking.booking SET amount_cents = 5000, paid_cents = 2000, payment_id = gen_random_uuid(), payment_status = 'paid',
         platform_fee_cents = 0, hold_until = now(), grace_until = now() WHERE id = $1`,
      [id],
    );
    for (const viewport of [undefined, { width: 375, height: 800 }])
      await today(
        async (person) => {
          const { page } = person;
          await slot(page, noon).click();
          await dialog(page).getByText('Te betalen: € 30,00').waitFor();
          await assertGood(person, 'the amount due');
          await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
          await page.locator('.paper').getByText('Te betalen: € 30,00').waitFor({ state: 'attached' });
        },
        { ...(viewport && { viewport }) },
      );
    await admin('POST', `/bookings/${id}/cancel`, {});
  });

  it('shows each slot with its occupancy, guests and icons, in both languages, light and dark, and on a phone', async () => {
    const [early, full] = [await slotAt(garden, '10:00'), await slotAt(court, '10:00')];
    const anna = await book(early, 'Anna Jansen', 2);
    const piet = await book(early, 'Piet de Vries');
    await book(full, 'Zoë van Dijk', 3);
    await admin('POST', `/bookings/${anna.id}/check-in`);
    await world().stack.database.query(`UPDATE booking.booking SET status = 'no_show' WHERE id = $1`, [
      piet.id,
    ]);
    await admin('PATCH', `/slots/${await slotAt(garden, '15:00')}`, { blocked: true });
    await today(async (person) => {
      const { page } = person;
      await slot(page, early).waitFor();
      assert.equal(await told(page, early), '10:00 3/10, 1 ingecheckt, 1 no-show Anna Jansen, Piet de Vries');
      assert.equal(await told(page, full), '10:00 3 p. Privé: 3 personen Zoë van Dijk');
      assert.match(await told(page, await slotAt(garden, '15:00')), /Geblokkeerd/);
      await slot(page, early).hover();
      await page.getByText('3 van 10 plaatsen geboekt').waitFor();
      await assertGood(person, 'the day');
      await person.picture('admin-today');
      await slot(page, early).click();
      await dialog(page)
        .getByRole('button', { name: /^Meer: / })
        .or(dialog(page).getByText('No-show'))
        .first()
        .waitFor();
      await assertGood(person, 'a slot');
      await page.setViewportSize({ width: 360, height: 740 });
      await person.picture('admin-today-phone-slot');
      await page.keyboard.press('Escape');
      await person.picture('admin-today-phone');
    });
    await today(
      async (person) => {
        await person.page.getByRole('button', { name: 'Week' }).click();
        await person.page.getByRole('row', { name: /Tuin/ }).waitFor();
        await assertGood(person, 'the week');
        await person.picture('admin-today-week');
      },
      { language: 'en' },
    );
    await today(
      async (person) => {
        await person.page.getByText('No time slots on this day.').waitFor();
        await assertGood(person, 'an empty day');
      },
      { language: 'en', query: '?date=2019-12-01' },
    );
  });

  it('repeats a booking with a choice for each conflict, and changes and cancels the series', async () => {
    const weekOf = (week: number) => daysAhead(3 + 7 * week);
    await admin('PATCH', `/facilities/${court}`, { price_eur: 5 });
    const noon = await slotAt(court, '12:00');
    await book(await slotAt(court, '12:00', weekOf(1)), 'Bo');
    await book(await slotAt(court, '12:00', weekOf(2)), 'Bo');
    for (const viewport of [
      { width: 1280, height: 860 },
      { width: 375, height: 740 },
    ])
      await today(
        async (person) => {
          const { page } = person;
          await slot(page, noon).click();
          await dialog(page).getByLabel('Naam').fill('Badmintonclub');
          await dialog(page).getByRole('button', { name: 'Herhalen…' }).click();
          const repeating = page.getByRole('dialog', { name: 'Deze boeking herhalen' });
          await repeating.getByLabel('Datums').first().fill('5');
          await repeating.getByText('2 datums kunnen niet').waitFor();
          await repeating
            .getByRole('combobox', { name: /^Keuze/ })
            .first()
            .selectOption({ index: 1 });
          await assertGood(person, 'repeating a booking');
          await person.picture(`admin-series-repeat-${viewport.width}`);
        },
        { viewport },
      );
    await today(async (person) => {
      const { page } = person;
      await slot(page, noon).click();
      await dialog(page).getByLabel('Naam').fill('Badmintonclub');
      await dialog(page).getByRole('button', { name: 'Herhalen…' }).click();
      const repeating = page.getByRole('dialog', { name: 'Deze boeking herhalen' });
      await repeating.getByLabel('Datums').first().fill('5');
      await repeating
        .getByRole('combobox', { name: /^Keuze/ })
        .first()
        .selectOption({ index: 1 });
      await repeating.getByRole('button', { name: 'Boek 4 datums' }).click();
      await page.getByText('Badmintonclub: 4 datums geboekt.').waitFor();
      await page.goto(new URL(`/admin/v/${slug}/bookings?q=Badmintonclub`, page.url()).href);
      const more = page.getByRole('button', { name: 'Nog 3 datums' });
      await more.waitFor();
      await assertGood(person, 'a series in the list');
      await person.picture('admin-series-list');
      await more.click();
      await page.getByRole('link', { name: 'Badmintonclub' }).nth(3).waitFor();
      await page.getByRole('row').filter({ hasText: 'Datum 2 van 4' }).getByRole('link').click();
      const card = page.getByRole('region', { name: 'Reeks' });
      await card.getByText('Datum 2 van 4').waitFor();
      const [first] = await admin('GET', '/bookings?q=Badmintonclub');
      await admin('POST', `/bookings/${first.id}/payments`, { amount_eur: first.open_eur, method: 'cash' });
      await card.getByText('Toon alle datums').click();
      await card.getByRole('listitem').nth(3).waitFor();
      // Each date has its own money, not that of the open booking.
      await card.getByRole('listitem').first().getByText('Betaald').waitFor();
      assert.equal(await card.getByRole('listitem').filter({ hasText: 'Te betalen' }).count(), 3);
      await assertGood(person, 'a booking of a series');
      await person.picture('admin-series-card');
      await card.getByRole('button', { name: 'Datums wijzigen…' }).click();
      const change = dialog(page).getByRole('button', { name: 'Wijzig datums' });
      assert.equal(await change.getAttribute('aria-disabled'), 'true', 'nothing is changed yet');
      await admin('PATCH', `/facilities/${court}`, { price_eur: 8 });
      await dialog(page).getByLabel('Tijd').fill('14:00');
      await dialog(page).getByLabel('Elke datum krijgt de huidige prijs').check();
      await assertGood(person, 'changing a series');
      await change.click();
      await page.getByText('Reeks gewijzigd.').waitFor();
      await card.getByRole('listitem').filter({ hasText: '14:00' }).nth(2).waitFor();
      await card.getByRole('listitem').filter({ hasText: 'Te betalen: € 8,00' }).nth(2).waitFor();
      await card.getByRole('button', { name: 'Datums annuleren…' }).click();
      await dialog(page).getByText('Deze datum en alle latere').click();
      await person.picture('admin-series-cancel');
      await dialog(page).getByRole('button', { name: 'Annuleer datums' }).click();
      await page.getByText('Datums geannuleerd.').waitFor();
      await card.getByRole('listitem').filter({ hasText: 'Geannuleerd' }).nth(2).waitFor();
      // Other tests need its slot.
      await admin('POST', `/bookings/${first.id}/cancel`);
    });
    await admin('PATCH', `/facilities/${court}`, { price_eur: 0 });
  });

  it('books in three clicks, checks in, undoes it and cancels', async () => {
    const free = await slotAt(court, '11:00');
    await today(async (person) => {
      const { page } = person;
      await slot(page, free).click();
      const name = dialog(page).getByLabel('Naam');
      await page.waitForTimeout(50);
      await name.fill('Karel Appel');
      await dialog(page).getByRole('button', { name: 'Boeken', exact: true }).click();
      // The caller wants to know both.
      await page.getByText(/^Karel Appel is geboekt\. Boekingsnummer \w{4}-\w{4}, gratis\.$/).waitFor();
      await slot(page, free).getByText('Karel Appel').waitFor();
      // A private slot shows its party, not its places, which are all taken.
      await slot(page, free)
        .getByText(/^\d p\.$/)
        .waitFor();
      await person.picture('admin-today-private');
      await slot(page, free).click();
      await dialog(page).getByRole('button', { name: 'Inchecken', exact: true }).click();
      await dialog(page).getByText('Ingecheckt', { exact: true }).waitFor();
      await dialog(page).getByRole('button', { name: 'Inchecken ongedaan maken' }).click();
      await choose(dialog(page), 'Personen wijzigen…');
      const people = dialog(page).getByLabel('Personen');
      await people.fill('5');
      await page.keyboard.press('Enter');
      await dialog(page).getByRole('alert').waitFor();
      await assertGood(person, 'how many people');
      const noPrice = dialog(page).getByText('De prijs kan nu niet worden geladen');
      assert.equal(await noPrice.count(), 0, 'the party size is invalid');
      await people.fill('3');
      await page.keyboard.press('Enter');
      await page.getByText('De boeking van Karel Appel is nu voor 3 personen.').waitFor();
      await slot(page, free).click();
      await choose(dialog(page), 'Boeking annuleren');
      await dialog(page).getByRole('button', { name: 'Boeking annuleren' }).click();
      await page.getByText('De boeking van Karel Appel is geannuleerd.').waitFor();
      await eventually('the slot is free again', async () => (await told(page, free)).endsWith('11:00 0/4'));
    });
  });

  it('takes few steps for each task of a receptionist’s day', async () => {
    await admin('PUT', '/fields', {
      fields: [{ key: 'tel', label: 'Telefoon', type: 'tel', required: true }],
    });
    const always = { opens_at: '06:00', closes_at: '06:00', duration_minutes: 60, price_eur: 10 };
    const pool = await world().stack.api.newFacility(slug, { name: 'Bad', capacity: 20, ...always });
    const { days } = await admin('GET', '/calendar');
    const all: CalendarSlot[] =
      days[0]?.facilities.find(({ id }: { id: number }) => id === pool)?.slots ?? [];
    const isOver = ({ starts_at_utc }: CalendarSlot) => Date.parse(starts_at_utc) + 3600_000 < Date.now();
    const running = all.find((it) => !isOver(it)) ?? assert.fail('no slot');
    const called = { extra: { tel: '06 1234 5678' }, customer_email: 'sanne@example.com' };
    await book(running.id, 'Sanne Vast', 2, called);
    await book(running.id, 'Groep Groot', 8);
    await today(
      async (person) => {
        const { page } = person;
        /** Clicks, keys, and fields that were filled in. */
        let steps = 0;
        const key = (name: string) => {
          steps++;
          return page.keyboard.press(name);
        };
        const click = (what: Locator) => {
          steps++;
          return what.click();
        };
        const fill = (label: string, text: string) => {
          steps++;
          return dialog(page).getByLabel(label).fill(text);
        };
        const tookAtMost = (task: string, most: number) => {
          assert.ok(steps <= most, `${task}: ${steps} steps`);
          steps = 0;
        };
        const times = (facility: string) =>
          dialog(page).getByRole('region', { name: facility }).getByRole('button');
        const next = page.getByRole('region', { name: 'Volgende gasten' });
        const row = (name: string) => next.getByRole('listitem').filter({ hasText: name });

        // Eight steps before: go to Today, day, slot, name, people, questions, phone, book.
        await page.getByRole('link', { name: 'Boekingen', exact: true }).click();
        await page.getByRole('heading', { level: 1, name: 'Boekingen' }).waitFor();
        await key('n');
        await times('Bad').first().waitFor();
        await assertGood(person, 'a new booking', [360]);
        await fill('Personen', '4');
        await click(dialog(page).getByRole('button', { name: 'Volgende' }));
        await click(times('Tuin').first());
        await fill('Telefoon', '0612345678');
        await click(dialog(page).getByRole('button', { name: /Sanne Vast/ }));
        assert.equal(await dialog(page).getByLabel('E-mail').inputValue(), 'sanne@example.com');
        await assertGood(person, 'a known guest', [1280]);
        await key('Enter');
        await page.getByText(/^Sanne Vast is geboekt/).waitFor();
        tookAtMost('a phone booking', 7);

        // Six steps before: slot, name, book, slot, check in, close.
        await key('n');
        await times('Bad').first().waitFor();
        await click(times('Bad').first());
        await fill('Naam', 'Wim Wandelaar');
        await click(dialog(page).getByRole('button', { name: 'Boeken en inchecken' }));
        await dialog(page).waitFor({ state: 'detached' });
        tookAtMost('a walk-in', 4);

        await page.getByRole('link', { name: 'Vandaag', exact: true }).click();
        // Three steps before: slot, check in, close.
        await click(row('Sanne Vast').getByRole('button', { name: /^Inchecken/ }));
        await row('Sanne Vast').getByText('Ingecheckt').waitFor();
        tookAtMost('an arrival', 1);
        // Five steps before: slot, paid here, cash, record, close.
        await click(row('Sanne Vast').getByRole('button', { name: /^Hier betaald/ }));
        await click(dialog(page).getByRole('button', { name: 'Contant' }));
        await click(dialog(page).getByRole('button', { name: 'Betaling vastleggen' }));
        await dialog(page).waitFor({ state: 'detached' });
        await row('Sanne Vast').waitFor({ state: 'detached' });
        tookAtMost('cash', 3);
        // Six steps before: slot, check in, menu, open booking, number, save.
        await click(row('Groep Groot').getByRole('button', { name: /^Meer/ }));
        await click(page.getByRole('menuitem', { name: 'Deel van de groep…' }));
        await fill('Aanwezige personen', '5');
        await key('Enter');
        await dialog(page).waitFor({ state: 'detached' });
        await row('Groep Groot').getByText('5 van 8 zijn er').waitFor();
        tookAtMost('a group that comes in parts', 4);
        await assertGood(person, 'the next arrivals', [360]);

        // Any view has the search: before, a click to Bookings and a search there, then the booking.
        await key('/');
        const search = dialog(page).getByRole('searchbox');
        await search.fill('wandelaar');
        await dialog(page).getByRole('link', { name: 'Wim Wandelaar' }).waitFor();
        await assertGood(person, 'search', [1280]);
        await key('Enter');
        await page.getByRole('heading', { level: 1, name: 'Wim Wandelaar' }).waitFor();
        tookAtMost('finding a guest', 2);
      },
      { query: '', role: 'desk' },
    );
    await admin('PUT', '/fields', { fields: [] });
    await admin('PATCH', `/facilities/${pool}`, { active: false, force: true });
  });

  it('checks in once on a double click, announces it, and keeps the focus at the guest', async () => {
    const shared = await slotAt(garden, '12:00');
    const [first, second] = [await book(shared, 'Anna Eerst'), await book(shared, 'Bram Tweede')];
    const guest = (page: Page, name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
    await today(async ({ page }) => {
      await slot(page, shared).click();
      const button = guest(page, 'Anna').getByRole('button', { name: 'Inchecken', exact: true });
      const { x, y } = (await button.boundingBox()) ?? assert.fail('no button');
      await page.mouse.click(x + 5, y + 5);
      await guest(page, 'Anna').getByRole('button', { name: 'Inchecken ongedaan maken' }).waitFor();
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      await dialog(page)
        .getByRole('status')
        .getByText('Anna Eerst: Ingecheckt')
        .waitFor({ state: 'attached' });
      await guest(page, 'Bram').getByRole('button', { name: 'Inchecken', exact: true }).press('Enter');
      const undo = guest(page, 'Bram').getByRole('button', { name: 'Inchecken ongedaan maken' });
      await eventually('the guest has the focus', () => undo.evaluate((it) => it === document.activeElement));
      for (const { id } of [first, second]) {
        const { status } = await admin('GET', `/bookings/${id}`);
        assert.equal(status, 'checked_in');
      }
    });
    await today(
      async ({ page }) => {
        await page.goto(page.url().replace(/today.*/, `bookings/${first.id}`));
        const undo = page.getByRole('button', { name: 'Inchecken ongedaan maken' });
        const { x, y } = (await undo.boundingBox()) ?? assert.fail('no button');
        await page.mouse.click(x + 5, y + 5);
        await page.getByRole('button', { name: 'Inchecken', exact: true }).waitFor();
        await page.mouse.down({ clickCount: 2 });
        await page.mouse.up({ clickCount: 2 });
        await eventually(
          'the check-in is undone',
          async () => (await admin('GET', `/bookings/${first.id}`)).status === 'confirmed',
        );
        await page.getByRole('button', { name: 'Inchecken', exact: true }).waitFor();
      },
      { role: 'desk' },
    );
  });

  it('shows at the guest why a check-in failed, and leads to the form below many guests', async () => {
    const date = daysAhead(13);
    const shared = await slotAt(garden, '13:00', date);
    for (const name of ['Anna Vroeg', 'Bram Vroeg', 'Cees Vroeg', 'Dora Vroeg', 'Els Vroeg'])
      await book(shared, name);
    await admin('PATCH', '', { check_in_from_hours: 1 });
    await today(
      async (person) => {
        const { page } = person;
        await slot(page, shared).click();
        const guest = dialog(page).getByRole('listitem').filter({ hasText: 'Dora' });
        const checkIn = guest.getByRole('button', { name: 'Inchecken', exact: true });
        await checkIn.press('Enter');
        await guest
          .getByRole('alert')
          .getByText(/kan vanaf \w+ \d+ \w+ \d{4}, 12:00\.$/)
          .waitFor();
        await eventually('the guest has the focus', () =>
          checkIn.evaluate((it) => it === document.activeElement),
        );
        await person.picture('admin-today-too-early');
        await dialog(page).getByRole('button', { name: 'Nieuwe boeking' }).press('Enter');
        await page.keyboard.type('Fred Laat');
        assert.equal(await dialog(page).getByLabel('Naam').inputValue(), 'Fred Laat');
        await assertGood(person, 'a slot with many guests');
      },
      { query: `?date=${date}` },
    );
    await admin('PATCH', '', { check_in_from_hours: 8760 });
  });

  it('moves a booking to another facility by dragging, after asking whether to notify the guest', async () => {
    const [from, to] = [await slotAt(garden, '11:00'), await slotAt(court, '12:00')];
    const { id } = await book(from, 'Dirk Drager', 2, { customer_email: 'dirk@example.com' });
    await today(async ({ page }) => {
      await slot(page, from).getByText('Dirk Drager').hover();
      await page.mouse.down();
      const box = (await slot(page, to).boundingBox()) ?? assert.fail('no box');
      await page.mouse.move(box.x + 20, box.y + 20, { steps: 5 });
      await page.locator('.dragged').waitFor();
      await page.locator(`[data-slot="${to}"].target`).waitFor();
      await page.mouse.up();
      await dialog(page).getByLabel('De gast een mail sturen').uncheck();
      await dialog(page).getByRole('button', { name: 'Verplaatsen' }).click();
      await slot(page, to).getByText('Dirk Drager').waitFor();
      await page.getByText(/Dirk Drager is verplaatst/).waitFor();
      await slot(page, from).getByText('Dirk Drager').waitFor({ state: 'detached' });
    });
    assert.equal((await admin('GET', `/bookings/${id}`)).slot_id, to);
  });

  it('offers no notification for a guest without an e-mail address, and says why', async () => {
    const at = await slotAt(garden, '12:00');
    const { id } = await book(at, 'Post Loos');
    await today(async ({ page }) => {
      for (const change of ['Verplaatsen…', 'Personen wijzigen…']) {
        await slot(page, at).click();
        await choose(page.locator(`[data-guest="${id}"]`), change);
        await dialog(page).getByText('De gast heeft geen e-mailadres').waitFor();
        assert.equal(await dialog(page).getByLabel('De gast een mail sturen').count(), 0);
        await page.keyboard.press('Escape');
      }
    });
  });

  it('drops a booking where the pointer is released between two frames', async () => {
    const [from, over, to] = [
      await slotAt(garden, '14:00'),
      await slotAt(garden, '13:00'),
      await slotAt(court, '13:00'),
    ];
    await book(from, 'Snelle Sander');
    await today(async ({ page }) => {
      await slot(page, from).getByText('Snelle Sander').waitFor();
      await page.evaluate(
        (slots) => {
          const [start, ...way] = slots.map((id) => {
            const { left, top } =
              document.querySelector(`[data-slot="${id}"]`)?.getBoundingClientRect() ?? {};
            return { clientX: (left ?? 0) + 15, clientY: (top ?? 0) + 15, bubbles: true };
          });
          const guest = document.querySelector(`[data-slot="${slots[0]}"] [data-booking]`);
          guest?.dispatchEvent(new PointerEvent('pointerdown', start));
          for (const at of way) dispatchEvent(new PointerEvent('pointermove', at));
          dispatchEvent(new PointerEvent('pointerup', way.at(-1)));
        },
        [from, over, to],
      );
      await dialog(page).locator(`option[value="${to}"]:checked`).waitFor({ state: 'attached' });
    });
  });

  it('scrolls by touch, also from a guest, and moves a booking by the panel that a tap opens', async () => {
    const later = daysAhead(5);
    const [from, to] = [await slotAt(garden, '10:00', later), await slotAt(court, '15:00', later)];
    const { id } = await book(from, 'Vera Vinger');
    const tablet = { query: `?date=${later}`, viewport: { width: 820, height: 500 }, hasTouch: true };
    await today(async ({ page, context }) => {
      const guest = slot(page, from).getByText('Vera Vinger');
      const lanes = page.locator('.lanes');
      // Wide enough to scroll on any screen.
      await lanes.evaluate((element) => element.style.setProperty('--least', '0.4rem'));
      await lanes.evaluate((element) => element.scrollTo(0, 0));
      await guest.scrollIntoViewIfNeeded();
      const { x, y } = (await guest.boundingBox()) ?? assert.fail('no box');
      const scrolled = () => lanes.evaluate((element) => element.scrollLeft);
      const devtools = await context.newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved = 0) =>
        devtools.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: x + 10 - moved, y: y + 5 }],
        });
      await touch('touchStart');
      for (let moved = 20; moved <= 120; moved += 20) await touch('touchMove', moved);
      await touch('touchEnd');
      await eventually('the touch has scrolled', async () => (await scrolled()) > 0);
      assert.equal(await dialog(page).count(), 0, 'it opened nothing');
      // A tap during momentum scrolling only stops the scrolling, so retry.
      await eventually('a tap opens it', async () => {
        if ((await dialog(page).count()) === 0)
          await slot(page, from)
            .tap({ timeout: 2000 })
            .catch(() => {});
        return (await dialog(page).count()) > 0;
      });
      await dialog(page)
        .getByRole('button', { name: /^Meer: / })
        .tap();
      await page.getByRole('menuitem', { name: 'Verplaatsen…' }).tap();
      await dialog(page).getByLabel('Nieuwe tijd').selectOption(String(to));
      await dialog(page).getByRole('button', { name: 'Verplaatsen' }).tap();
      await slot(page, to).getByText('Vera Vinger').waitFor();
      await page.getByText(/Vera Vinger is verplaatst/).waitFor();
    }, tablet);
    assert.equal((await admin('GET', `/bookings/${id}`)).slot_id, to);
  });

  it('works by keyboard only: arrow keys, Enter, a booking, and a move to another day', async () => {
    const [first, there] = [await slotAt(court, '13:00'), await slotAt(garden, '12:00', daysAhead(4))];
    await today(async ({ page }) => {
      const { keyboard } = page;
      await page.locator('.slot[tabindex="0"]').focus();
      await keyboard.press('End');
      await keyboard.press('ArrowUp');
      await keyboard.press('Home');
      for (let times = 0; times < 3; times++) await keyboard.press('ArrowRight');
      assert.equal(await page.locator('.slot:focus').getAttribute('data-slot'), String(first));
      assert.equal(await page.locator('.slot[tabindex="0"]').count(), 1);
      await keyboard.press('Enter');
      await dialog(page).getByLabel('Naam').waitFor();
      await eventually('the name has the focus', () =>
        page.evaluate(() => document.activeElement?.getAttribute('autocomplete') === 'off'),
      );
      await keyboard.type('Toos Toets');
      await keyboard.press('Enter');
      await slot(page, first).getByText('Toos Toets').waitFor();
      await dialog(page).waitFor({ state: 'detached' });
      await eventually(
        'the focus is back at the slot',
        async () => (await page.locator('.slot:focus').count()) === 1,
      );
      await keyboard.press('Enter');
      await choose(dialog(page), 'Verplaatsen…');
      await dialog(page).getByLabel('Datum').fill(daysAhead(4));
      await dialog(page)
        .getByLabel('Nieuwe tijd')
        .locator(`option[value="${there}"]`)
        .waitFor({ state: 'attached' });
      await dialog(page).getByLabel('Nieuwe tijd').selectOption(String(there));
      await dialog(page).getByRole('button', { name: 'Verplaatsen' }).focus();
      await keyboard.press('Enter');
      await page.getByText(/Toos Toets is verplaatst/).waitFor();
      await slot(page, first).getByText('Toos Toets').waitFor({ state: 'detached' });
    });
    const { bookings } = await calendar(daysAhead(4));
    assert.deepEqual(
      bookings.map(({ customer_name, slot_id }) => [customer_name, slot_id]),
      [['Toos Toets', there]],
    );
  });

  it('starts the week with today on a phone', async () => {
    await today(
      async ({ page }) => {
        const day = page.locator('.week th.today');
        await day.waitFor();
        const isShown = () =>
          day.evaluate((it) => {
            const { left, right } = it.getBoundingClientRect();
            return left >= 0 && right <= innerWidth;
          });
        await eventually('today is in view', isShown);
      },
      { query: '?view=week', viewport: { width: 360, height: 740 } },
    );
  });

  it('shows nothing below the sticky button of a dialog', async () => {
    await today(
      async ({ page }) => {
        await page.getByRole('button', { name: 'Blokkeren…' }).click();
        const bar = dialog(page).locator('.reach');
        await bar.waitFor();
        const below = await bar.evaluate(
          (it) =>
            (it.closest('.dialog')?.getBoundingClientRect().bottom ?? 0) - it.getBoundingClientRect().bottom,
        );
        assert.ok(below <= 2, `${below} px of the dialog are visible below it`);
      },
      { viewport: { width: 375, height: 500 } },
    );
  });

  it('leaves room for the days of a week on a phone, beside the longest names', async () => {
    const { stack } = world();
    const venue = await stack.api.newVenue();
    const name = 'Donaudampfschifffahrtsgesellschaftskapitänskajütensauna';
    await stack.api.newFacility(venue, { name });
    const cookie = await signIn(stack, { venues: { [venue]: 'owner' } });
    const viewport = { width: 375, height: 667 };
    await world().visit({ at: `/v/${venue}/today?view=week`, cookie, viewport }, async ({ page }) => {
      const names = page.getByRole('rowheader', { name });
      await names.waitFor();
      const edge = await names.evaluate((it) => it.getBoundingClientRect().right);
      assert.ok(edge < viewport.width / 2, `names end at ${edge} px`);
    });
  });

  it('hides past slots without bookings on a phone, for the keyboard as well', async () => {
    const past = daysAhead(-2);
    const [booked, free] = [await slotAt(garden, '11:00', past), await slotAt(garden, '12:00', past)];
    await book(booked, 'Gerda Geweest');
    await today(
      async ({ page }) => {
        await slot(page, booked).waitFor();
        assert.equal(await slot(page, free).isVisible(), false);
        assert.equal(await slot(page, booked).getAttribute('tabindex'), '0');
        await page.setViewportSize({ width: 1280, height: 800 });
        assert.equal(await slot(page, free).isVisible(), true);
      },
      { query: `?date=${past}&view=lanes`, viewport: { width: 360, height: 740 } },
    );
  });

  it('blocks slots with bookings only after confirmation, which the desk role can’t give', async () => {
    const { reference } = await book(await slotAt(garden, '10:00', daysAhead(6)), 'Bea Bezet');
    await today(
      async (person) => {
        const { page } = person;
        await page.getByRole('button', { name: 'Blokkeren…' }).click();
        await dialog(page).getByLabel('Baan 2').uncheck();
        await dialog(page).getByLabel('Tot (tijd)').fill('12:00');
        await dialog(page).getByLabel('Reden').fill('Schoonmaak');
        await assertGood(person, 'blocking');
        const desk = page.viewportSize();
        await page.setViewportSize({ width: 375, height: 560 });
        await dialog(page).getByRole('button', { name: 'Blokkeren', exact: true }).press('Enter');
        const alert = dialog(page).getByRole('alert');
        await alert.getByText(`${reference} · `).waitFor();
        await eventually('on a phone the bookings are in view before the confirmation', () =>
          alert.evaluate((it) => {
            const { x, y, width, height } = it.getBoundingClientRect();
            return it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
          }),
        );
        const anyway = dialog(page).getByRole('button', { name: 'Toch blokkeren' });
        assert.ok(await anyway.evaluate((it) => it === document.activeElement), 'the focus stays');
        if (desk) await page.setViewportSize(desk);
        await assertGood(person, 'blocking over bookings');
        // A changed selection needs a new confirmation, also when it changes during the request.
        const [asked, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        await page.route(
          '**/blocks',
          async (route) => {
            asked.resolve();
            await changed.promise;
            await route.fallback();
          },
          { times: 1 },
        );
        await dialog(page).getByLabel('Tot (tijd)').fill('13:00');
        await dialog(page).getByRole('button', { name: 'Blokkeren', exact: true }).click();
        await asked.promise;
        await dialog(page).getByLabel('Tot (tijd)').fill('12:00');
        const answered = page.waitForResponse('**/blocks');
        changed.resolve();
        await answered;
        await dialog(page).locator('.reach button:not([aria-disabled=true])').waitFor();
        assert.equal(await anyway.count(), 0);
        await dialog(page).getByRole('button', { name: 'Blokkeren', exact: true }).click();
        await anyway.waitFor();
        await dialog(page).getByLabel('Tot (tijd)').fill('11:00');
        await anyway.waitFor({ state: 'detached' });
        await dialog(page).getByLabel('Tot (tijd)').fill('12:00');
        await dialog(page).getByRole('button', { name: 'Blokkeren', exact: true }).click();
        assert.equal(await dialog(page).getByLabel('Tot (tijd)').inputValue(), '12:00');
        await anyway.click();
        await page.getByText('2 tijdsloten gewijzigd.').waitFor();
        await eventually(
          'they are shown as blocked',
          async () => (await page.locator('.slot.blocked').count()) === 2,
        );
        await page.locator('.slot.blocked').nth(1).click();
        await dialog(page).getByText('Reden: Schoonmaak').waitFor();
        await dialog(page).getByRole('button', { name: 'Dit tijdslot deblokkeren' }).click();
        await eventually(
          'one slot is unblocked',
          async () => (await page.locator('.slot.blocked').count()) === 1,
        );
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Blokkeren…' }).click();
        await dialog(page).getByLabel('De hele locatie').check();
        await assertGood(person, 'blocked times');
        const lift = dialog(page).getByRole('button', { name: /^Blokkade van .* opheffen/ });
        const listed = await lift.count();
        await lift.last().click();
        await page.getByText('De blokkade is opgeheven.').waitFor();
        await eventually('the block is gone', async () => (await lift.count()) === listed - 1);
        await page.keyboard.press('Escape');
        await eventually('its slot is free', async () => (await page.locator('.slot.blocked').count()) === 0);
      },
      { query: `?date=${daysAhead(6)}` },
    );
    await today(
      async ({ page }) => {
        await page.getByRole('button', { name: 'Afdrukken' }).waitFor();
        assert.equal(await page.getByRole('button', { name: 'Blokkeren…' }).count(), 0);
      },
      { role: 'desk' },
    );
  });

  it('never offers the slots of one day under the date of another', async () => {
    const [from, other] = [await slotAt(garden, '15:00', daysAhead(12)), daysAhead(14)];
    await book(from, 'Otto Overmorgen');
    await today(
      async ({ page }) => {
        const times = dialog(page).getByLabel('Nieuwe tijd');
        const asked = Promise.withResolvers<void>();
        const answered = Promise.withResolvers<void>();
        await page.route(`**/calendar?from=${other}`, async (route) => {
          asked.resolve();
          await answered.promise;
          await route.continue();
        });
        await slot(page, from).click();
        await choose(dialog(page), 'Verplaatsen…');
        await times.selectOption({ index: 1 });
        await dialog(page).getByLabel('Datum').fill(other);
        await asked.promise;
        assert.equal(await times.count(), 0);
        assert.ok(await dialog(page).getByRole('button', { name: 'Verplaatsen' }).isDisabled());
        answered.resolve();
        await times.waitFor();
        assert.equal(await times.inputValue(), '');
      },
      { query: `?date=${daysAhead(12)}` },
    );
  });

  it('shows bookings made before its event stream opens, and while another day loads', async () => {
    const date = daysAhead(10);
    const [first, second] = [await slotAt(garden, '10:00', date), await slotAt(garden, '11:00', date)];
    const query = { query: `?date=${date}` };
    await today(async ({ page: other }) => {
      /** All open pages receive the event. */
      const bookAndTell = async (at: number, name: string) => {
        await book(at, name);
        await slot(other, at).getByText(name).waitFor();
      };
      await today(async ({ page }) => {
        const booked = Promise.withResolvers<void>();
        await page.route('**/live', async (route) => {
          await booked.promise;
          await route.continue();
        });
        await page.reload();
        await slot(page, first).waitFor();
        await bookAndTell(first, 'Vroeg Erbij');
        booked.resolve();
        await slot(page, first).getByText('Vroeg Erbij').waitFor();
        await page.unroute('**/live');

        const readBefore = async (route: Route) => {
          const response = await route.fetch();
          await bookAndTell(second, 'Net Erna');
          await route.fulfill({ response });
        };
        await page.getByRole('button', { name: 'Vorige' }).click();
        await slot(page, first).waitFor({ state: 'detached' });
        await page.route(`**/calendar?from=${date}`, readBefore, { times: 1 });
        await page.getByRole('button', { name: 'Volgende' }).click();
        await slot(page, second).getByText('Net Erna').waitFor();
      }, query);
    }, query);
  });

  it('keeps typed values after a failure, and restores a booking that could not be moved', async () => {
    const [from, to] = [await slotAt(garden, '13:00'), await slotAt(garden, '14:00')];
    await book(from, 'Vera Vast');
    await today(async ({ page }) => {
      await page.route('**/bookings**', (route) => route.abort());
      await slot(page, to).click();
      await dialog(page).getByLabel('Naam').fill('Niet Kwijt');
      await dialog(page).getByRole('button', { name: 'Boeken', exact: true }).click();
      await dialog(page).getByText('De server is niet bereikbaar', { exact: false }).waitFor();
      assert.equal(await dialog(page).getByLabel('Naam').inputValue(), 'Niet Kwijt');
      await page.keyboard.press('Escape');
      await slot(page, from).click();
      await choose(dialog(page), 'Verplaatsen…');
      await dialog(page).getByLabel('Nieuwe tijd').selectOption(String(to));
      await dialog(page).getByRole('button', { name: 'Verplaatsen' }).click();
      await page.getByText(/Vera Vast: De server is niet bereikbaar/).waitFor();
      await slot(page, from).getByText('Vera Vast').waitFor();
    });
  });

  it('prints the bookings by time', async () => {
    await today(async ({ page }) => {
      await page.locator('.slot').first().waitFor();
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await page.emulateMedia({ media: 'print' });
      await page.getByRole('heading', { name: /^Boekingen op / }).waitFor();
      assert.equal(await page.locator('.lanes').isVisible(), false);
      const cells = await page.locator('.paper tbody td:nth-child(4)').allTextContents();
      const names = cells.map((text) => text.trim());
      const { bookings } = await calendar();
      assert.deepEqual(
        names,
        bookings.map(({ customer_name }) => customer_name),
      );
      assert.deepEqual(
        await page.locator('.paper tbody td:last-child').allTextContents(),
        bookings.map(({ reference }) => reference),
      );
    });
  });

  it('prints the dates of a week with the times', async () => {
    await today(
      async ({ page }) => {
        await page.getByRole('row', { name: /Tuin/ }).waitFor();
        await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
        const times = await page.locator('.paper tbody td:nth-child(2)').allTextContents();
        const dates = times.map((text) => Number(/^\w{2} (\d+) \w{3}, \d\d:\d\d–/.exec(text.trim())?.[1]));
        const monday = Date.parse(day) - ((new Date(day).getUTCDay() + 6) % 7) * 24 * 3600_000;
        const week = { from: new Date(monday), to: new Date(monday + 6 * 24 * 3600_000) };
        const [from, to] = [week.from, week.to].map((at) => at.toISOString().slice(0, 10));
        const { bookings }: Calendar = await admin('GET', `/calendar?from=${from}&to=${to}`);
        assert.ok(bookings.length > 0);
        assert.deepEqual(
          dates,
          bookings.map(({ starts_at }) => Number(starts_at.slice(8, 10))),
        );
      },
      { query: `?date=${day}&view=week` },
    );
  });

  it('keeps typed values when the slot becomes full or disappears, and says so', async () => {
    const date = daysAhead(11);
    const lane = await admin('POST', '/facilities', {
      ...{ name: 'Baan 9', mode: 'FULL', capacity: 4, duration_minutes: 60 },
      ...{ opens_at: '10:00', closes_at: '16:00' },
    });
    const [full, gone] = [await slotAt(lane.id, '11:00', date), await slotAt(lane.id, '12:00', date)];
    await today(
      async (person) => {
        const { page } = person;
        const name = dialog(page).getByLabel('Naam');
        await slot(page, full).click();
        await name.fill('Net Te Laat');
        await book(full, 'Was Eerder');
        await dialog(page).getByRole('status').getByText('Volgeboekt.').waitFor({ state: 'attached' });
        assert.equal(await name.inputValue(), 'Net Te Laat');
        assert.ok(await name.evaluate((it) => it === document.activeElement));
        await assertGood(person, 'a slot that became full');
        await name.press('Enter');
        await dialog(page).getByRole('alert').getByText('Deze tijd is vol.').waitFor();
        assert.equal(await name.inputValue(), 'Net Te Laat');
        await page.keyboard.press('Escape');

        await slot(page, gone).click();
        await name.fill('Niet Kwijt');
        await admin('PATCH', `/facilities/${lane.id}`, { opens_at: '14:00', force: true });
        await slot(page, gone).waitFor({ state: 'detached' });
        assert.equal(await name.inputValue(), 'Niet Kwijt');
        await name.press('Enter');
        await dialog(page).getByRole('alert').waitFor();
        assert.equal(await name.inputValue(), 'Niet Kwijt');
      },
      { query: `?date=${date}`, role: 'desk' },
    );
    await admin('PATCH', `/facilities/${lane.id}`, { active: false, force: true });
  });

  it('renders only the lane that changed', async () => {
    const free = await slotAt(garden, '12:00');
    await today(async ({ page }) => {
      await slot(page, free).waitFor();
      await page.evaluate(() => {
        const drawn = new Set<string>();
        Object.assign(window, { drawn });
        new MutationObserver((all) => {
          for (const { target } of all) {
            const lane = (target instanceof Element ? target : target.parentElement)?.closest('.lane');
            if (lane) drawn.add(lane.querySelector('.name > span')?.textContent ?? '');
          }
        }).observe(document.querySelector('.lanes') ?? document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
      });
      await book(free, 'Lena Laan');
      await slot(page, free).getByText('Lena Laan').waitFor();
      const drawn = await page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn]);
      assert.deepEqual(drawn, ['Tuin']);
    });
  });

  it('syncs two desks at two gateways, and reconnects when both gateways restart', async () => {
    const { stack } = world();
    const date = daysAhead(8);
    const [first, second, third] = [
      await slotAt(garden, '10:00', date),
      await slotAt(court, '11:00', date),
      await slotAt(garden, '12:00', date),
    ];
    const at = (gateway: string) => ({ query: `?date=${date}`, extraHTTPHeaders: { 'X-Gateway': gateway } });
    const urls = stack.apis.map(({ url }) => url);
    await today(async ({ page: one }) => {
      await today(async ({ page: other }) => {
        for (const page of [one, other]) await page.getByText('Verbonden').waitFor();
        await Promise.all(
          [one, other].map((page) => page.evaluate(() => Object.assign(window, { kept: true }))),
        );
        await eventually('one stream at each gateway', () =>
          urls.every((url) => (front.streams.get(url) ?? 0) > 0),
        );

        await slot(one, first).click();
        await dialog(one).getByLabel('Naam').fill('Sam Samen');
        await dialog(one).getByRole('button', { name: 'Boeken', exact: true }).click();
        await slot(other, first).getByText('Sam Samen').waitFor();

        const { id } = (await calendar(date)).bookings[0] ?? assert.fail('no booking');
        await admin('PATCH', `/bookings/${id}`, { slot_id: second, notify: false });
        for (const page of [one, other]) {
          await slot(page, second).getByText('Sam Samen').waitFor();
          await slot(page, first).getByText('Sam Samen').waitFor({ state: 'detached' });
        }

        await slot(other, second).click();
        await dialog(other).getByRole('button', { name: 'Inchecken', exact: true }).click();
        await eventually('the other desk sees the check-in', async () =>
          (await told(one, second)).includes('1 ingecheckt'),
        );
        await other.keyboard.press('Escape');

        for (const gateway of stack.of('gateway')) {
          assert.equal(await gateway.stop(), 0);
          const name = `Na ${gateway.pid}`;
          // May reach the other gateway, or fail; the pages must catch up either way.
          if (gateway === stack.of('gateway')[0]) {
            await book(third, name).catch(() => undefined);
          }
          gateway.start();
          await stack.ready();
        }
        const late = await book(third, 'Laat Nog');
        for (const page of [one, other]) {
          await slot(page, third).getByText('Laat Nog').waitFor();
          assert.equal(await page.evaluate(() => 'kept' in window), true, 'without a reload');
        }
        await admin('POST', `/bookings/${late.id}/check-in`);
        for (const page of [one, other])
          await eventually('the new stream reports the check-in', async () =>
            (await told(page, third)).includes('1 ingecheckt'),
          );
      }, at('1'));
    }, at('0'));
  });

  it('shows a lost connection, and catches up after it', async () => {
    const free = await slotAt(court, '15:00');
    await today(async ({ page }) => {
      await page.getByText('Verbonden').waitFor();
      const { apis } = world().stack;
      front.use([]);
      front.cut();
      await page.getByText('Geen verbinding.', { exact: false }).waitFor();
      const path = `/venues/${slug}/bookings`;
      const made = await apis[0]?.admin('POST', path, { slot_id: free, customer_name: 'Ivo Intussen' });
      assert.equal(made?.status, 201);
      front.use(apis.map(({ url }) => url));
      await slot(page, free).getByText('Ivo Intussen').waitFor();
      await page.getByText('Verbonden').waitFor();
    });
  });

  it('books without an extra that is out of stock, and says why guests can’t', async () => {
    const robe = { key: 'robe', name: { nl: 'Badjas', en: 'Robe' }, eur: 7, per: 'person', required: true };
    const baths = await world().stack.api.newFacility(slug, {
      ...{ name: 'Baden', opens_at: '10:00', closes_at: '16:00' },
      pricing: {
        ...{ per: 'person', eur: 20, rules: [] },
        add_ons: [{ ...robe, stock: { per: 'slot', count: 2 } }],
      },
    });
    const free = await slotAt(baths, '10:00');
    for (const language of ['nl', 'en'] as const)
      await today(
        async (person) => {
          const { page } = person;
          const [left, gone, why] =
            language === 'nl'
              ? ['(nog 2)', '(op)', /verplichte extra/]
              : ['(2 left)', '(none left)', /required extra/];
          const name = page.getByLabel(language === 'nl' ? 'Naam' : 'Name');
          if (language === 'nl') {
            await slot(page, free).click();
            await dialog(page).getByText(left, { exact: true }).waitFor();
            await book(free, 'Anna Jansen', 2);
          } else await slot(page, free).click();
          await dialog(page).getByText(gone, { exact: true }).waitFor();
          await dialog(page).getByText(why).waitFor();
          await assertGood(person, 'a slot without robes in stock');
          await page.setViewportSize({ width: 390, height: 844 });
          await person.picture(`admin-today-gone-${language}`);
          await name.fill(`Bo ${language}`);
          await page
            .getByRole('button', { name: language === 'nl' ? 'Boeken' : 'Book', exact: true })
            .click();
          await dialog(page).getByRole('alert').waitFor();
          await dialog(page)
            .getByLabel(language === 'nl' ? /Badjas/ : /Robe/)
            .uncheck();
          await page
            .getByRole('button', { name: language === 'nl' ? 'Boeken' : 'Book', exact: true })
            .click();
          await page
            .getByText(new RegExp(`^Bo ${language} `))
            .first()
            .waitFor();
        },
        { language },
      );
  });

  it('books nothing unseen: required extras loaded after the button was pressed', async () => {
    const towel = {
      key: 'towel',
      name: { nl: 'Handdoek', en: 'Towel' },
      eur: 3,
      per: 'piece',
      required: true,
    };
    const pool = await world().stack.api.newFacility(slug, {
      ...{ name: 'Bad', opens_at: '10:00', closes_at: '16:00' },
      pricing: { per: 'person', eur: 20, rules: [], add_ons: [towel] },
    });
    const free = await slotAt(pool, '10:00');
    await today(async ({ page }) => {
      const pressed = Promise.withResolvers<void>();
      await page.route(`**/facilities/${pool}`, async (route) => {
        await pressed.promise;
        await route.continue();
      });
      const book = dialog(page).getByRole('button', { name: 'Boeken', exact: true });
      await slot(page, free).click();
      await dialog(page).getByLabel('Naam').fill('Snelle Sien');
      await book.click();
      pressed.resolve();
      await dialog(page).getByLabel('Handdoek').waitFor();
      await dialog(page).getByRole('alert').getByText('Controleer ze en boek daarna.').waitFor();
      await page.locator('button:not([aria-disabled=true])', { hasText: /^Boeken$/ }).click();
      await slot(page, free).getByText('Snelle Sien').waitFor();
      const { bookings } = await calendar();
      const made = bookings.filter(({ facility_id }) => facility_id === pool);
      assert.deepEqual(
        made.map(({ add_ons }) => add_ons?.map(({ key, count }) => [key, count])),
        [[['towel', 1]]],
      );
    });
  });

  it('warns before a move about guest categories and extras that the other facility does not offer', async () => {
    const named = (key: string, nl: string) => ({ key, name: { nl, en: key } });
    const spa = await world().stack.api.newFacility(slug, {
      ...{ name: 'Spa', opens_at: '10:00', closes_at: '16:00' },
      pricing: {
        ...{ per: 'person', eur: 20, rules: [] },
        categories: [
          { ...named('adult', 'Volwassene'), eur: 20 },
          { ...named('child', 'Kind'), eur: 5 },
        ],
        add_ons: [
          { ...named('towel', 'Handdoek'), eur: 3, per: 'piece' },
          { ...named('robe', 'Badjas'), eur: 7, per: 'person' },
        ],
      },
    });
    const [from, same, other] = [
      await slotAt(spa, '11:00'),
      await slotAt(spa, '12:00'),
      await slotAt(garden, '13:00'),
    ];
    const booking = { guests: { adult: 2, child: 1 }, add_ons: { towel: 2, robe: 1 }, people: undefined };
    await book(from, 'Mia Mee', 3, booking);
    await today(async (person) => {
      const { page } = person;
      await slot(page, from).getByText('Mia Mee').click();
      await choose(dialog(page), 'Verplaatsen…');
      const [kinds, extras] = ['Tuin heeft geen gastcategorieën: 3 personen.', /biedt niet aan: /].map(
        (text) => dialog(page).getByText(text),
      );
      await dialog(page).getByLabel('Nieuwe tijd').selectOption(String(same));
      await dialog(page).getByText('De prijs blijft').waitFor();
      assert.deepEqual([await kinds?.count(), await extras?.count()], [0, 0]);
      await dialog(page).getByLabel('Nieuwe tijd').selectOption(String(other));
      await kinds?.waitFor();
      assert.equal(await extras?.textContent(), 'Tuin biedt niet aan: 2 × Handdoek, 3 × Badjas.');
      await person.picture('move-elsewhere');

      // The response of a service of the previous release.
      await page.route(/\/quote$/, async (route) => {
        const answer = await route.fetch();
        const { guests: _, add_ons: __, ...json } = await answer.json();
        await route.fulfill({ response: answer, json });
      });
      await dialog(page).getByLabel('Nieuwe tijd').selectOption(String(same));
      await dialog(page).getByText('De prijs blijft').waitFor();
      assert.deepEqual(
        [await kinds?.count(), await extras?.count()],
        [0, 0],
        'the previous release does not list extras',
      );
    });
  });

  it('does not move a booking when that warning appears only after the button was pressed', async () => {
    const slippers = { key: 'slippers', name: { nl: 'Slippers', en: 'Slippers' }, eur: 0, per: 'piece' };
    const hall = await world().stack.api.newFacility(slug, {
      ...{ name: 'Hal', opens_at: '10:00', closes_at: '16:00' },
      pricing: { per: 'person', eur: 0, rules: [], add_ons: [slippers] },
    });
    const date = daysAhead(8);
    const [from, to] = [await slotAt(hall, '11:00', date), await slotAt(garden, '11:00', date)];
    await book(from, 'Haastige Hans', 1, { add_ons: { slippers: 1 } });
    await today(
      async ({ page }) => {
        const pressed = Promise.withResolvers<void>();
        await page.route(/\/quote$/, async (route) => {
          await pressed.promise;
          await route.continue();
        });
        await slot(page, from).getByText('Haastige Hans').click();
        await choose(dialog(page), 'Verplaatsen…');
        await dialog(page).getByLabel('Nieuwe tijd').selectOption(String(to));
        const move = dialog(page).getByRole('button', { name: 'Verplaatsen' });
        await move.click();
        pressed.resolve();
        await dialog(page).getByText('Tuin biedt niet aan: 1 × Slippers.').waitFor();
        await move.click();
        await slot(page, to).getByText('Haastige Hans').waitFor();
      },
      { query: `?date=${date}` },
    );
  });

  it('mails all guests of a day after showing who gets it, and keeps what was typed', async () => {
    const date = daysAhead(21);
    const eleven = await slotAt(garden, '11:00', date);
    for (const name of ['Ada', 'Bo'])
      await book(eleven, name, 1, { customer_email: `${name}@example.com`.toLowerCase() });
    await book(eleven, 'Zonder Adres');
    await today(
      async (person) => {
        const { page } = person;
        await page.getByRole('button', { name: 'Gasten mailen' }).click();
        await dialog(page).getByLabel('Onderwerp').fill('Dicht op {day}');
        const text = dialog(page).getByLabel('Bericht', { exact: true });
        await text.fill('De ketel is stuk: https://evil.example');
        await dialog(page).getByRole('button', { name: 'Voorbeeld bekijken' }).click();
        await dialog(page).getByText('evil.example').last().waitFor();
        await text.fill('De ketel is stuk. Sorry!');
        await dialog(page).getByRole('button', { name: 'Voorbeeld bekijken' }).click();
        await dialog(page).getByText('Het gaat naar 2 personen.').waitFor();
        await dialog(page).getByText('1 boeking heeft geen e-mailadres.').waitFor();
        await assertGood(person, 'message to guests');
        await person.picture('message-to-guests');
        const send = dialog(page).getByRole('button', { name: 'Verstuur aan 2 personen' });
        // A changed text needs another preview.
        await text.press('!');
        await send.waitFor({ state: 'detached' });
        await dialog(page).getByRole('button', { name: 'Voorbeeld bekijken' }).click();
        await send.click();
        await page.getByText('Het bericht gaat naar 2 personen.').waitFor();
        await dialog(page).waitFor({ state: 'detached' });
      },
      { query: `?date=${date}` },
    );
  });

  it('shows who waits for a slot, offers a place out of turn and removes a guest', async () => {
    const date = daysAhead(15);
    const { api, database } = world().stack;
    const hours = { opens_at: '10:00', closes_at: '11:00', capacity: 2 };
    const bath = await api.newFacility(slug, { name: 'Zoutbad', ...hours });
    await today(
      async (person) => {
        const { page } = person;
        await page.goto(new URL(`/admin/v/${slug}/facilities/${bath}`, page.url()).href);
        await toggle(page, 'Wachtlijst');
        await page.getByLabel('Gasten kunnen op een wachtlijst').check();
        await page.getByLabel('Minuten om op een aanbod te reageren').fill('30');
        await page.getByText(/blijft 30 minuten vast/).waitFor();
        await assertGood(person, 'the waiting list of a facility');
        await person.picture('admin-facility-waiting-list');
        await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
        await page.getByRole('heading', { name: 'Zoutbad', exact: true, level: 2 }).waitFor();
      },
      { query: '' },
    );
    const ten = await slotAt(bath, '10:00', date);
    const { id: held } = await book(ten, 'Volle Vera', 2);
    for (const [name, people] of [
      ['Wachter Wim', 2],
      ['Dag Dirk', 1],
    ] as const)
      await eventually(`${name} waits`, async () => {
        const joined = await call(`${api.url}/api/site/waiting-list`, {
          method: 'POST',
          headers: { 'X-Tenant': slug },
          body: {
            ...(people === 2 ? { slot_id: ten } : { facility_id: bath, date }),
            ...{
              people,
              customer_name: name,
              customer_email: `${name.slice(0, 3)}@example.com`,
              locale: 'nl',
            },
          },
        });
        return joined.status === 201;
      });
    // Without a list, the worker offers nothing, so that the desk does.
    await admin('PATCH', `/facilities/${bath}`, { waiting_list: false });
    await eventually('the booking service knows', async () => {
      const { rows } = await database.query('SELECT waiting_list FROM booking.facility WHERE id = $1', [
        bath,
      ]);
      return rows[0]?.waiting_list === false;
    });
    await database.query(
      `UPDATE booking.waiting SET status = 'waiting', skipped = 'places_short' WHERE facility_id = $1 AND slot_id > 0`,
      [bath],
    );
    await today(
      async (person) => {
        const { page } = person;
        await slot(page, ten).click();
        const list = dialog(page).getByRole('region', { name: 'Wachtlijst' });
        const row = (name: string) => list.getByRole('listitem').filter({ hasText: name });
        await row('Wachter Wim').getByText('Overgeslagen: te weinig plaatsen.').waitFor();
        await row('Dag Dirk').getByText('Nog niet bevestigd').waitFor();
        await row('Dag Dirk').getByText('Elke tijd van de dag').waitFor();
        const offer = row('Wachter Wim').getByRole('button', { name: 'Nu aanbieden' });
        assert.equal(await offer.count(), 0, 'the slot is full');
        await admin('POST', `/bookings/${held}/cancel`, {});
        await offer.waitFor();
        await assertGood(person, 'a waiting list');
        await person.picture('admin-waiting-list');
        await offer.click();
        await page.getByText('Wachter Wim krijgt het aanbod per mail.').waitFor();
        await row('Wachter Wim')
          .getByText(/^Aanbod tot /)
          .waitFor();
        await person.picture('admin-waiting-list-offered');
        await row('Dag Dirk').getByRole('button', { name: 'Verwijderen' }).click();
        await dialog(page).getByRole('button', { name: 'Verwijderen', exact: true }).last().click();
        await page.getByText('Dag Dirk staat niet meer op de wachtlijst.').waitFor();
        await row('Dag Dirk').waitFor({ state: 'detached' });
      },
      { query: `?date=${date}&view=lanes` },
    );
  });

  it('moves the bookings of a day that fit, cancels one, and reports the outcome of each', async () => {
    const [date, later] = [daysAhead(16), daysAhead(17)];
    const hours = { opens_at: '10:00', closes_at: '12:00', capacity: 2 };
    const pier = await world().stack.api.newFacility(slug, { name: 'Steiger', ...hours });
    const [ten, eleven] = [await slotAt(pier, '10:00', date), await slotAt(pier, '11:00', date)];
    const more = (name: string) => ({ customer_email: `${name}@example.com` });
    await book(ten, 'Storm Stina', 2, more('stina'));
    await book(eleven, 'Regen Rik', 2, more('rik'));
    const blow = await book(await slotAt(garden, '10:00', date), 'Wind Wendy', 1, more('wendy'));
    // Of the pier's two slots that day, one is full.
    await book(await slotAt(pier, '11:00', later), 'Bezet', 2);
    await today(
      async (person) => {
        const { page } = person;
        await page.getByRole('button', { name: 'Veel verplaatsen' }).click();
        const row = (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
        await row('Regen Rik').getByText('Blijft: geen plek').waitFor({ state: 'attached' });
        await dialog(page).getByText('2 verplaatsen · 1 blijft zoals het is').waitFor();
        await assertGood(person, 'moving many bookings');
        await person.picture('admin-moves');
        await dialog(page)
          .getByLabel('Voor alle boekingen')
          .selectOption('Verplaats wat past, annuleer de rest');
        await row('Wind Wendy').getByRole('checkbox').uncheck();
        await dialog(page).getByText('1 verplaatsen · 1 annuleren').waitFor();
        await dialog(page).getByRole('button', { name: 'Wijzig 2 boekingen' }).click();
        await dialog(page).getByText('2 boekingen zijn gewijzigd.').waitFor();
        await row('Regen Rik').getByText('Geannuleerd').waitFor();
        await row('Storm Stina')
          .getByText(/Verplaatst naar .*10:00/)
          .waitFor();
        await assertGood(person, 'the outcome of moving many bookings');
        await person.picture('admin-moves-outcome');
        await dialog(page).getByRole('button', { name: 'Klaar' }).click();
        await eventually('the day shows what stayed', async () => /0\/2/.test(await told(page, ten)));
      },
      { query: `?date=${date}&view=lanes` },
    );
    const stayed = await admin('GET', `/bookings/${blow.id}`);
    assert.equal(stayed.starts_at, `${date}T10:00`);
  });

  it('asks guests to choose another time, and lets only an owner decide over a payment', async () => {
    const date = daysAhead(18);
    const hours = { opens_at: '10:00', closes_at: '12:00', capacity: 6 };
    const quay = await world().stack.api.newFacility(slug, { name: 'Kade', ...hours });
    const ten = await slotAt(quay, '10:00', date);
    const paid = await book(ten, 'Betaald Bea', 1, { customer_email: 'bea@example.com' });
    await book(ten, 'Vraag Vera', 1, { customer_email: 'vera@example.com' });
    await book(ten, 'Zonder Zoë');
    await world().stack.database.query(
      `UPDATE booking.booking SET amount_cents = 5000, payment_id = gen_random_uuid(), payment_status = 'paid',
         platform_fee_cents = 0, hold_until = now(), grace_until = now() WHERE id = $1`,
      [paid.id],
    );
    await admin('PUT', `/facilities/${quay}/exceptions/${date}`, { closed: true, force: true });
    const open = async ({ page }: Person) => {
      await eventually('the closed slot is marked', async () =>
        /3 te verplaatsen/.test(await told(page, ten)),
      );
      await page.getByRole('button', { name: 'Veel verplaatsen' }).click();
      const plan = dialog(page).getByLabel('Voor alle boekingen');
      await plan.selectOption('Gasten een andere tijd laten kiezen');
      return (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
    };
    await today(
      async (person) => {
        const row = await open(person);
        await row('Betaald Bea')
          .getByText('Online betaald, dus alleen een eigenaar kan annuleren.')
          .waitFor();
        await dialog(person.page).getByText('2 laten kiezen · 1 blijft zoals het is').waitFor();
        await assertGood(person, 'asking guests, at the desk');
        await person.picture('admin-moves-ask');
      },
      { query: `?date=${date}&view=lanes`, role: 'desk' },
    );
    await today(
      async (person) => {
        const { page } = person;
        const row = await open(person);
        await row('Betaald Bea').getByRole('combobox').selectOption('Annuleer, betaal niets terug');
        await dialog(page).getByText('2 laten kiezen · 1 annuleren').waitFor();
        await dialog(page).getByRole('button', { name: 'Wijzig 3 boekingen' }).click();
        await row('Betaald Bea').getByText('Geannuleerd').waitFor();
        await row('Vraag Vera').getByText('Gevraagd; nog geen antwoord').waitFor();
        // There is no address to ask.
        await row('Zonder Zoë').getByText('Niet aangeraakt: open de boeking').waitFor();
        await assertGood(person, 'the outcome of asking guests');
        await person.picture('admin-moves-asked');
      },
      { query: `?date=${date}&view=lanes` },
    );
    const cancelled = await admin('GET', `/bookings/${paid.id}`);
    assert.deepEqual([cancelled.status, cancelled.payment_status], ['cancelled', 'paid']);
  });
});
