import assert from 'node:assert/strict';
import { it } from 'vitest';
import { choose, filledIn, fillIn, sendForm, time } from '../picking.ts';
import type { Walk } from './walk.ts';

export function slotLost(walk: () => Walk): void {
  it('returns to the times if the slot has been taken, and keeps the details', async () => {
    const { world, variant, locale, day, venues, check } = walk();
    const { slug, slotsOf, take, bookings } = venues.single;
    const email = `lost-${variant}-${locale}@example.com`;
    const [first, second, third] = await slotsOf(day);
    assert.ok(first && second && third);
    await world.visit({ tenant: slug, variant, locale }, async (guest) => {
      const { page, say, arrives, sees } = guest;
      // The browser's own error about the rejected request.
      guest.tolerate(/status of 422/);
      // With one facility there is nothing to choose.
      await arrives('when');
      await choose(guest, third);
      await arrives('details');
      await guest.button('back').click();
      await arrives('when');

      await guest.settles();
      await take(first);
      await time(guest, first).click();
      await sees(say('slotLost'));
      await arrives('when');
      await check(guest, 'slot lost at the re-check');
      await page.locator(`button[data-slot="${first.id}"][aria-disabled=true]`).waitFor();

      await time(guest, second).click();
      await arrives('details');
      await fillIn(guest, email);
      const before = await filledIn(guest);
      await take(second);
      await sendForm(guest);
      await sees(say('slotLost'));
      await arrives('when');

      await time(guest, third).click();
      await arrives('details');
      assert.deepEqual(await filledIn(guest), before, 'the draft is kept');
      await sendForm(guest);
      await arrives('booked');
      const [booking] = await bookings(email);
      assert.equal(booking?.starts_at, third.starts_at);
    });
  });
}
