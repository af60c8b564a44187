import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { eventually, newAddress } from '../../stack/api.ts';
import { booksBalance } from '../../stack/money.ts';
import { newPaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { assertRejected, changePages, changesOf } from '../fixtures/changePages.ts';
import { type LunchVenue, newChangeableVenue } from '../fixtures/lunchVenue.ts';

/** Which changes guests may make to their bookings, and until when. */
export function guestChangeLimits(stack: () => Stack): void {
  describe('limits on a guest’s own change', () => {
    let venue: LunchVenue;
    beforeAll(async () => {
      venue = await newChangeableVenue(stack());
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    /** Moves a booking's start to the given number of hours from now, whatever its slot. */
    const startIn = (id: number, hours: number) =>
      stack().database.query(
        `UPDATE booking.booking SET created_at = now() - interval '1 year',
           starts_at = now() + $2 * interval '1 hour', ends_at = now() + ($2 + 1) * interval '1 hour' WHERE id = $1`,
        [id, hours],
      );
    const { ask, at, quoted, quoteOf, refusal, send } = changePages(stack);

    it('caps apply to bookings that become free by a change, also for concurrent changes', async () => {
      const one = (key: string, eur: number) => ({ key, name: { nl: key, en: key }, eur });
      const capped = await newPaidVenue(stack(), {
        venue: { change_until_hours: 2, max_coming_bookings_per_email: 2 },
        facility: {
          capacity: 30,
          max_people_per_booking: 8,
          pricing: { per: 'person', eur: 10, rules: [], categories: [one('adult', 10), one('child', 0)] },
        },
      });
      const customer_email = `${randomUUID()}@example.com`;
      const paid: Awaited<ReturnType<typeof capped.bookAndPay>>[] = [];
      for (let count = 0; count < 4; count++)
        paid.push(await capped.bookAndPay({ guests: { adult: 1 }, customer_email }));
      const quotes = await Promise.all(
        paid.map(({ ticketUrl }) => quoteOf(ticketUrl, 'guests.adult=0&guests.child=6')),
      );
      const sent = await Promise.all(paid.map(({ ticketUrl }, at) => send(ticketUrl, quotes[at] ?? '')));
      assert.deepEqual(sent.map(({ status }) => status).sort(), [200, 200, 429, 429]);
      const at = sent.findIndex(({ status }) => status === 200);
      const { ticketUrl } = paid[at] ?? assert.fail();
      // The refund of the first change may change the booking between a quote and its use, which answers 409.
      await eventually('a booking that is already free is changed', async () => {
        const again = await quoteOf(ticketUrl, 'guests.adult=0&guests.child=5');
        const { status } = await send(ticketUrl, again);
        assert.ok(status === 200 || status === 409, String(status));
        return status === 200;
      });
      await booksBalance(stack());
    });

    it('the ticket page explains why a time or party size is unavailable', async () => {
      const { id, ticketUrl } = await venue.paid();
      const own = venue.slotAt('T10:00');
      assert.deepEqual(await refusal(ticketUrl, `slot=${own}&people=9`), [
        422,
        'Het aantal personen mag hooguit 8 zijn.',
      ]);
      assert.deepEqual(await refusal(ticketUrl, `slot=${own}&people=2`), [
        422,
        'Zo is het al geboekt. Wijzig eerst iets.',
      ]);
      const blocked = venue.slotAt('T15:00');
      assert.equal((await admin('PATCH', `/slots/${blocked}`, { blocked: true })).status, 200);
      assert.deepEqual(await refusal(ticketUrl, `slot=${blocked}&people=2`), [
        422,
        'Deze tijd is geblokkeerd. Kies een andere tijd.',
      ]);
      assert.match((await ask(at(ticketUrl, '/change'))).text, /15:00–16:00<\/b> <small>niet beschikbaar/);
      const small = venue.slotAt('T16:00');
      assert.equal((await admin('PATCH', `/slots/${small}`, { capacity: 3 })).status, 200);
      assert.deepEqual(await refusal(ticketUrl, `slot=${small}&people=4`), [
        422,
        'Niet genoeg plaatsen: nog 3 vrij. Boek minder personen of kies een andere tijd.',
      ]);
      assert.equal((await admin('PATCH', `/slots/${own}`, { blocked: true, force: true })).status, 200);
      assert.deepEqual(await refusal(ticketUrl, `slot=${own}&people=3`), [
        422,
        'Deze tijd is geblokkeerd. Kies een andere tijd.',
      ]);
      assert.equal((await quoted(ticketUrl, 'people=1')).status, 200, 'fewer may come');
      assert.equal((await admin('PATCH', `/slots/${own}`, { blocked: false })).status, 200);
      assert.equal((await quoted(ticketUrl, 'slot=1')).status, 422);
      const other = await stack().api.newFacility(venue.slug, { name: 'Other' });
      const day = await stack().api.get(venue.slug, `/facilities/${other}/slots?date=${venue.date}`);
      assert.equal(
        (await quoted(ticketUrl, `slot=${day.body.slots[0].id}`)).status,
        422,
        'a slot of another facility',
      );
      assert.deepEqual(await changesOf(venue, id), []);
    });

    it('the venue’s current settings apply to a change, even with an earlier quote', async () => {
      const shut = await newPaidVenue(stack(), { venue: { change_until_hours: 2 } });
      const { ticketUrl } = await shut.bookAndPay();
      const [own = 0, other] = shut.slots;
      const [grow, shrink, move] = [
        await quoteOf(ticketUrl, 'people=3'),
        await quoteOf(ticketUrl, 'people=1'),
        await quoteOf(ticketUrl, `slot=${other}`),
      ];
      const set = async (path: string, body: Record<string, unknown>) => {
        const answer = await stack().api.admin('PATCH', `/venues/${shut.slug}${path}`, body);
        assert.equal(answer.status, 200, answer.text);
      };
      await set(`/slots/${own}`, { blocked: true, force: true });
      assertRejected(await send(ticketUrl, grow), 422, /geblokkeerd/);
      await set(`/slots/${own}`, { blocked: false });
      await set('', { live: false });
      for (const quote of [grow, shrink, move])
        assertRejected(await send(ticketUrl, quote), 422, /op dit moment geen/);
      assertRejected(await quoted(ticketUrl, 'people=1'), 422, /op dit moment geen/);
      await set('', { live: true });
      await set(`/facilities/${shut.facility}`, { active: false, force: true });
      for (const quote of [grow, shrink, move]) assertRejected(await send(ticketUrl, quote), 422, /tijd/);
      await set(`/facilities/${shut.facility}`, { active: true });
      await set(`/slots/${own}`, { blocked: true, force: true });
      assert.equal((await send(ticketUrl, shrink)).body.people, 1, 'fewer people are allowed');
    });

    it('guests may not change a booking whose history is half full, but the venue may', async () => {
      const { id, ticketUrl } = await venue.paid();
      await stack().database.query(
        `INSERT INTO booking.history (venue_id, booking_id, actor, action)
         SELECT venue_id, id, 'system', 'noted' FROM booking.booking, generate_series(1, 250) WHERE id = $1`,
        [id],
      );
      for (const wish of ['people=1', `slot=${venue.slotAt('T12:00')}`])
        assertRejected(
          await send(ticketUrl, await quoteOf(ticketUrl, wish)),
          409,
          /geschiedenis .* vol \(250 regels\)/,
        );
      assert.equal((await admin('PATCH', `/bookings/${id}`, { people: 3 })).status, 200);
    });

    it('a change counts towards the hourly booking limit of its client', async () => {
      const { ticketUrl } = await venue.paid();
      const from = newAddress();
      const people = (time: number) => `people=${time % 2 ? 3 : 2}`;
      for (let time = 1; time <= 20; time++)
        assert.equal((await send(ticketUrl, await quoteOf(ticketUrl, people(time)), from)).status, 200);
      const quote = await quoteOf(ticketUrl, people(21));
      assertRejected(await send(ticketUrl, quote, from), 429, /Te veel boekingen/);
      assert.equal((await send(ticketUrl, quote)).status, 200, 'from another address');
    });

    it('a guest may change a booking only if the venue allows it, after payment and before the deadline', async () => {
      const { id, ticketUrl } = await venue.book({ slot_id: venue.slotAt('T10:00') });
      assertRejected(await quoted(ticketUrl, 'people=1'), 409, /nog niet betaald/);
      const waiting = await ask(at(ticketUrl));
      assert.match(waiting.text, /Zodra je hebt betaald, kun je je boeking nog wijzigen tot/);
      assert.doesNotMatch(waiting.text, /\/change"/);
      assert.deepEqual((await ask(at(ticketUrl, '/change'))).status, 302);
      assert.equal(
        (await stack().api.admin('POST', `/venues/${venue.slug}/bookings/${id}/cancel`)).status,
        200,
      );
      assertRejected(await quoted(ticketUrl, 'people=1'), 409, /geannuleerd/);

      const made = await venue.paid();
      const quote = await quoteOf(made.ticketUrl, 'people=1');
      // 23 hours: still before the venue's deadline for changes, but past the one for cancelling, which also
      // applies.
      await startIn(made.id, 23);
      assertRejected(await send(made.ticketUrl, quote), 422, /Wijzigen kon tot/);
      const late = await ask(at(made.ticketUrl));
      assert.match(late.text, /Wijzigen kon tot/);
      assert.doesNotMatch(late.text, /\/change"/);
      await startIn(made.id, 25);
      assert.equal((await admin('PATCH', '', { change_until_hours: 48 })).status, 200);
      await eventually(
        'the new deadline applies',
        async () => (await quoted(made.ticketUrl, 'people=1')).status === 422,
      );
      assert.equal((await admin('PATCH', '', { change_until_hours: null })).status, 200);
      await eventually(
        'changes are off',
        async () => !(await ask(at(made.ticketUrl))).text.includes('Wijzigen kon'),
      );
      assertRejected(await send(made.ticketUrl, quote), 422, /niet online wijzigen/);
      assert.equal((await admin('PATCH', '', { change_until_hours: 2 })).status, 200);
      await eventually(
        'changes are on',
        async () => (await quoted(made.ticketUrl, 'people=1')).status === 200,
      );
      assert.deepEqual(await changesOf(venue, made.id), []);
    });

    it('a guest may not change a booking once cancelling would no longer refund in full', async () => {
      const tiered = await newPaidVenue(stack(), {
        venue: {
          change_until_hours: 0,
          cancel_until_hours: 0,
          refund_tiers: [
            { until_hours: 48, percent: 100 },
            { until_hours: 24, percent: 50 },
          ],
        },
        facility: { price_eur: 10 },
      });
      const { id, ticketUrl } = await tiered.bookAndPay();
      const far = tiered.slots.at(-1);
      const [move, shrink] = [await quoteOf(ticketUrl, `slot=${far}`), await quoteOf(ticketUrl, 'people=1')];
      for (const hours of [47, 23, 1]) {
        await startIn(id, hours);
        for (const quote of [move, shrink])
          assertRejected(await send(ticketUrl, quote), 422, /Wijzigen kon tot/);
        assertRejected(await quoted(ticketUrl, `slot=${far}`), 422, /Wijzigen kon tot/);
      }
      await startIn(id, 49);
      assert.equal((await send(ticketUrl, shrink)).status, 200);
      await eventually('half is refunded', async () => {
        const { payments } = await tiered.shown(id);
        return payments[0].refunds[0]?.amount_eur === 10;
      });
      await booksBalance(stack());
    });
  });
}
