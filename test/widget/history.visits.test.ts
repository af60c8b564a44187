import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import type { Guest } from './guest.ts';
import { tag } from './guest.ts';
import { choose, chooseDay, fillIn, sendForm, setPeople, time } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

describe('the browser’s Back and Forward in the widget', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  let day: string;
  beforeAll(async () => {
    venue = await newVenueWithTimes(world(), { facility: { capacity: 50 }, others: [{ name: 'Bad' }] });
    day = daysAhead(4);
  });

  const chosen = ({ page }: Guest) => page.locator('button[aria-selected=true], [aria-selected=true] button');
  /** Goes to the details of a slot and returns the slot. */
  const toDetails = async (guest: Guest) => {
    await guest.arrives('what');
    await guest.page.getByRole('button', { name: /Sauna/ }).click();
    await guest.arrives('when');
    const [slot] = await venue.slotsOf(day);
    assert.ok(slot);
    await choose(guest, slot);
    await guest.arrives('details');
    return slot;
  };

  it('move between steps and choices, and keep the page’s URL and own state', async () => {
    await world().visit({ tenant: venue.slug }, async (guest) => {
      const { page, arrives } = guest;
      const address = page.url();
      await page.evaluate(() => history.replaceState({ ofThePage: 1 }, ''));
      await toDetails(guest);
      await fillIn(guest, 'back@example.com');
      await page.goBack();
      await arrives('when');
      assert.equal(await chosen(guest).getAttribute('data-date'), day);
      await page.goBack();
      await arrives('what');
      await page.goForward();
      await arrives('when');
      await page.goForward();
      await arrives('details');
      assert.equal(await page.locator('[name=customer_email]').inputValue(), 'back@example.com');
      assert.equal(page.url(), address);
      assert.equal(await page.evaluate(() => history.state.ofThePage), 1);
      // The widget's own back button uses the history too.
      await guest.button('back').click();
      await arrives('when');
      await page.goForward();
      await arrives('details');
    });
  });

  for (const [kind, state] of [
    ['a text', "'of the page'"],
    ['a number', '7'],
    ['a list', '[1, 2]'],
    ['a map', 'new Map([[1, 2]])'],
    ['a date', 'new Date(0)'],
  ] as const)
    it(`leave a state of the page alone that is ${kind}`, async () => {
      await world().visit({ tenant: venue.slug }, async (guest) => {
        const { page, arrives } = guest;
        const kept = () =>
          page.evaluate(() => [history.state, Object.prototype.toString.call(history.state)]);
        await page.evaluate(`history.replaceState(${state}, '')`);
        const before = await kept();
        await toDetails(guest);
        assert.deepEqual(await kept(), before);
        await guest.button('back').click();
        await arrives('when');
        await guest.button('back').click();
        await arrives('what');
        assert.deepEqual(await kept(), before);
      });
    });

  it('restore the step, day and time after a reload, and store no personal data', async () => {
    await world().visit({ tenant: venue.slug }, async (guest) => {
      const { page, arrives, button } = guest;
      await arrives('what');
      await page.reload();
      await arrives('what');
      await page.getByRole('button', { name: /Sauna/ }).click();
      await arrives('when');
      await chooseDay(guest, day);
      await guest.settles();
      await page.reload();
      await arrives('when');
      await guest.settles();
      assert.equal(await chosen(guest).getAttribute('data-date'), day);
      await page.goBack();
      await arrives('what');
      const slot = await toDetails(guest);
      await button('back').click();
      await arrives('when');
      await setPeople(guest, 3);
      await time(guest, slot).click();
      await arrives('details');
      await fillIn(guest, 'reload@example.com');
      await page.reload();
      await arrives('details');
      await guest.sees(slot.starts_at.slice(11, 16));
      await guest.sees(guest.say('persons', { count: 3 }));
      // Entries of an earlier version have no party.
      await page.evaluate(() => {
        const { 'venue-booking': mine, ...others } = history.state;
        const older = Object.entries<object>(mine).map(([name, place]) => [
          name,
          { ...place, people: undefined, guests: undefined },
        ]);
        history.replaceState({ ...others, 'venue-booking': Object.fromEntries(older) }, '');
      });
      await page.reload();
      await arrives('details');
      await guest.sees(guest.say('persons', { count: 1 }));
      const kept = await page.evaluate(() =>
        JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]),
      );
      assert.doesNotMatch(kept, /reload@example/);
    });
  });

  it('do not return into a completed booking', async () => {
    await world().visit({ tenant: venue.slug }, async (guest) => {
      const { page, arrives } = guest;
      await toDetails(guest);
      await fillIn(guest, 'once@example.com');
      await sendForm(guest);
      await arrives('booked');
      await page.goBack();
      await guest.settles();
      await arrives('booked');
      await page.reload();
      await arrives('booked');
      await guest.button('again').click();
      await arrives('what');
      assert.equal((await venue.bookings('once@example.com')).length, 1);
    });
  });

  it('wait for a booking that is under way', async () => {
    await world().visit({ tenant: venue.slug }, async (guest) => {
      const { page, arrives } = guest;
      await toDetails(guest);
      await fillIn(guest, 'waiting@example.com');
      const sent = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<void>();
      await page.route('**/api/site/bookings', async (route) => {
        if (route.request().method() === 'POST') {
          sent.resolve();
          await answer.promise;
        }
        await route.continue();
      });
      await sendForm(guest);
      await sent.promise;
      await page.goBack();
      await arrives('details');
      answer.resolve();
      await arrives('booked');
      assert.equal((await venue.bookings('waiting@example.com')).length, 1);
    });
  });

  it('move only the widget that the guest used, with two on a page', async () => {
    const widget = (id: string) => tag({ id, tenant: venue.slug, api: world().stack.api.url });
    const body = `<main>${widget('one')}${widget('two')}</main>`;
    await world().visit({ tenant: venue.slug, page: { body } }, async ({ page, say }) => {
      const heading = (id: string, text: 'what' | 'when') =>
        page
          .locator(`#${id}`)
          .getByRole('heading', { level: 2, name: say(text), exact: true })
          .waitFor();
      const pick = (id: string) => page.locator(`#${id}`).getByRole('button', { name: /Sauna/ }).click();
      await heading('one', 'what');
      await heading('two', 'what');
      await pick('one');
      await heading('one', 'when');
      await pick('two');
      await heading('two', 'when');
      await page.goBack();
      await heading('two', 'what');
      await heading('one', 'when');
      await page.goBack();
      await heading('one', 'what');
      await heading('two', 'what');
    });
  });

  it('return from payment to the booking, also in another tab, where it is requested at once', async () => {
    const paid = await newVenueWithTimes(world(), { paid: true, facility: { capacity: 20, price_eur: 10 } });
    const [slot] = await paid.slotsOf(day);
    assert.ok(slot);
    await world().visit({ tenant: paid.slug }, async (guest) => {
      const { page, arrives, say } = guest;
      await arrives('when');
      await choose(guest, slot);
      await arrives('details');
      await fillIn(guest, 'paying@example.com');
      await sendForm(guest);
      await page.waitForURL(/[/]sandbox[/]/);
      const paying = page.url();
      await page.goBack();
      await arrives('checkingPayment');
      const heading = (of: typeof page, text: 'checkingPayment' | 'booked') =>
        of.getByRole('heading', { level: 2, name: say(text), exact: true }).waitFor();
      const other = await guest.context.newPage();
      await other.goto(guest.url);
      await heading(other, 'checkingPayment');
      const third = await guest.context.newPage();
      await third.goto(paying);
      await third.locator('button[name=outcome][value=paid]').click();
      await third.waitForURL(guest.url);
      await heading(third, 'booked');
      for (const tab of [page, other]) {
        await tab.bringToFront();
        await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
        await heading(tab, 'booked');
      }
    });
  });

  it('affect no other tab', async () => {
    await world().visit({ tenant: venue.slug }, async (guest) => {
      await toDetails(guest);
      const other = await guest.context.newPage();
      await other.goto(guest.page.url());
      await other.getByRole('heading', { level: 2, name: guest.say('what'), exact: true }).waitFor();
      await guest.page.goBack();
      await guest.arrives('when');
      await other.getByRole('button', { name: /Bad/ }).click();
      await guest.page.goForward();
      await guest.arrives('details');
    });
  });
});
