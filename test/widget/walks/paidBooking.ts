import assert from 'node:assert/strict';
import { it } from 'vitest';
import { eventually } from '../../stack/api.ts';
import { choose, fillIn, sendForm, setPeople } from '../picking.ts';
import type { Walk } from './walk.ts';

export function paidBooking(walk: () => Walk): void {
  it('opens the payment page and shows the outcome after the return', async () => {
    const { world, variant, locale, day, venues, check } = walk();
    const { slug, slotsOf, bookings } = venues.paid;
    const email = `paid-${variant}-${locale}@example.com`;
    const [slot] = await slotsOf(day);
    assert.ok(slot);
    await world.visit({ tenant: slug, variant, locale }, async (guest) => {
      const { page, say, arrives, sees, happens, button } = guest;
      await arrives('when');
      await setPeople(guest, 2);
      await choose(guest, slot);
      await arrives('details');
      await fillIn(guest, email);
      await sees(/25[.,]00/);
      const order = (await page.locator('form button:not([type])').textContent()) ?? '';
      assert.match(order, /^(Boeken en betalen|Book and pay) · €\s?25[.,]00$/);
      await sees(say('payNext'));
      await sees(say('moneyBack'));
      await sendForm(guest);
      await page.waitForURL(/[/]sandbox[/]/);
      const { detail } = await happens('redirect');
      assert.match(String(detail.checkout_url), /[/]pay[/]/);

      // The guest leaves the payment page without paying: the payment may be in progress, and is still
      // possible.
      await page.goto(guest.url);
      await arrives('checkingPayment');
      await check(guest, 'checking the payment');
      await page
        .getByRole('button', { name: say('pay') })
        .or(page.getByRole('link', { name: say('pay') }))
        .click();
      await page.waitForURL(/[/]sandbox[/]/);
      await page.locator('button[name=outcome][value=paid]').click();
      await page.waitForURL(guest.url);
      await arrives('booked');
      await check(guest, 'booked, after the payment');
      await eventually('it is confirmed', async () => (await bookings(email))[0]?.status === 'confirmed');

      await sees(say('paid'));
      await sees(String((await bookings(email))[0]?.reference));
      // The ticket omits the paid amount if the payment can't be read in time.
      await eventually('it shows the refund', async () => {
        await page.reload();
        await arrives('booked');
        await sees(say('paid'));
        return (await page.getByText(/bij annuleren: €\s25,00|if you cancel: €25\.00/).count()) > 0;
      });
      const file = await page.getByRole('link', { name: say('calendar') }).getAttribute('href');
      assert.match(await (await fetch(file ?? '')).text(), /^BEGIN:VCALENDAR/);

      await button('again').click();
      await arrives('when');
      const kept = await page.evaluate(() => [localStorage, sessionStorage].flatMap(Object.keys));
      // The mark of a booking whose payment was counted stays.
      assert.deepEqual(new Set(kept), new Set(['venue-booking']), 'no ticket is stored after the booking');
    });
  });
}
