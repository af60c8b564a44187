import assert from 'node:assert/strict';
import { it } from 'vitest';
import { eventually } from '../../stack/api.ts';
import type { GuestPage } from '../guest.ts';
import { choose, chooseDay, filledIn, fillIn, sendForm, time } from '../picking.ts';
import { dayFor } from '../venues.ts';
import type { Walk } from './walk.ts';

const outOfOrder = { status: 503, headers: { 'Access-Control-Allow-Origin': '*' }, body: 'Bad gateway' };

/** States in which the guest can't continue, and how they end. */
export function standstills(walk: () => Walk): void {
  it('shows that booking is not open yet, and that there is nothing to book', async () => {
    const { world, variant, locale, venues, check } = walk();
    await world.visit({ tenant: venues.soon.slug, variant, locale }, async (guest) => {
      await guest.sees(guest.say('notLive'));
      await check(guest, 'coming soon');
      const { detail } = await guest.happens('ready');
      assert.equal(detail.live, false);
    });
    await world.visit({ tenant: venues.empty.slug, variant, locale }, async (guest) => {
      await guest.sees(guest.say('empty'));
      await check(guest, 'empty');
    });
  });

  it('shows that it is loading', async () => {
    const { world, variant, locale, venues, day, check } = walk();
    let answer = () => {};
    let answered = Promise.resolve();
    const hold = () => {
      answered = new Promise((resolve) => {
        answer = resolve;
      });
    };
    const prepare = async (page: GuestPage) => {
      hold();
      await page.route(/[/]api[/]site[/]/, async (route) => {
        await answered;
        await route.continue().catch(() => {});
      });
    };
    await world.visit({ tenant: venues.single.slug, variant, locale, prepare }, async (guest) => {
      const busy = guest.page.locator('[aria-busy=true]').first();
      await busy.waitFor();
      await check(guest, 'loading');
      answer();
      await guest.page.locator('button[data-slot]').first().waitFor();
      await guest.settles();
      hold();
      await chooseDay(guest, day);
      await busy.waitFor();
      await guest.page.waitForTimeout(400);
      await check(guest, 'loading the times of another day');
      answer();
      const [slot] = await venues.single.slotsOf(day);
      await time(guest, slot ?? { id: 0 }).waitFor();
      await guest.settles();
    });
  });

  it('shows after too many attempts when to try again, and keeps the details', async () => {
    const { world, variant, locale, venues, check, usedUpAddress: address } = walk();
    const day = locale === 'nl' ? dayFor.full : dayFor.closed;
    const { slug, slotsOf } = venues.single;
    const [slot] = await slotsOf(day);
    assert.ok(slot);
    await world.visit({ tenant: slug, variant, locale, address }, async (guest) => {
      const { say, arrives, sees } = guest;
      guest.tolerate(/status of 429/);
      await arrives('when');
      await choose(guest, slot);
      await arrives('details');
      await fillIn(guest, 'many@example.com');
      const before = await filledIn(guest);
      await sendForm(guest);
      await sees(
        new RegExp(say('rateLimited', { minutes: 99 }).replaceAll('.', '[.]').replace('99', '(59|60)')),
      );
      await check(guest, 'rate-limited');
      assert.deepEqual(await filledIn(guest), before);
    });
  });

  it('offers a retry after the API fails', async () => {
    const { world, variant, locale, venues, day, check } = walk();
    const { slug, slotsOf } = venues.single;
    const [, , , last] = await slotsOf(day);
    assert.ok(last);
    let broken = true;
    const prepare = async (page: GuestPage) => {
      await page.route(/[/]api[/]site[/]/, (route) =>
        broken ? route.fulfill(outOfOrder) : route.continue(),
      );
    };
    await world.visit({ tenant: slug, variant, locale, prepare }, async (guest) => {
      const { page, say, arrives, sees, button } = guest;
      guest.tolerate(/status of 503/);
      await sees(say('failed'));
      await check(guest, 'the first load failed');
      const { detail } = await guest.happens('error');
      assert.deepEqual(detail, { kind: 'failed', status: 503, message: '' });
      broken = false;
      await button('retry').click();
      await arrives('when');
      await page.locator('button[data-slot]').first().waitFor();

      broken = true;
      await chooseDay(guest, day);
      await sees(say('failed'));
      await check(guest, 'times failed');
      broken = false;
      await button('retry').click();
      await time(guest, last).click();
      await arrives('details');

      broken = true;
      await fillIn(guest, 'retry@example.com');
      await sendForm(guest);
      await sees(say('failed'));
      broken = false;
      await sendForm(guest);
      await arrives('booked');
      await eventually(
        'one booking',
        async () => (await venues.single.bookings('retry@example.com')).length > 0,
      );
    });
  });
}
