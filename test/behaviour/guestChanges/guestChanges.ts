import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../../stack/api.ts';
import { toCheckout } from '../../stack/guest.ts';
import { booksBalance } from '../../stack/money.ts';
import type { Stack } from '../../stack/stack.ts';
import { assertRejected, changePages, changesOf } from '../fixtures/changePages.ts';
import { type LunchVenue, newChangeableVenue } from '../fixtures/lunchVenue.ts';

/** How guests change their bookings on the ticket pages, and what that costs. */
export function guestChanges(stack: () => Stack): void {
  describe('a guest’s own change', () => {
    let venue: LunchVenue;
    beforeAll(async () => {
      venue = await newChangeableVenue(stack());
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const { ask, at, formOf, quoted, quoteOf, send } = changePages(stack);

    it('a guest chooses a time, confirms the price, and sees the changed ticket', async () => {
      const { id, email, ticketUrl } = await venue.paid();
      assert.match((await ask(at(ticketUrl))).text, /\/change">Boeking wijzigen<\/a>/);
      const choose = await ask(at(ticketUrl, '/change'));
      assert.equal(choose.status, 200);
      assert.match(choose.text, /10:00–11:00<\/b> <small>[^<]*je huidige tijd/);
      const lunch = venue.slotAt('T12:00');
      assert.match(choose.text, new RegExp(`<button name="slot" value="${lunch}"><b>12:00–13:00</b>`));
      const confirm = await ask(at(ticketUrl, `/change?people=2&slot=${lunch}`));
      assert.equal(confirm.status, 200);
      assert.match(confirm.text, /De prijs gaat van € 20,00 naar € 16,00\. Je krijgt € 4,00 terug/);
      assert.match(confirm.text, /Lunch<\/dt><dd dir="auto">€ -4,00|Lunch<\/dt><dd dir="auto">-€ 4,00/);
      assert.match(confirm.text, /Na deze wijziging kun je nog annuleren tot/);
      assert.deepEqual(await changesOf(venue, id), [], 'viewing the change changes nothing');
      const { url, form } = formOf(confirm.text);
      const done = await ask(url, { form });
      assert.deepEqual([done.status, done.location], [303, `${new URL(ticketUrl).pathname}?changed=1`]);
      const ticket = await ask(at(ticketUrl, '?changed=1'));
      assert.match(ticket.text, /role="status">Je boeking is gewijzigd/);
      assert.match(ticket.text, /12:00–13:00/);
      const [line = '', ...more] = await changesOf(venue, id);
      assert.deepEqual(more, []);
      assert.match(line, /^guest: .*T10:00 → .*T12:00, amount: €20\.00 → €16\.00, refund of €4\.00$/);
      await eventually('the difference is refunded', async () => (await venue.wentBack(id)).length > 0);
      assert.deepEqual(await venue.wentBack(id), [4]);
      const mailed = () =>
        stack()
          .mail.to(email)
          .some(({ mail }) => mail.subject?.startsWith('Boeking gewijzigd'));
      await eventually('the mail is sent', mailed);
      await booksBalance(stack());
    });

    it('more people lead to the payment of the difference, and fewer people cause a refund', async () => {
      const { id, ticketUrl } = await venue.paid({ slot_id: venue.slotAt('T14:00') });
      const dearer = await ask(at(ticketUrl, `/change?people=5&slot=${venue.slotAt('T14:00')}&lang=en`));
      assert.match(
        dearer.text,
        /changes from €20\.00 to €50\.00\. You pay the difference of €30\.00 online in the next step/,
      );
      const { url, form } = formOf(dearer.text);
      const done = await ask(url, { form });
      assert.match(done.location ?? '', /\/pay\/[^/?]+\?lang=en$/);
      assert.match(await toCheckout(done.location ?? ''), /\/sandbox\//);
      const shown = await venue.shown(id);
      assert.deepEqual([shown.people, shown.amount_eur, shown.open_eur], [5, 50, 30]);
      const ticket = await send(ticketUrl, await quoteOf(ticketUrl, 'people=1'));
      assert.deepEqual([ticket.status, ticket.body.people, ticket.body.amount_eur], [200, 1, 10]);
      assert.equal(ticket.body.refund_on_cancel_eur, 10, 'also while the other refund is in progress');
      await eventually('the difference is refunded', async () => (await venue.wentBack(id)).length > 0);
      assert.deepEqual(await venue.wentBack(id), [10]);
      assert.deepEqual(await changesOf(venue, id), [
        'guest: people: 2 → 5, amount: €20.00 → €50.00',
        'guest: people: 5 → 1, amount: €50.00 → €10.00, refund of €10.00',
      ]);
      await booksBalance(stack());
    });

    it('a party that has the whole slot may move and change size', async () => {
      const { api } = stack();
      const facility = await api.newFacility(venue.slug, {
        name: 'Room',
        mode: 'FULL',
        capacity: 6,
        price_eur: 0,
      });
      const [own, other, taken] = (
        await api.get(venue.slug, `/facilities/${facility}/slots?date=${venue.date}`)
      ).body.slots;
      const { id, ticketUrl } = await venue.book({ slot_id: own.id });
      await venue.book({ slot_id: taken.id });
      assert.equal((await send(ticketUrl, await quoteOf(ticketUrl, 'people=6'))).body.people, 6);
      assertRejected(await quoted(ticketUrl, `slot=${taken.id}`), 422, /vol/);
      const quote = await quoteOf(ticketUrl, `slot=${other.id}&people=4`);
      const moved = await send(ticketUrl, quote);
      assert.deepEqual([moved.body.starts_at, moved.body.people], [other.starts_at, 4]);
      await eventually('the old slot is released', async () => (await venue.free(own.id)) === 6);
      assert.equal(await venue.free(other.id), 0);
      assert.equal((await changesOf(venue, id)).length, 2);
    });

    it('the page warns before confirmation if the new time rules out cancelling', async () => {
      assert.equal((await admin('PATCH', '', { cancel_until_hours: 24 * 8 })).status, 200);
      const { ticketUrl } = await venue.paid();
      const soon = await stack().api.get(
        venue.slug,
        `/facilities/${venue.facility}/slots?date=${daysAhead(3)}`,
      );
      const { text } = await ask(at(ticketUrl, `/change?slot=${soon.body.slots[0].id}`));
      assert.match(text, /Na deze wijziging kun je niet meer online annuleren/);
      assert.match(text, /De prijs blijft € 20,00/);
      assert.equal((await admin('PATCH', '', { cancel_until_hours: 24 })).status, 200);
    });
  });
}
