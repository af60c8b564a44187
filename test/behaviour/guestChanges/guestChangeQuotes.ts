import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { call, eventually } from '../../stack/api.ts';
import { booksBalance } from '../../stack/money.ts';
import { newPaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { ACCEPT_JSON, assertRejected, changePages, changesOf } from '../fixtures/changePages.ts';
import { type LunchVenue, newChangeableVenue } from '../fixtures/lunchVenue.ts';

/** A guest's change applies exactly what the guest confirmed, once. */
export function guestChangeQuotes(stack: () => Stack): void {
  describe('quotes for a guest’s own change', () => {
    let venue: LunchVenue;
    beforeAll(async () => {
      venue = await newChangeableVenue(stack());
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const { ask, at, quoted, quoteOf, send } = changePages(stack);

    it('a change is applied once when its form is sent repeatedly and concurrently', async () => {
      const { id, ticketUrl } = await venue.paid();
      for (const wish of [`slot=${venue.slotAt('T12:00')}`, 'people=4']) {
        const before = (await changesOf(venue, id)).length;
        const quote = await quoteOf(ticketUrl, wish);
        const answers = await Promise.all(Array.from({ length: 6 }, () => send(ticketUrl, quote)));
        assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], answers[0]?.text);
        assert.equal((await send(ticketUrl, quote)).status, 200);
        assert.equal((await changesOf(venue, id)).length, before + 1);
      }
      // The event that triggers mail to the guest, mail to the venue, and webhooks.
      const told = await stack().database.query(
        `SELECT FROM booking.outbox WHERE subject = 'events.booking.booking_changed' AND payload->>'bookingId' = $1`,
        [String(id)],
      );
      assert.equal(told.rowCount, 2);
      await booksBalance(stack());
    });

    it('one of two concurrent changes is applied, and the places of the other are released', async () => {
      const { id, ticketUrl } = await venue.paid({ slot_id: venue.slotAt('T09:00') });
      const [one, two] = [venue.slotAt('T17:00'), venue.slotAt('T18:00')];
      const free = async () => [
        await venue.free(one),
        await venue.free(two),
        await venue.free(venue.slotAt('T09:00')),
      ];
      const before = await free();
      const quotes = await Promise.all([one, two].map((slot) => quoteOf(ticketUrl, `slot=${slot}`)));
      const answers = await Promise.all(quotes.map((quote) => send(ticketUrl, quote)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      assert.equal((await changesOf(venue, id)).length, 1);
      await eventually('the places are taken once', async () => {
        const after = await free();
        const taken = after.map((places, at) => (before[at] ?? 0) - places);
        return taken.slice(0, 2).sort().join() === '0,2' && taken[2] === -2;
      });
    });

    it('a quote is accepted only for the same booking in the same state', async () => {
      const [mine, others] = [await venue.paid(), await venue.paid()];
      const wish = `slot=${venue.slotAt('T12:00')}`;
      const quote = await quoteOf(others.ticketUrl, wish);
      assertRejected(await send(mine.ticketUrl, quote), 422, /prijsopgave/);
      const own = await quoteOf(mine.ticketUrl, wish);
      const [body = '', mac = ''] = own.split('.');
      const cheaper = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), amountCents: 1 };
      const forged = `${Buffer.from(JSON.stringify(cheaper)).toString('base64url')}.${mac}`;
      assertRejected(await send(mine.ticketUrl, forged), 422, /prijsopgave/);
      const ofDesk = await admin('POST', `/bookings/${mine.id}/quote`, { slot_id: venue.slotAt('T12:00') });
      assertRejected(await send(mine.ticketUrl, ofDesk.body.quote), 422, /prijsopgave/);
      const ofAnybody = await call(`${stack().api.url}/api/site/quotes`, {
        headers: { 'X-Tenant': venue.slug },
        body: { slot_id: venue.slotAt('T12:00'), people: 2 },
      });
      assertRejected(await send(mine.ticketUrl, ofAnybody.body.quote), 422, /prijsopgave/);
      for (const form of [{ quote: '' }, { quote: '.' }, {}])
        assert.equal((await ask(at(mine.ticketUrl, '/change'), { ...ACCEPT_JSON, form })).status, 422);
      // After the desk changed the booking, the guest must confirm again.
      assert.equal((await admin('PATCH', `/bookings/${mine.id}`, { people: 3 })).status, 200);
      assertRejected(await send(mine.ticketUrl, own), 409, /net gewijzigd/);
      const page = await ask(at(mine.ticketUrl, '/change?people=2'), { form: { quote: own } });
      assertRejected(page, 409, /role="alert">.*net gewijzigd/);
      assert.match(page.text, /<form class="choose"/);
      // An invalid ticket link opens nothing.
      assert.equal((await ask(at(mine.ticketUrl, 'x/change'), { form: { quote: own } })).status, 404);
      assert.deepEqual(await changesOf(venue, others.id), []);
      assert.equal((await changesOf(venue, mine.id)).length, 1);
    });

    it('a guest category that no longer exists gets no quote', async () => {
      const category = (key: string, eur: number) => ({ key, name: { nl: key, en: key }, eur });
      const families = (...categories: object[]) => ({ per: 'person', eur: 10, rules: [], categories });
      const adult = category('adult', 10);
      const zoo = await newPaidVenue(stack(), {
        venue: { change_until_hours: 2 },
        facility: { pricing: families(adult, category('child', 6)) },
      });
      const { id, ticketUrl } = await zoo.bookAndPay({ guests: { adult: 1, child: 2 } });
      const path = `/venues/${zoo.slug}/facilities/${zoo.facility}`;
      const pricing = families(adult, category('kid', 7));
      assert.equal((await stack().api.admin('PATCH', path, { pricing })).status, 200);
      const other = zoo.slots[3];
      assertRejected(await quoted(ticketUrl, `slot=${other}`), 422, /child/);
      const byDesk = (body: object) =>
        stack().api.admin('POST', `/venues/${zoo.slug}/bookings/${id}/quote`, body);
      assertRejected(await byDesk({ slot_id: other }), 422, /child/);
      const { body } = await quoted(ticketUrl, `slot=${other}&guests.adult=1&guests.kid=2`);
      assert.deepEqual([body.total_eur, body.people], [24, 3]);
      // A move without a quote keeps the guests and the amount.
      const moved = await stack().api.admin('PATCH', `/venues/${zoo.slug}/bookings/${id}`, {
        slot_id: other,
      });
      assert.deepEqual([moved.status, moved.body.people, moved.body.amount_eur], [200, 3, 22], moved.text);
    });

    it('a quote is rejected if an earlier refund has lowered its refund', async () => {
      const { id, ticketUrl } = await venue.paid();
      const quote = await quoteOf(ticketUrl, 'people=1');
      assert.equal((await admin('POST', `/bookings/${id}/refunds`, { amount_eur: 5 })).status, 201);
      await eventually(
        'the refund is recorded',
        async () => (await quoted(ticketUrl, 'people=1')).body.refund_eur === 5,
      );
      assertRejected(await send(ticketUrl, quote), 409, /net gewijzigd/);
      assert.equal((await send(ticketUrl, await quoteOf(ticketUrl, 'people=1'))).status, 200);
      await eventually('both refunds are made', async () => (await venue.wentBack(id)).length === 2);
      assert.deepEqual(await venue.wentBack(id), [5, 5]);
      await booksBalance(stack());
    });
  });
}
