import { before, describe, it } from 'node:test';
import { daysAhead } from '../stack/api.ts';
import { choose, fillIn, sendForm } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

describe('a booking that waits for payment', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  before(async () => {
    venue = await newVenueWithTimes(world(), { paid: true, facility: { capacity: 1, price_eur: 10 } });
  });

  it('is what its own tab is told of, also after another tab has left one for payment', async () => {
    const slots = await venue.slotsOf(daysAhead(4));
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
});
