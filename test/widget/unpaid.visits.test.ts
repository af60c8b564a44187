import assert from 'node:assert/strict';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { signIn } from '../admin/signIn.ts';
import { assertGood } from '../admin/world.ts';
import { daysAhead } from '../stack/api.ts';
import { type Guest, locales } from './guest.ts';
import { choose, fillIn, sendForm } from './picking.ts';
import { takePicture } from './takePicture.ts';
import { dayFor, newVenueWithTimes, type ShownSlot, type VenueWithTimes } from './venues.ts';
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

  /** Runs `what` in the dashboard of a venue. */
  async function atDashboard(
    slug: string,
    { role, at }: { role: 'owner' | 'desk'; at: string },
    what: (page: Page) => Promise<void>,
  ): Promise<void> {
    const { api } = world().stack;
    const [name = '', value = ''] = (await signIn(world().stack, { venues: { [slug]: role } })).split(
      /=(.*)/s,
    );
    const context = await world().browser.newContext({ locale: 'nl-NL' });
    await context.addCookies([{ name, value, url: api.url, sameSite: 'Strict', httpOnly: true }]);
    const page = await context.newPage();
    try {
      await page.goto(`${api.url}/admin/v/${slug}/${at}`);
      await what(page);
    } finally {
      await context.close();
    }
  }
  const depositFacility = { capacity: 4, price_eur: 40, max_people_per_booking: 4 };

  /** Books one person and pays the deposit of € 10. */
  async function payDeposit(guest: Guest, slot: ShownSlot, rest: RegExp): Promise<void> {
    const { page, arrives } = guest;
    const deposit = /Nu te betalen\s*€\s10,00/;
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
  }
  const shownOnTicket = async (page: Page, ...texts: RegExp[]) => {
    for (const text of texts) await page.locator('.sum').filter({ hasText: text }).first().waitFor();
  };

  it('shows its deposit and the rest before and after booking, until the desk takes the rest', async () => {
    const facility = { ...depositFacility, deposit: { percent: 25 } };
    const { slug, slotsOf, bookings } = await newVenueWithTimes(world(), { paid: true, facility });
    const [slot] = await slotsOf(daysAhead(4));
    assert.ok(slot);
    await world().visit({ tenant: slug }, async (guest) => {
      await payDeposit(guest, slot, /Later, op locatie\s*€\s30,00/);
      const { page } = guest;
      await page.getByRole('link', { name: guest.say('ticket') }).click();
      await shownOnTicket(page, /Betaald\s*€\s10,00/, /Nog te betalen\s*€\s30,00/);
      const [booking] = await bookings('deposit@example.com');
      await atDashboard(slug, { role: 'desk', at: `bookings/${booking?.id}` }, async (desk) => {
        await desk.getByRole('button', { name: 'Hier betaald' }).click();
        const dialog = desk.getByRole('dialog');
        assert.equal(await dialog.getByLabel('Bedrag').inputValue(), '30');
        await dialog.getByRole('button', { name: 'Betaling vastleggen' }).click();
        await desk.getByRole('region', { name: 'Betaald op locatie' }).getByText('€ 30,00').waitFor();
      });
      await page.reload();
      await shownOnTicket(page, /Betaald\s*€\s40,00/);
      assert.equal(await page.getByText('Nog te betalen').count(), 0);
    });
  });

  it('has a deposit that the owner sets, and a rest that its guest pays on the ticket', async () => {
    const venue = await newVenueWithTimes(world(), { paid: true, facility: depositFacility });
    const [slot] = await venue.slotsOf(daysAhead(6));
    assert.ok(slot);
    await atDashboard(venue.slug, { role: 'owner', at: `facilities/${venue.facility}` }, async (page) => {
      await page.locator('summary').filter({ hasText: 'Aanbetaling' }).press('Enter');
      await page.getByLabel('Gasten betalen online bij het boeken').selectOption('percent');
      await page.getByLabel('Aanbetaling, in procent').fill('25');
      await page.getByLabel('Gasten betalen de rest').selectOption('online');
      await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
      await page.waitForURL(/[/]facilities$/);
    });
    const phone = { width: 390, height: 844 };
    await world().visit({ tenant: venue.slug, viewport: phone }, async (guest) => {
      await payDeposit(guest, slot, /Later online\s*€\s30,00/);
      const { page } = guest;
      await page.getByRole('link', { name: guest.say('ticket') }).click();
      await shownOnTicket(page, /Betaald\s*€\s10,00/, /Nog te betalen\s*€\s30,00/, /Te betalen voor/);
      const ticket = page.url();
      for (const lang of ['de', 'fr', 'nl']) {
        await page.goto(`${ticket}${ticket.includes('?') ? '&' : '?'}lang=${lang}`);
        await assertGood({ page }, `a ticket with an open rest (${lang})`, lang === 'nl' ? [360] : []);
      }
      await page.getByRole('link', { name: /Openstaand bedrag betalen: €\s30,00/ }).click();
      await page.locator('button[name=outcome][value=paid]').click();
      await shownOnTicket(page, /Betaald\s*€\s40,00/);
      // The page reloads until the booking has the payment.
      await page.getByText('Nog te betalen').waitFor({ state: 'detached' });
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
