import assert from 'node:assert/strict';
import { it } from 'vitest';
import { goOffline } from '../browser.ts';
import { chooseDay, fillIn, sendForm, time } from '../picking.ts';
import type { Walk } from './walk.ts';

export function offline(walk: () => Walk): void {
  it('continues by itself once the guest is online again', async () => {
    const { world, variant, locale, day, venues, check } = walk();
    const { slug, slotsOf, bookings } = venues.paid;
    const [, slot] = await slotsOf(day);
    assert.ok(slot);
    const email = `offline-${variant}-${locale}@example.com`;
    await world.visit({ tenant: slug, variant, locale }, async (guest) => {
      const { page, context, say, arrives, sees } = guest;
      guest.tolerate(/ERR_INTERNET_DISCONNECTED/);
      const noConnection = page.getByText(say('offline'));
      await arrives('when');
      await guest.settles();
      await goOffline(page, world.stack.api.url);
      await chooseDay(guest, day);
      await sees(say('offline'));
      await check(guest, 'offline, choosing a day');
      await context.setOffline(false);
      await time(guest, slot).waitFor();
      await noConnection.waitFor({ state: 'hidden' });

      await time(guest, slot).click();
      await arrives('details');
      await fillIn(guest, email);
      await goOffline(page, world.stack.api.url);
      await sendForm(guest);
      await sees(say('offline'));
      await check(guest, 'offline, booking');
      await context.setOffline(false);
      await page.waitForURL(/[/]sandbox[/]/);
      assert.equal((await bookings(email)).length, 1, 'it is booked once');
    });
  });
}
