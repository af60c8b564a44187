import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { eventually } from '../stack/api.ts';
import { assertAccessible } from './axe.ts';
import { fillIn, sendForm } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

describe('the page of a venue in a browser', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  beforeAll(async () => {
    venue = await newVenueWithTimes(world(), {
      paid: true,
      venue: { name: 'Bad aan Zee', phone: '030 123 4567', address: 'Kade 1\n3511 AB Utrecht' },
      facility: { name: 'Zwembad', capacity: 20, price_eur: 10 },
      others: [{ name: 'Sauna boven', price_eur: 10 }],
    });
  });
  const address = (path = '') => `${world().stack.api.url}/v/${venue.slug}${path}`;

  it('is complete without scripts', async () => {
    const context = await world().browser.newContext({ javaScriptEnabled: false, locale: 'nl-NL' });
    try {
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      await page.goto(address());
      const text = await page.locator('body').innerText();
      for (const shown of [
        'Bad aan Zee',
        'Zwembad',
        '€ 10,00',
        'Eerste plek',
        '10:00–14:00',
        'Bel 030 123 4567',
      ])
        assert.ok(text.replaceAll('\u00a0', ' ').includes(shown), `${shown}: ${text}`);
      await page.getByRole('link', { name: 'Boek nu' }).click();
      await page.waitForURL(({ hash }) => hash === '#facilities');
      await page.getByRole('link', { name: 'Toegankelijkheid' }).click();
      await page.getByText('EN 301 549').waitFor();
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
    }
  });

  it('takes a booking of the facility that the guest chose, and shows the payment on return', async () => {
    await world().visit(
      { url: address('?locale=nl'), viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' },
      async (guest) => {
        const { page, arrives } = guest;
        await arrives('when');
        await page.locator('button[data-slot]').first().waitFor();
        await guest.settles();
        await assertAccessible(page, 'the page');
        const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
        assert.ok(await fits(), 'at 390 px');
        await page.setViewportSize({ width: 320, height: 844 });
        await eventually('the page fits 320 px', fits);
        const link = page.getByRole('link', { name: 'Sauna boven boeken' });
        const [date, facility] = await Promise.all(
          ['data-date', 'data-facility'].map((name) => link.getAttribute(name)),
        );
        const slots = await venue.slotsOf(date ?? '', Number(facility));
        await link.click();
        await page.locator(`button[data-slot="${slots.find(({ bookable }) => bookable)?.id}"]`).click();
        await arrives('details');
        await fillIn(guest, 'page@example.com');
        await sendForm(guest);
        await page.waitForURL(/[/]sandbox[/]/);
        await page.locator('button[value=paid]').click();
        await page.waitForURL(new RegExp(`/v/${venue.slug}`));
        await arrives('booked');
        assert.equal(new URL(page.url()).hash, '#book');
        const [booking] = await venue.bookings('page@example.com');
        assert.equal(booking?.facility, 'Sauna boven');
      },
    );
  });

  it('adjusts its height in a frame of another website, which can use the whole window', async () => {
    const { url } = world().stack.api;
    const page = {
      script: 'none' as const,
      head: `<script src="${url}/frame.js" async></script>`,
      body: `<iframe src="${address('/frame?locale=nl')}" title="Boeken" width="600" height="200"></iframe>`,
      csp: { 'frame-src': url, 'script-src': url },
    };
    await world().visit({ page }, async (guest) => {
      const frame = guest.page.frameLocator('iframe');
      const outer = () => guest.page.locator('iframe').evaluate((it) => it.clientHeight);
      const inner = () => frame.locator('body').evaluate((it) => it.scrollHeight);
      const fitsContent = () =>
        eventually('the frame is as high as its content', async () => {
          const [around, within] = [await outer(), await inner()];
          return within > 200 && Math.abs(around - within) < 2;
        });
      await frame.getByRole('heading', { name: 'Wat wil je doen?' }).waitFor();
      await fitsContent();
      const before = await outer();
      await frame.getByRole('button', { name: /Zwembad/ }).click();
      await frame.locator('button[data-slot][aria-disabled=false]').first().click();
      await frame.locator('[name=customer_name]').waitFor();
      await eventually('the height follows', async () => (await outer()) !== before);
      await fitsContent();
      // A message of the site itself changes nothing.
      await guest.page.evaluate(() => postMessage({ 'venue-booking:height': 5 }, '*'));
      await fitsContent();
      await frame.locator('[name=customer_name]').fill('Anna Jansen');
      await frame.locator('[name=customer_email]').fill('framed@example.com');
      await frame.locator('form button:not([type])').click();
      await guest.page.waitForURL(/[/]sandbox[/]/);
    });
  });
});
