import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { makeImage } from '../../services/gateway/testing/makeImage.ts';
import { assertGood, inOneWorld } from '../admin/world.ts';
import { daysAhead, eventually } from '../stack/api.ts';
import { newPaidVenue } from '../stack/paidVenue.ts';
import { takePicture } from './takePicture.ts';

const world = inOneWorld();
const PHONE = { width: 390, height: 844 };
const artifacts = path.join(import.meta.dirname, 'artifacts');

const name = (nl: string, en: string) => ({ nl, en });
const slippers = { key: 'slippers', name: name('Slippers', 'Slippers'), eur: 0, per: 'piece' };
const addOns = [
  {
    ...{ key: 'towel', name: name('Handdoek', 'Towel'), eur: 3.5, per: 'piece', max: 6 },
    stock: { per: 'day', count: 4 },
  },
  { key: 'robe', name: name('Badjas', 'Robe'), eur: 7, per: 'person' },
  { key: 'cleaning', name: name('Schoonmaak', 'Cleaning'), eur: 25, per: 'booking', required: true },
];

/** Uploads an image for a venue. Returns the address of its smallest width. */
async function keptImage(slug: string): Promise<string> {
  const png = await makeImage('png', { width: 600, height: 400 });
  const answer = await world().stack.api.upload(slug, png);
  const { url } = (await answer.json()) as { url: string };
  return url.replace('/1600.webp', '/480.webp');
}

/**
 * Books two adults at ten with a towel and slippers, at a venue that lets guests change bookings and no
 * longer offers slippers. Returns the ticket's address and a function with which the desk corrects the
 * booking.
 */
async function bookedTicket() {
  const { api } = world().stack;
  const slug = await api.newVenue({
    name: 'Sauna aan het Meer',
    change_until_hours: 2,
    phone: '035 123 45 67',
  });
  const pricing = {
    ...{ per: 'person', eur: 20, rules: [] },
    categories: [
      { key: 'adult', name: name('Volwassene', 'Adult'), percent: 100 },
      { key: 'child', name: name('Kind', 'Child'), eur: 10 },
    ],
  };
  const images = new Map([
    ['towel', await keptImage(slug)],
    ['robe', '/images/gone.webp'],
  ]);
  const pictured = addOns.map((addOn) => ({ ...addOn, image: images.get(addOn.key) }));
  const facility = await api.newFacility(slug, {
    name: 'Dagpas',
    ...{
      opens_at: '10:00',
      closes_at: '20:00',
      duration_minutes: 120,
      capacity: 12,
      max_people_per_booking: 8,
    },
    pricing: { ...pricing, add_ons: [...pictured, slippers] },
  });
  const { slots } = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(5)}`)).body;
  assert.equal(
    (await api.admin('PATCH', `/venues/${slug}/slots/${slots[2].id}`, { blocked: true })).status,
    200,
  );
  const made = await api.book(slug, {
    ...{ slot_id: slots[0].id, guests: { adult: 2 }, add_ons: { towel: 1, slippers: 2 } },
  });
  assert.equal(made.status, 201, made.text);
  const path = `/venues/${slug}/facilities/${facility}`;
  const saved = await api.admin('PATCH', path, { pricing: { ...pricing, add_ons: pictured } });
  assert.equal(saved.status, 200, saved.text);
  const correct = () =>
    api.admin('PATCH', `/venues/${slug}/bookings/${made.body.booking.id}`, { customer_name: 'Bo de Wit' });
  return { url: `${api.url}${new URL(made.body.ticket_url).pathname}`, correct };
}

/** Opens a page on a phone. The pages have no scripts, but axe needs them. */
async function visit(url: string, what: (page: Page) => Promise<void>): Promise<void> {
  const context = await world().browser.newContext({
    ...{ locale: 'nl-NL', viewport: PHONE },
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    // Ignores the browser's own errors about pages with an error status and about the missing picture.
    if (message.type() === 'error' && !/4(04|09|22)/.test(message.text())) problems.push(message.text());
  });
  try {
    await page.goto(url);
    await what(page);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

const sizeOf = (image: Locator) =>
  image.evaluate((one: HTMLImageElement) => ({ natural: one.naturalWidth, shown: one.clientWidth }));

const press = async (page: Page, role: 'button' | 'link', name: string | RegExp) => {
  await page.getByRole(role, { name }).first().focus();
  await page.keyboard.press('Enter');
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

describe('changing a booking on its ticket', () => {
  for (const [lang, text] of Object.entries({
    nl: {
      change: 'Boeking wijzigen',
      ...{ child: 'Kind', later: 'Week later', confirm: 'Klopt deze wijziging?', own: 'je huidige tijd' },
      ...{ agree: 'Ja, wijzig mijn boeking', done: 'Je boeking is gewijzigd', blocked: 'niet beschikbaar' },
      ...{ towel: 'Handdoek', robe: 'Badjas', cleaning: 'Schoonmaak', kept: '2 × Slippers' },
      gone: '‘Handdoek’: op dit tijdstip nog 4 beschikbaar.',
      title: /^Gewijzigd: Dagpas/,
      again: 'Je wijziging is nog niet doorgevoerd',
      lines: ['2 × Volwassene', '3 × Handdoek', 'Schoonmaak'],
      price: 'De prijs gaat van € 68,50 naar € 106,50.',
    },
    en: {
      change: 'Change this booking',
      ...{
        child: 'Child',
        later: 'Week after',
        confirm: 'Is this change correct?',
        own: 'your current time',
      },
      ...{ agree: 'Yes, change my booking', done: 'Your booking has been changed', blocked: 'not available' },
      ...{ towel: 'Towel', robe: 'Robe', cleaning: 'Cleaning', kept: '2 × Slippers' },
      gone: '"Towel": only 4 left at this time.',
      title: /^Changed: Dagpas/,
      again: 'Your change has not been made yet',
      lines: ['2 × Adult', '3 × Towel', 'Cleaning'],
      price: 'The price changes from €68.50 to €106.50.',
    },
  }))
    it(`works by keyboard and without scripts on a phone (${lang})`, async () => {
      const { url, correct } = await bookedTicket();
      await visit(`${url}?lang=${lang}`, async (page) => {
        const look = async (name: string) => {
          assert.equal(await page.locator('script').count(), 0);
          await page.emulateMedia({ colorScheme: 'light' });
          for (const width of [390, 1280]) {
            await page.setViewportSize({ width, height: 844 });
            const picture = `change-${name}-${lang}-${width}.png`;
            await takePicture(page, { path: path.join(artifacts, picture), fullPage: true });
          }
          await page.setViewportSize(PHONE);
          await assertGood({ page }, name);
        };
        await look('ticket');
        await press(page, 'link', text.change);
        await heading(page, text.change);
        await page.getByText(text.own).waitFor();
        await page.getByText(text.blocked).waitFor();
        const [picture, gone] = [page.locator('.add-on img').first(), page.locator('.add-on img').last()];
        await eventually('the picture has loaded', async () => (await sizeOf(picture)).natural > 0);
        await eventually('the other picture has failed', () =>
          gone.evaluate((one: HTMLImageElement) => one.complete),
        );
        assert.deepEqual([(await sizeOf(picture)).shown, (await sizeOf(gone)).shown], [56, 0]);
        assert.equal(await page.getByRole('img').count(), 0, 'pictures are decorative next to the name');
        await look('choose');
        const [child, towel, robe] = [text.child, text.towel, text.robe].map((label) =>
          page.getByLabel(label),
        );
        assert.ok(child && towel && robe);
        assert.equal(await towel.inputValue(), '1');
        assert.equal(await page.getByLabel(text.cleaning).count(), 0, 'a required add-on is not asked');
        await page.getByText(text.cleaning).waitFor();
        await page.getByText(text.kept).waitFor();
        await child.fill('1');
        await towel.fill('5');
        await robe.focus();
        await page.keyboard.press('Space');
        await press(page, 'button', text.later);
        await eventually(
          'the next week',
          async () => (await page.locator('input[type=date]').inputValue()) === daysAhead(12),
        );
        assert.equal(await page.locator('.week [aria-current]').getAttribute('value'), daysAhead(12));
        await page.locator(`.week [value="${daysAhead(9)}"]`).press('Enter');
        await page.waitForURL(
          (address) => address.search.includes(`go=${daysAhead(9)}`) && address.hash === '#times',
        );
        const timesAt = (await page.locator('#times').boundingBox())?.y;
        assert.ok(timesAt !== undefined && timesAt < PHONE.height / 2, `the times begin at ${timesAt} px`);
        assert.equal(
          await page.evaluate(() => document.activeElement?.id),
          'times',
          'the keyboard continues there',
        );
        await takePicture(page, { path: path.join(artifacts, `change-times-${lang}.png`) });
        const typed = async () => [
          await child.inputValue(),
          await towel.inputValue(),
          await robe.isChecked(),
        ];
        assert.deepEqual(await typed(), ['1', '5', true], 'the draft is kept');
        assert.equal(await page.locator('input[type=date]').inputValue(), daysAhead(9));
        await press(page, 'button', /^12:00–14:00/);
        await page.getByRole('alert').filter({ hasText: text.gone }).waitFor();
        assert.equal(await page.evaluate(() => scrollY), 0, 'the reason is shown first');
        assert.deepEqual(await typed(), ['1', '5', true]);
        await look('gone');
        await towel.fill('3');
        await press(page, 'button', /^12:00–14:00/);
        await heading(page, text.confirm);
        await page.getByText(text.price).waitFor();
        const told = await page.locator('.versus dt').allTextContents();
        for (const line of text.lines) assert.ok(told.includes(line), `${line}: ${told}`);
        await look('confirm');
        assert.equal((await correct()).status, 200);
        await press(page, 'button', text.agree);
        await page.getByRole('alert').filter({ hasText: text.again }).waitFor();
        await heading(page, text.confirm);
        await look('again');
        await press(page, 'button', text.agree);
        await page.getByRole('status').filter({ hasText: text.done }).waitFor();
        assert.match(await page.title(), text.title);
        await page.getByText('12:00–14:00').waitFor();
        await page.getByText(new RegExp(`3 × ${text.towel}, 3 × ${text.robe}`)).waitFor();
        await look('changed');
      });
    });

  it('charges a higher price at once, then makes an invoice for a company with its files', async () => {
    const venue = await newPaidVenue(world().stack, {
      venue: {
        change_until_hours: 2,
        invoicing: {
          legal_name: 'Badhuis BV',
          address: { street: 'Kade 1', postal_code: '3511 AB', city: 'Utrecht', country: 'NL' },
          ...{ vat_number: 'NL123456789B01', tax_number: null, register_number: null },
          ...{ vat_exemption: null, footer: null, number_prefix: 'BH-' },
        },
      },
      facility: { vat_percent: 9 },
    });
    const { ticketUrl } = await venue.bookAndPay();
    const { url } = world().stack.api;
    await visit(`${url}${new URL(ticketUrl).pathname}`, async (page) => {
      const sum = (text: RegExp) => page.locator('.sum').filter({ hasText: text }).first().waitFor();
      await sum(/Betaald\s*€\s25,00/);
      await press(page, 'link', 'Boeking wijzigen');
      await page.getByLabel('Personen').fill('3');
      await press(page, 'button', /^06:00–07:00/);
      await heading(page, 'Klopt deze wijziging?');
      await page.getByText('De prijs gaat van € 25,00 naar € 37,50.').waitFor();
      await press(page, 'button', 'Ja, wijzig mijn boeking');
      await page.waitForURL(/[/]sandbox[/]/);
      await page.getByText('€ 12,50').first().waitFor();
      await press(page, 'button', 'Betaald');
      await sum(/Betaald\s*€\s37,50/);
      await page.getByText('Nog te betalen').waitFor({ state: 'detached' });
      await press(page, 'link', 'Factuur aanvragen');
      await heading(page, 'Factuur aanvragen');
      await assertGood({ page }, 'the form for an invoice', [360]);
      await page.getByLabel('Bedrijf of naam').fill('Muster & Söhne GmbH');
      await page.getByLabel('Straat en huisnummer').fill('Hauptstr. 5');
      await page.getByLabel('Postcode').fill('10115');
      await page.getByLabel('Plaats').fill('Berlin');
      await page.getByLabel('Land').selectOption('Duitsland');
      await page.getByLabel('Btw-nummer (niet verplicht)').fill('DE123456789');
      await press(page, 'button', 'Factuur maken');
      for (const [file, begin] of [
        [/^Factuur BH-\d{4}-0001 \.pdf$/, '%PDF'],
        [/^Factuur BH-\d{4}-0001, \.xml$/, '<?xml'],
      ] as const) {
        const link = page.getByRole('link', { name: file });
        const address = `${url}${await link.getAttribute('href')}`;
        // A slow machine may answer with the page that tries again.
        await eventually(`the file begins with ${begin}`, async () =>
          (await (await page.request.get(address)).text()).startsWith(begin),
        );
      }
      await assertGood({ page }, 'a ticket with an invoice', [360]);
    });
  });
});
