import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { choose, chooseDay, fillIn, sendForm, time } from './picking.ts';
import { takePicture } from './takePicture.ts';
import { newVenueWithTimes } from './venues.ts';
import { artifacts, inOneWorld } from './world.ts';

describe('the price for a party in the widget', () => {
  const world = inOneWorld();

  it('is shown for each time if prices differ, as the server computes it', async () => {
    const day = daysAhead(6);
    const listed = await newVenueWithTimes(world(), {
      facility: {
        ...{ mode: 'FULL', capacity: 6 },
        pricing: {
          per: 'party',
          parties: [
            { people: 1, eur: 135 },
            { people: 3, eur: 220 },
          ],
          rules: [
            { name: 'Feestdag', first_date: day, last_date: day, effect: 'add', eur: 7.5, per: 'person' },
          ],
        },
      },
    });
    const [first] = await listed.slotsOf(day);
    assert.ok(first);
    await world().visit({ tenant: listed.slug }, async (guest) => {
      const { page, arrives, sees, button } = guest;
      await arrives('when');
      await sees(/135[.,]00/);
      await chooseDay(guest, day);
      await guest.settles();
      const tile = time(guest, first);
      assert.match((await tile.textContent()) ?? '', /142[.,]50/);
      for (const _ of [1, 2]) await button('more').click();
      assert.match((await tile.textContent()) ?? '', /242[.,]50/);
      await takePicture(page, { path: path.join(artifacts, 'prices.png'), fullPage: true });
      await tile.click();
      await arrives('details');
      await sees(/242[.,]50/);
      // The price lines come from the quote, which the booking then names.
      await sees(/3 × Feestdag/);
      await sees(/22[.,]50/);
      await takePicture(page, { path: path.join(artifacts, 'quote.png'), fullPage: true });
      await button('back').click();
      await arrives('when');
      await button('fewer').click();
      await tile.click();
      await arrives('details');
      await sees(/2 × Feestdag/);
      await sees(/150[.,]00/);
      const email = 'party-prices@example.com';
      await fillIn(guest, email);
      await sendForm(guest);
      await arrives('booked');
      await sees(/150[.,]00/);
      assert.deepEqual(
        (await listed.bookings(email)).map(({ people }) => people),
        [2],
      );
    });
  });

  it('stays what the button shows, also without a price list, whatever the venue changes meanwhile', async () => {
    const plain = await newVenueWithTimes(world(), { facility: { price_eur: 10 } });
    const ask = async (price_eur: number) => {
      const path = `/venues/${plain.slug}/facilities/${plain.facility}`;
      const { status, text } = await world().stack.api.admin('PATCH', path, { price_eur });
      assert.equal(status, 200, text);
    };
    const day = daysAhead(8);
    const [first, second] = await plain.slotsOf(day);
    assert.ok(first && second);
    await world().visit({ tenant: plain.slug }, async (guest) => {
      const { arrives, sees, button } = guest;
      for (const [slot, asked, shown, later] of [
        [first, 10, 10, 25],
        [second, 0, 0, 25],
      ] as const) {
        await ask(asked);
        await guest.page.reload();
        await arrives('when');
        const promised = guest.page.waitForResponse('**/api/site/quotes');
        await choose(guest, slot);
        await promised;
        await guest.settles();
        await fillIn(guest, `plain-${slot.id}@example.com`);
        if (shown) await sees(/Boeken voor €\s10,00/);
        await ask(later);
        await sendForm(guest);
        await arrives('booked');
        const [booking] = await plain.bookings(`plain-${slot.id}@example.com`);
        assert.equal(booking?.amount_eur, shown);
        await button('again').click();
      }
      // The price rose after the facility was loaded: the button shows the new price before anything is sent.
      await ask(10);
      await guest.page.reload();
      await arrives('when');
      await guest.settles();
      await ask(25);
      const [, , third] = await plain.slotsOf(day);
      assert.ok(third);
      await choose(guest, third);
      await sees(/Boeken voor €\s25,00/);
      assert.equal(await guest.page.getByText(/1 × €\s10,00/).count(), 0);
    });
  });

  it('names the rule that sets or raises the whole price', async () => {
    const group = await newVenueWithTimes(world(), {
      facility: {
        ...{ mode: 'FULL', capacity: 8 },
        pricing: {
          ...{ per: 'person', eur: 50 },
          rules: [
            { name: 'Duo', to_people: 2, effect: 'replace', eur: 90, per: 'booking' },
            { name: 'Groepsprijs', from_people: 7, effect: 'at_least', eur: 380, per: 'booking' },
          ],
        },
      },
    });
    const [first] = await group.slotsOf(daysAhead(6));
    assert.ok(first);
    await world().visit({ tenant: group.slug }, async (guest) => {
      const { page, arrives, sees, button, say } = guest;
      await arrives('when');
      await choose(guest, first);
      await arrives('details');
      const more = async (people: number) => {
        await button('back').click();
        await arrives('when');
        for (let added = 0; added < people; added++) await button('more').click();
        await time(guest, first).click();
        await arrives('details');
      };
      await sees(/^Duo/);
      await sees(/Boeken voor €\s90,00/);
      await more(2);
      await sees(/Boeken voor €\s150,00/);
      assert.equal(
        await page.getByText(/Duo|Groepsprijs|Per persoon/).count(),
        0,
        'one plain line says nothing',
      );
      await more(4);
      await sees(/^Groepsprijs/);
      await sees(/Boeken voor €\s380,00/);
      await sees(say('total'));
      await more(1);
      await sees(/Boeken voor €\s400,00/);
      assert.equal(await page.getByText('Groepsprijs').count(), 0);
      await takePicture(page, { path: path.join(artifacts, 'price-of-group.png'), fullPage: true });
    });
  });

  it('is shown before booking for parties larger than the list of times covers', async () => {
    const large = await newVenueWithTimes(world(), {
      facility: {
        ...{ mode: 'FULL', capacity: 30, min_people: 21, max_people_per_booking: 30 },
        pricing: { per: 'person', eur: 7.5, rules: [], least_eur: 20 },
      },
    });
    const day = daysAhead(7);
    const [first] = await large.slotsOf(day);
    assert.ok(first);
    const email = 'party-large@example.com';
    await world().visit({ tenant: large.slug }, async (guest) => {
      const { page, say, arrives, sees } = guest;
      guest.tolerate(/503/);
      await page.route('**/api/site/quotes', (route) =>
        route.fulfill({ status: 503, json: { error: 'Down.' } }),
      );
      await arrives('when');
      await chooseDay(guest, day);
      await time(guest, first).click();
      await arrives('details');
      await fillIn(guest, email);
      await sendForm(guest);
      await sees(say('failed'));
      await page.unroute('**/api/site/quotes');
      await sendForm(guest);
      await sees(/157[.,]50/);
      assert.deepEqual(await large.bookings(email), []);
      await takePicture(page, { path: path.join(artifacts, 'price-looked-up.png'), fullPage: true });
      await sendForm(guest);
      await arrives('booked');
      assert.equal((await large.bookings(email)).length, 1);
    });
  });
});
