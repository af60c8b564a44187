import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld } from './world.ts';

const world = inOneWorld();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

const day = daysAhead(20);
const dutch = (date: string) => date.split('-').reverse().join('-');
const HEADINGS = 'Nummer;Datum;Tijd;Baan;Aantal;Naam;E-mail;Telefoon;Opmerking;Prijs;Betaald';

/** Bookings of three courts, one after the other; the rows below conflict. */
const HOURS = Array.from({ length: Number(process.env.IMPORT_HOURS ?? 6) }, (_, at) => `${10 + at}:00`);
const booked = HOURS.flatMap((time, hour) =>
  [0, 1, 2].map((court) => {
    const guest = court === 0 ? `guest${hour}@example.com` : '';
    return `B${hour}-${court};${dutch(day)};${time};Padel ${court + 1};2;Gast ${hour} ${court};${guest};06 1234567${court};"Graag
een racket";30,00;${court === 1 ? 'ja' : 'nee'}`;
  }),
);
const conflicts = [
  `C1;${dutch(day)};10:00;Padel 1;2;Te laat;;;;;`,
  `C2;${dutch(daysAhead(-3))};10:00;Padel 1;2;Voorbij;;;;;`,
  `C3;${dutch(day)};11:00;Squash;2;Onbekend;;;;;`,
  `C4;${dutch(daysAhead(22))};10:10;Padel 2;2;Tussendoor;;;;25;`,
  `C5;${dutch(daysAhead(22))};10:00;Padel 1;2;Fout adres;niet@;;;;`,
  `B0-0;${dutch(day)};10:00;Padel 1;2;Gast 0 0;guest0@example.com;;;;`,
];
const file = (rows: readonly string[]) => ({
  name: 'oud.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${[HEADINGS, ...rows].join('\r\n')}\r\n`),
});

it('imports bookings of another system once, with a stop, conflicts and a report', async () => {
  const { stack, visit } = world();
  const { api } = stack;
  const slug = await api.newVenue({ locale: 'nl' });
  const court = { mode: 'FULL', capacity: 4, max_people_per_booking: 4, price_eur: 10 };
  for (const name of ['Padel 1', 'Padel 2', 'Padel 3']) await api.newFacility(slug, { ...court, name });
  await api.admin('PUT', `/venues/${slug}/fields`, {
    fields: [{ key: 'phone', label: 'Telefoon', type: 'tel', required: true }],
  });
  const bookings = async (query = '') => {
    const { body } = await api.admin('GET', `/venues/${slug}/bookings?limit=500${query}`);
    return body as { id: number; customer_name: string; amount_eur: number; [key: string]: unknown }[];
  };
  const cookie = await signIn(stack, { venues: { [slug]: 'owner' } });
  await visit({ at: `/v/${slug}/bookings`, cookie }, async (person) => {
    const { page } = person;
    // Dozens of bookings take a while on a busy machine.
    // The browser reports the rejected row.
    person.tolerate(/status of 422/);
    const check = async (rows: readonly string[]) => {
      await page.getByLabel('CSV-bestand').setInputFiles(file(rows));
      await button(page, 'Controleer de rijen').click();
      await page.getByRole('heading', { name: 'Controle' }).waitFor();
    };
    await page.getByRole('link', { name: 'Importeren…' }).click();
    await check([...booked, ...conflicts]);
    await shows(page, `${booked.length} rijen zijn klaar · 6 kunnen niet worden geïmporteerd`);
    for (const reason of [
      ...['Het tijdslot is vol', 'Dit tijdstip is voorbij', 'Voor deze waarde is geen faciliteit gekozen'],
      ...[
        'Op deze tijd is er geen tijdslot',
        'Het e-mailadres is ongeldig',
        'Dezelfde boeking staat in rij 2',
      ],
    ])
      await shows(page, reason);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('header button[lang=de]').dispatchEvent('click');
    await shows(page, 'Spalten');
    await person.picture('admin-import-check');
    await page.locator('header button[lang=nl]').dispatchEvent('click');
    await shows(page, 'Kolommen');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await person.picture('admin-import-check-phone');
    await page.getByLabel('Importeer ook tijden zonder tijdslot').check();
    await shows(page, `${booked.length + 1} rijen zijn klaar · 5 kunnen niet worden geïmporteerd`);

    // Somebody books the last time before the import reaches it.
    const { body } = await api.admin('GET', `/venues/${slug}/calendar?from=${day}&to=${daysAhead(22)}`);
    const taken = body.days
      .flatMap(
        (it: { facilities: { name: string; slots: { id: number; starts_at: string }[] }[] }) => it.facilities,
      )
      .find((it: { name: string }) => it.name === 'Padel 3')
      .slots.find((it: { starts_at: string }) => it.starts_at.slice(11, 16) === HOURS.at(-1));
    assert.equal(
      (await api.admin('POST', `/venues/${slug}/bookings`, { slot_id: taken.id, customer_name: 'Eerder' }))
        .status,
      201,
    );

    // Each request waits until the test lets it pass, so that the stop comes in the middle.
    let pass = () => {};
    const passing = new Promise<void>((resolve) => {
      pass = resolve;
    });
    let reached = () => {};
    const middle = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let sent = 0;
    await page.route(/\/bookings$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      if (sent === 2)
        return route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, json: { error: 'Busy' } });
      if (sent > 6) {
        reached();
        await passing;
      }
      return route.continue();
    });
    person.tolerate(/status of 503/);
    await button(page, `Importeer ${booked.length + 1} boekingen`).click();
    await middle;
    await button(page, 'Stoppen').click();
    pass();
    await shows(page, 'Gestopt. Je kunt doorgaan');
    const stopped = (await bookings()).length;
    assert.ok(stopped > 1 && stopped < booked.length + 1, `${stopped}`);
    await button(page, 'Doorgaan').click();
    await shows(page, 'De import is klaar.');
    await shows(page, `${booked.length} boekingen geïmporteerd · 6 rijen niet geïmporteerd`);
    await assertGood(person, 'the check and the result of an import', [360]);
    await page.setViewportSize({ width: 390, height: 844 });
    await person.picture('admin-import-result-phone');

    const made = await bookings();
    assert.equal(made.length, booked.length + 1);
    const [paid] = made.filter(({ customer_name }) => customer_name === 'Gast 4 1');
    const detail = (await api.admin('GET', `/venues/${slug}/bookings/${paid?.id}`)).body;
    assert.deepEqual(
      [detail.amount_eur, detail.desk_eur, detail.open_eur, detail.note, detail.extra.phone],
      [30, 30, undefined, 'Graag\neen racket', '06 12345671'],
    );
    assert.deepEqual([detail.desk_payments[0].method, detail.desk_payments[0].note], ['other', 'B4-1']);
    const own = made.find(({ customer_name }) => customer_name === 'Tussendoor');
    assert.deepEqual([String(own?.starts_at).slice(11, 16), own?.amount_eur], ['10:10', 25]);
    const mails = await stack.database.query(
      'SELECT count(*)::integer AS count FROM booking.mail WHERE booking_id = ANY($1)',
      [made.map(({ id }) => id)],
    );
    assert.equal(mails.rows[0].count, 0, 'no mail to guests');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download de rijen die niet zijn geïmporteerd').click(),
    ]);
    const report = (await readFile(await download.path(), 'utf8')).replace('\ufeff', '');
    const lines = report.trimEnd().split('\r\n');
    assert.equal(lines.length, 7, report);
    assert.equal(lines[0], `${HEADINGS};Niet geïmporteerd`);
    assert.match(report, /C5;.*;Het e-mailadres is ongeldig/);

    // A moved booking is found again, and a mended row is imported.
    const slot = body.days.at(-1).facilities[2].slots[3].id;
    const moved = await api.admin('PATCH', `/venues/${slug}/bookings/${paid?.id}`, { slot_id: slot });
    assert.equal(moved.status, 200, moved.text);
    // Idempotency keys are kept for a day only.
    await stack.database.query(
      'DELETE FROM booking.idempotency_key WHERE venue_id = (SELECT id FROM catalog.venue WHERE slug = $1)',
      [slug],
    );
    await page.reload();
    const mended = conflicts.map((row) => row.replace('niet@', 'goed@example.com'));
    await check([...booked, ...mended]);
    await shows(page, `1 rij is klaar · ${booked.length} staan er al in`);
    await button(page, 'Importeer 1 boeking').click();
    await shows(page, `1 boeking geïmporteerd · ${booked.length} staan er al in`);
    assert.equal((await bookings()).length, booked.length + 2);
    const again = (await api.admin('GET', `/venues/${slug}/bookings/${paid?.id}`)).body;
    assert.equal(again.desk_payments.length, 1);
  });
});
