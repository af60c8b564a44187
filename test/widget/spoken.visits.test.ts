import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { tag } from './guest.ts';
import { choose, chooseDay, fillIn, sendForm, time } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

describe('screen reader announcements of the widget', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  let paid: VenueWithTimes;
  beforeAll(async () => {
    paid = await newVenueWithTimes(world(), { paid: true, facility: { price_eur: 12.5 } });
    venue = await newVenueWithTimes(world(), {
      facility: { capacity: 8, min_people: 2, max_people_per_booking: 6 },
    });
  });

  it('announce the outcome once, by focus and not also by the live region', async () => {
    const [slot] = await venue.slotsOf(daysAhead(3));
    assert.ok(slot);
    await world().visit({ tenant: venue.slug, locale: 'en' }, async (guest) => {
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await fillIn(guest, 'once@example.com');
      await sendForm(guest);
      await guest.arrives('booked');
      await guest.settles();
      assert.equal((await guest.focused()).text, guest.say('booked'));
      assert.equal(await guest.announced(), '');
    });
  });

  it('announce an error once, by the alert and not also by the live region', async () => {
    const refused = { status: 503, headers: { 'Access-Control-Allow-Origin': '*' }, body: '' };
    const prepare = async (page: Page) => {
      await page.route(/[/]api[/]site[/]/, (route) => route.fulfill(refused));
    };
    await world().visit({ tenant: venue.slug, prepare }, async (guest) => {
      guest.tolerate(/status of 503/);
      await guest.page
        .getByRole('alert')
        .filter({ hasText: guest.say('failed') })
        .waitFor();
      assert.equal(await guest.announced(), '');
    });
  });

  it('announce that a booking has expired if the payment button had the focus', async () => {
    const [slot] = await paid.slotsOf(daysAhead(3));
    assert.ok(slot);
    await world().visit({ tenant: paid.slug, locale: 'en' }, async (guest) => {
      const { page, say, arrives } = guest;
      await arrives('when');
      await choose(guest, slot);
      await arrives('details');
      await fillIn(guest, 'late@example.com');
      await sendForm(guest);
      await page.waitForURL(/[/]sandbox[/]/);
      await page.goto(guest.url);
      await page.getByRole('link', { name: say('pay') }).focus();
      await page.route(/[/]tickets[/]/, async (route) => {
        const response = await route.fetch();
        const { checkout_url, pay_until, ...ticket } = await response.json();
        assert.ok(checkout_url && pay_until);
        await route.fulfill({ response, json: { ...ticket, status: 'expired' } });
      });
      await arrives('notBooked');
      await guest.settles();
      assert.equal((await guest.focused()).text, say('notBooked'));
    });
  });

  it('announce the allowed party sizes each time a guest types another number', async () => {
    await world().visit({ tenant: venue.slug, locale: 'en' }, async (guest) => {
      await guest.arrives('when');
      await guest.settles();
      const people = guest.page.getByRole('spinbutton', { name: 'Number of people (2 to 6)' });
      const hears = async (typed: string, heard: string) => {
        await people.fill(typed);
        await people.blur();
        assert.equal(await guest.announced(), heard);
      };
      await hears('99', '6 (2 to 6)');
      assert.equal(await people.inputValue(), '6');
      await hears('50', '6 (2 to 6)\u00a0');
      await hears('1', '2 (2 to 6)');
      await hears('4', '2 (2 to 6)');
      await guest.button('more').click();
      assert.equal(await guest.announced(), '5');
    });
  });

  it('announce a new total after the guest changes the party or the add-ons, but not the first total', async () => {
    const add_ons = [{ key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, eur: 3.5, per: 'piece', max: 5 }];
    const listed = await newVenueWithTimes(world(), {
      facility: { capacity: 8, pricing: { per: 'person', eur: 12.5, rules: [], add_ons } },
    });
    await world().visit({ tenant: paid.slug, locale: 'en' }, async (guest) => {
      await guest.arrives('when');
      await guest.settles();
      assert.equal(await guest.announced(), '');
      await guest.button('more').click();
      await guest.hears('2, Total €25.00');
    });
    const [slot] = await listed.slotsOf(daysAhead(4));
    assert.ok(slot);
    await world().visit({ tenant: listed.slug, locale: 'en' }, async (guest) => {
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await guest.sees('€12.50');
      await guest.settles();
      await guest.page.waitForTimeout(500);
      assert.equal(await guest.announced(), '');
      await guest.page.getByRole('button', { name: `Towel: ${guest.say('more')}` }).click();
      await guest.hears('Total €16.00');
    });
  });

  it('describe a time as full if fewer places are left than the smallest party needs', async () => {
    const [slot] = await venue.slotsOf(daysAhead(5));
    assert.ok(slot);
    await venue.take({ ...slot, free: 7 });
    await world().visit({ tenant: venue.slug, locale: 'en' }, async (guest) => {
      await guest.arrives('when');
      await chooseDay(guest, daysAhead(5));
      await guest.settles();
      assert.match((await time(guest, slot).textContent()) ?? '', /full$/);
    });
  });

  it('have no landmark per widget and no trailing space in the name of an unnamed widget', async () => {
    const api = world().stack.api.url;
    const body = tag({ tenant: venue.slug, api }).repeat(3);
    await world().visit({ tenant: venue.slug, page: { body } }, async (guest) => {
      await guest.page.locator('button[data-slot]').nth(2).waitFor();
      assert.equal(await guest.page.getByRole('region').count(), 0);
      const label = await guest.page.locator('[part=widget]').first().getAttribute('aria-label');
      assert.equal(label, guest.say('book'));
    });
  });
});
