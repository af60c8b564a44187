import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { call, eventually } from '../../stack/api.ts';
import { newPaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { counts, day, name, pricing } from '../fixtures/addOnList.ts';
import { pageOf } from '../fixtures/tickets.ts';

/** Add-ons with a limited stock. */
export function addOnStock(stack: () => Stack): void {
  describe('add-ons with a stock', () => {
    it('sells a limited add-on first come, first served, and releases it on cancellation or expiry', async () => {
      const [towel] = pricing.add_ons ?? [];
      const stocked = (per: 'slot' | 'day') => ({
        ...{ per: 'person', eur: 20, rules: [] },
        add_ons: [{ ...towel, stock: { per, count: 5 } }],
      });
      const few = await newPaidVenue(stack(), { facility: { capacity: 8, pricing: stocked('day') } });
      const [one, two] = few.slots as [number, number];
      const left = async (slot: number) =>
        (await stack().api.get(few.slug, `/slots/${slot}`)).body.add_ons?.[0]?.left;
      const desk = async (method: string, path: string, body: object) => {
        const answer = await stack().api.admin(method, `/venues/${few.slug}/bookings${path}`, body);
        return { ...answer, code: answer.headers.get('error-code') };
      };
      const book = (slot_id: number, towels: number) =>
        desk('POST', '', { slot_id, customer_name: 'Bo', people: 1, add_ons: { towel: towels } });
      assert.equal(await left(one), 5);
      const first = await book(one, 3);
      assert.equal(first.status, 201, first.text);
      assert.equal(await left(two), 2);
      const { body } = await stack().api.get(few.slug, `/facilities/${few.facility}/slots?date=${day}`);
      assert.deepEqual(body.slots[0].add_ons, [{ key: 'towel', left: 2 }]);
      const wish = { slot_id: two, people: 1, add_ons: { towel: 3 }, locale: 'nl' };
      const refused = await stack().api.book(few.slug, wish);
      assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, 'add_on_gone']);
      assert.equal(
        refused.body.error,
        '"Towel <b>": only 2 left at this time. Choose fewer, or another time.',
      );
      assert.equal(await few.free(two), 8, 'no place is held');

      // Raise the count beyond the stock, then to all that is left, move the booking on the same day, then
      // lower the count.
      const path = `/${first.body.id}`;
      const over = await desk('PATCH', path, { add_ons: { towel: 6 } });
      assert.deepEqual([over.status, over.code], [422, 'add_on_gone'], over.text);
      assert.deepEqual([await left(two), await few.free(one)], [2, 7]);
      const more = await desk('PATCH', path, { add_ons: { towel: 5 }, people: 2 });
      assert.deepEqual([more.status, counts(more.body.add_ons)], [200, '5 towel'], more.text);
      assert.deepEqual([await left(two), await few.free(one)], [0, 6]);
      assert.equal((await desk('PATCH', path, { slot_id: two })).status, 200);
      await eventually(
        'the places and towels of the old time are released',
        async () => (await left(one)) === 0 && (await few.free(one)) === 8,
      );
      assert.equal((await desk('PATCH', path, { add_ons: { towel: 4 } })).status, 200);
      assert.equal(await left(two), 1);
      const last = await book(one, 1);
      assert.equal(last.status, 201, last.text);
      assert.equal((await desk('POST', `${path}/cancel`, {})).status, 200);
      await eventually('the towels are released', async () => (await left(one)) === 4);

      // An unpaid booking that expires releases them as well.
      const unpaid = await few.book({ slot_id: two, people: 1, add_ons: { towel: 4 } });
      assert.equal(await left(one), 0);
      await eventually('the payment service has the booking', async () => {
        const { rowCount } = await stack().database.query(
          'SELECT FROM payment.payment WHERE booking_id = $1',
          [unpaid.id],
        );
        return rowCount === 1;
      });
      await few.endHold(unpaid.id);
      await few.becomes(unpaid.id, 'expired');
      await eventually('the towels of the expired booking are released', async () => (await left(one)) === 4);
    });

    it('closes a slot for guests, but not for the desk, when a required add-on has run out', async () => {
      const robe = { key: 'robe', name: name('Badjas', 'Robe'), eur: 7, per: 'person', required: true };
      const few = await newPaidVenue(stack(), {
        facility: {
          ...{ capacity: 8, min_people: 2 },
          pricing: {
            ...{ per: 'person', eur: 20, rules: [] },
            add_ons: [{ ...robe, stock: { per: 'slot', count: 5 } }],
          },
        },
      });
      const [slot_id] = few.slots as [number];
      const get = async (path: string) => (await stack().api.get(few.slug, path)).body;
      const told = async () => {
        const { free, bookable, reason, add_ons } = await get(`/slots/${slot_id}`);
        const { slots } = await get(`/facilities/${few.facility}/slots?date=${day}`);
        const listed = slots.find(({ id }: { id: number }) => id === slot_id);
        assert.deepEqual(
          [listed.free, listed.bookable, listed.reason, listed.add_ons],
          [free, bookable, reason, add_ons],
        );
        const { days } = await get(`/facilities/${few.facility}/availability?from=${day}&to=${day}`);
        return [free, bookable, reason, add_ons[0].left, days[0].free - 5 * (slots.length - 1)];
      };
      const desk = async (body: object) => {
        const wish = { slot_id, customer_name: 'Bo', ...body };
        return stack().api.admin('POST', `/venues/${few.slug}/bookings`, wish);
      };
      assert.deepEqual(await told(), [5, true, undefined, 5, 5]);
      const first = await desk({ people: 2 });
      assert.equal(first.status, 201, first.text);
      assert.deepEqual(await told(), [3, true, undefined, 3, 3]);
      const refused = await stack().api.book(few.slug, { slot_id, people: 4, locale: 'en' });
      assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, 'add_on_gone']);
      assert.equal(refused.body.error, '"Robe": only 3 left at this time. Choose fewer, or another time.');
      // This leaves one robe. Responses must reflect it at once.
      await few.book({ slot_id, people: 2 });
      assert.deepEqual(await told(), [0, false, 'add_on_gone', 1, 0]);
      const { body } = await stack().api.admin('GET', `/venues/${few.slug}/calendar?from=${day}&to=${day}`);
      const shown = body.days[0].facilities[0].slots.find(({ id }: { id: number }) => id === slot_id);
      assert.deepEqual(
        [shown.free, shown.reason, shown.add_ons],
        [4, 'add_on_gone', [{ key: 'robe', left: 1 }]],
      );
      const without = await desk({ people: 3, add_ons: { robe: 0 } });
      assert.equal(without.status, 201, without.text);
      await stack().api.admin('POST', `/venues/${few.slug}/bookings/${first.body.id}/cancel`, {});
      await eventually('the robes are released', async () => (await told())[0] === 3);
    });

    it('lets a booking keep its sold-out add-ons when it moves to another time of the same day', async () => {
      const robe = { key: 'robe', name: name('Badjas', 'Robe'), eur: 0, per: 'person', required: true };
      const few = await newPaidVenue(stack(), {
        venue: { change_until_hours: 2 },
        facility: {
          capacity: 8,
          pricing: {
            ...{ per: 'person', eur: 0, rules: [] },
            add_ons: [{ ...robe, stock: { per: 'day', count: 2 } }],
          },
        },
      });
      const [from, to] = few.slots as [number, number];
      const { ticketUrl } = await few.book({ slot_id: from, people: 2 });
      const reasonOf = async (slot: number) =>
        (await stack().api.get(few.slug, `/slots/${slot}`)).body.reason;
      assert.deepEqual([await reasonOf(from), await reasonOf(to)], ['add_on_gone', 'add_on_gone']);
      const { text } = await pageOf({ url: `${ticketUrl}/change?lang=nl` });
      assert.match(
        text,
        new RegExp(`value="${to}"><b>[^<]*</b> <small>[^<]*een verplichte extra is uitverkocht`),
      );
      const headers = { Accept: 'application/json' };
      const quoted = await call(`${ticketUrl}/change?slot=${to}`, { headers });
      assert.equal(quoted.status, 200, quoted.text);
      const body = new URLSearchParams({ quote: quoted.body.quote });
      const changed = await fetch(`${ticketUrl}/change`, { method: 'POST', headers, body });
      assert.equal(changed.status, 200, await changed.text());
      await eventually('the places of the old time are released', async () => (await few.free(from)) === 0);
      assert.deepEqual([await reasonOf(from), await reasonOf(to)], ['add_on_gone', 'add_on_gone']);
    });
  });
}
