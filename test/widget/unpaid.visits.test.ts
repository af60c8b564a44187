import assert from 'node:assert/strict';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { locales } from './guest.ts';
import { choose, fillIn, sendForm } from './picking.ts';
import { takePicture } from './takePicture.ts';
import { dayFor, newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { artifacts, inOneWorld } from './world.ts';

describe('an unpaid booking in the widget', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  beforeAll(async () => {
    venue = await newVenueWithTimes(world(), { paid: true, facility: { capacity: 1, price_eur: 10 } });
  });

  for (const locale of locales)
    it(`stays stored when the guest makes another booking, and can be cancelled on its ticket (${locale})`, async () => {
      const [slot] = await venue.slotsOf(dayFor[locale]);
      assert.ok(slot);
      await world().visit({ tenant: venue.slug, locale }, async (guest) => {
        const { page, arrives, button, say } = guest;
        await arrives('when');
        await choose(guest, slot);
        await arrives('details');
        await fillIn(guest, `again-${locale}@example.com`);
        await sendForm(guest);
        await page.waitForURL(/[/]sandbox[/]/);
        await page.goto(guest.url);
        await arrives('checkingPayment');
        await takePicture(page, { path: path.join(artifacts, `unpaid-${locale}.png`), fullPage: true });
        await button('again').click();
        await arrives('when');
        await page.reload();
        await arrives('checkingPayment');
        await page.getByRole('link', { name: say('pay') }).waitFor();
        await page.getByRole('link', { name: say('unpaidTicket') }).click();
        await page
          .getByText(locale === 'nl' ? /annuleren/i : /cancel/i)
          .first()
          .waitFor();
      });
    });

  it('shows its deposit and the rest before and after booking, and the rest once it is paid', async () => {
    const facility = { capacity: 4, price_eur: 40, max_people_per_booking: 4, deposit: { percent: 25 } };
    const { slug, slotsOf } = await newVenueWithTimes(world(), { paid: true, facility });
    const [slot] = await slotsOf(daysAhead(4));
    assert.ok(slot);
    const [deposit, rest] = [/Nu te betalen\s*€\s10,00/, /Later, op locatie\s*€\s30,00/];
    await world().visit({ tenant: slug }, async (guest) => {
      const { page, arrives } = guest;
      const shows = async (...texts: RegExp[]) => {
        for (const text of texts) await page.getByText(text).waitFor();
      };
      await arrives('when');
      await choose(guest, slot);
      await arrives('details');
      await shows(deposit, rest);
      await page.getByRole('button', { name: /Boeken en betalen · €\s10,00/ }).waitFor();
      await takePicture(page, { path: path.join(artifacts, 'deposit-details.png'), fullPage: true });
      await fillIn(guest, 'deposit@example.com');
      await sendForm(guest);
      await page.waitForURL(/[/]sandbox[/]/);
      await page
        .getByText(/€\s10,00/)
        .first()
        .waitFor();
      await page.goto(guest.url);
      await arrives('checkingPayment');
      await shows(deposit, rest);
      await takePicture(page, { path: path.join(artifacts, 'deposit-unpaid.png'), fullPage: true });
      await page.goBack();
      await page.locator('button[name=outcome][value=paid]').click();
      await page.waitForURL(guest.url);
      await arrives('booked');
      await shows(/€\s40,00 \(€\s10,00 betaald\)/, rest);
      await takePicture(page, { path: path.join(artifacts, 'deposit-paid.png'), fullPage: true });
    });
  });

  it('is shown in its own tab, also after another tab has left one unpaid', async () => {
    const slots = await venue.slotsOf(daysAhead(5));
    await world().visit({ tenant: venue.slug }, async (guest) => {
      const other = await guest.context.newPage();
      await other.goto(guest.url);
      for (const [index, page] of [guest.page, other].entries()) {
        const slot = slots[index] as (typeof slots)[number];
        const inTab = { ...guest, page };
        await page.locator('button[data-date]').first().waitFor();
        await choose(inTab, slot);
        await page.locator('form').waitFor();
        await fillIn(inTab, `tab-${index}@example.com`);
        await sendForm(inTab);
        await page.waitForURL(/[/]sandbox[/]/);
      }
      await guest.page.bringToFront();
      await guest.page.locator('button[name=outcome][value=paid]').click();
      await guest.page.waitForURL(guest.url);
      await guest.arrives('booked');
      await guest.sees('tab-0@example.com');
    });
  });

  it('returns the guest to the ticket if the browser stores nothing', async () => {
    const [slot] = await venue.slotsOf(daysAhead(6));
    assert.ok(slot);
    const refuseStorage = () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    };
    const prepare = async (page: Page) => void (await page.addInitScript(refuseStorage));
    await world().visit({ tenant: venue.slug, prepare }, async (guest) => {
      const { page, arrives } = guest;
      await arrives('when');
      await choose(guest, slot);
      await arrives('details');
      await fillIn(guest, 'nothing-kept@example.com');
      await sendForm(guest);
      await page.waitForURL(/[/]sandbox[/]/);
      await page.locator('button[name=outcome][value=paid]').click();
      await page.waitForURL(/[/]tickets[/]/);
      // The page reloads itself.
      await page.getByText('Status: Bevestigd').waitFor();
    });
  });
});
