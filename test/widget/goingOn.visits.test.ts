import assert from 'node:assert/strict';
import path from 'node:path';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { goOffline } from './browser.ts';
import type { GuestPage } from './guest.ts';
import { choose, chooseDay, fillIn, sendForm, time } from './picking.ts';
import { takePicture } from './takePicture.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { artifacts, inOneWorld } from './world.ts';

describe('the widget after a pause', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  let paid: VenueWithTimes;
  beforeAll(async () => {
    [venue, paid] = await Promise.all([
      newVenueWithTimes(world(), { facility: { capacity: 20, min_people: 2 } }),
      newVenueWithTimes(world(), { paid: true, facility: { capacity: 20, price_eur: 10 } }),
    ]);
  });

  it('reloads the times when the guest returns to the tab', async () => {
    const [slot] = await venue.slotsOf(daysAhead(3));
    assert.ok(slot);
    await world().visit({ tenant: venue.slug }, async (guest) => {
      await guest.arrives('when');
      await guest.page
        .locator(`button[data-date="${daysAhead(3)}"]`)
        .or(guest.button('nextWeek'))
        .first()
        .waitFor();
      await choose(guest, slot);
      await guest.arrives('details');
      await guest.button('back').click();
      await guest.arrives('when');
      await guest.settles();
      await venue.take(slot);
      await guest.page.evaluate(() =>
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      );
      await guest.page.locator(`button[data-slot="${slot.id}"][aria-disabled=true]`).waitFor();
    });
  });

  it('reloads the times of a page that stays visible overnight', async () => {
    const [slot] = await venue.slotsOf(daysAhead(5));
    assert.ok(slot);
    const prepare = async (page: GuestPage) => page.clock.install();
    await world().visit({ tenant: venue.slug, prepare }, async (guest) => {
      await guest.arrives('when');
      await chooseDay(guest, daysAhead(5));
      await time(guest, slot).waitFor();
      await guest.settles();
      await venue.take(slot);
      assert.equal(await time(guest, slot).getAttribute('aria-disabled'), 'false');
      await guest.page.clock.fastForward('08:00:00');
      await guest.page.locator(`button[data-slot="${slot.id}"][aria-disabled=true]`).waitFor();
    });
  });

  it('does not send a booking by itself after the guest changed it', async () => {
    const [, slot] = await venue.slotsOf(daysAhead(3));
    assert.ok(slot);
    await world().visit({ tenant: venue.slug }, async (guest) => {
      const { page, context, arrives, sees, say } = guest;
      guest.tolerate(/ERR_INTERNET_DISCONNECTED/);
      await arrives('when');
      await choose(guest, slot);
      await arrives('details');
      await fillIn(guest, 'changed@example.com');
      await goOffline(page, world().stack.api.url);
      await sendForm(guest);
      await sees(say('offline'));
      await page.locator('[name=customer_name]').fill('Anna de Wit');
      await context.setOffline(false);
      await page.getByText(say('offline')).waitFor({ state: 'hidden' });
      await guest.settles();
      assert.deepEqual(await venue.bookings('changed@example.com'), []);
      await sendForm(guest);
      await arrives('booked');
      assert.deepEqual(
        (await venue.bookings('changed@example.com')).map(({ customer_name }) => customer_name),
        ['Anna de Wit'],
      );
    });
  });

  it('shows fields that the venue added after the form was opened, and keeps the draft', async () => {
    const { slug, slotsOf, facility, bookings } = await newVenueWithTimes(world());
    const { admin } = world().stack.api;
    const [slot] = await slotsOf(daysAhead(3));
    assert.ok(slot);
    await world().visit({ tenant: slug }, async (guest) => {
      const { page, arrives, sees } = guest;
      guest.tolerate(/422/);
      await arrives('when');
      await choose(guest, slot);
      await arrives('details');
      await fillIn(guest, 'asked@example.com');
      const fields = [{ key: 'phone', label: 'Telefoon', type: 'tel', required: true }];
      assert.equal((await admin('PUT', `/venues/${slug}/fields`, { fields })).status, 200);
      assert.equal(
        (await admin('PATCH', `/venues/${slug}/facilities/${facility}`, { name: 'Stoombad' })).status,
        200,
      );
      await sendForm(guest);
      await sees(guest.say('required'));
      await eventually(
        'what is missing has the focus',
        async () => (await guest.focused()).name === 'extra.phone',
      );
      assert.equal(await page.getByText('Stoombad').count(), 1);
      await takePicture(page, { path: path.join(artifacts, 'field-asked-since.png'), fullPage: true });
      await fillIn(guest, 'asked@example.com', { 'extra.phone': '06 1234 5678' });
      await sendForm(guest);
      await arrives('booked');
      assert.equal((await bookings('asked@example.com')).length, 1);
      await guest.button('again').click();
      await arrives('when');
      await guest.settles();
      const renamed = { name: 'Bad', max_people_per_booking: 1 };
      assert.equal((await admin('PATCH', `/venues/${slug}/facilities/${facility}`, renamed)).status, 200);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await sees('Bad');
    });
  });

  it('does not redirect after being removed during a booking, and shows the booking once reinserted', async () => {
    const [slot] = await paid.slotsOf(daysAhead(3));
    assert.ok(slot);
    await world().visit({ tenant: paid.slug }, async (guest) => {
      const { page } = guest;
      let goOn = () => {};
      const waiting = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route('**/api/site/bookings', async (route) => {
        await waiting;
        await route.continue();
      });
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await fillIn(guest, 'away@example.com');
      await sendForm(guest);
      const element = await page.evaluateHandle(async () => {
        const it = document.querySelector('venue-booking') as Element;
        it.remove();
        await new Promise((resolve) => setTimeout(resolve, 50));
        return it;
      });
      const answered = page.waitForResponse('**/api/site/bookings');
      goOn();
      await (await answered).finished();
      await page.waitForTimeout(300);
      assert.equal(page.url(), guest.url);
      await element.evaluate((it) => document.body.append(it));
      await guest.arrives('unpaid');
      assert.equal(page.url(), guest.url);
    });
  });

  it('stays usable when a listener of the page throws', async () => {
    const [, , slot] = await venue.slotsOf(daysAhead(3));
    assert.ok(slot);
    await world().visit({ tenant: venue.slug }, async (guest) => {
      guest.tolerate(/listener/);
      await guest.page.evaluate(() => {
        for (const name of ['step', 'booked'])
          addEventListener(`venue-booking:${name}`, () => {
            throw new Error('listener');
          });
      });
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await guest.button('back').click();
      await time(guest, slot).click();
      await guest.arrives('details');
      await fillIn(guest, 'listener@example.com');
      await sendForm(guest);
      await guest.arrives('booked');
    });
  });
});
