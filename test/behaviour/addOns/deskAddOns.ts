import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { call } from '../../stack/api.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { chosen, counts, day, name, pricing, taken } from '../fixtures/addOnList.ts';

/** How staff book, change and count add-ons. */
export function deskAddOns(stack: () => Stack): void {
  describe('add-ons at the desk', () => {
    let venue: PaidVenue;
    beforeAll(async () => {
      venue = await newPaidVenue(stack(), { facility: { capacity: 8, pricing, vat_percent: 21 } });
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);

    it('lets the desk leave out required add-ons and adjusts add-ons when a booking changes', async () => {
      const slot_id = venue.slots[4] as number;
      const made = await admin('POST', '/bookings', {
        ...{ slot_id, customer_name: 'Bo', people: 2, locale: 'nl', add_ons: { ...chosen, cleaning: 0 } },
      });
      assert.equal(made.status, 201, made.text);
      assert.deepEqual([made.body.amount_eur, counts(made.body.add_ons)], [44.5, '3 towel, 2 robe']);
      const path = `/bookings/${made.body.id}`;
      const change = async (wish: object) => {
        const { body } = await admin('POST', `${path}/quote`, wish);
        const { body: changed, text } = await admin('PATCH', path, { ...wish, quote: body.quote });
        assert.equal(changed.amount_eur, body.total_eur, text);
        return changed;
      };
      // One robe per person, so three. Cleaning stays left out.
      const more = await change({ people: 3 });
      assert.deepEqual([more.amount_eur, counts(more.add_ons)], [61.5, '3 towel, 3 robe']);
      assert.deepEqual(more.history.at(-1).changes.slice(0, 2), [
        { what: 'people', before: 2, after: 3 },
        { what: 'add_ons', before: 'towel 3, robe 2', after: 'towel 3, robe 3' },
      ]);
      const fewer = await change({ add_ons: { towel: 1, cleaning: 0 } });
      assert.deepEqual([fewer.people, fewer.amount_eur, counts(fewer.add_ons)], [3, 33.5, '1 towel']);
      const agreed = await admin('PATCH', path, { add_ons: { towel: 2, robe: 1, cleaning: 0 } });
      assert.deepEqual(
        [agreed.body.amount_eur, counts(agreed.body.add_ons), agreed.body.price_lines],
        [33.5, '2 towel, 3 robe', undefined],
        'the agreed amount does not change',
      );
      const unknown = await admin('PATCH', path, { add_ons: { sled: 1 } });
      assert.deepEqual([unknown.status, unknown.headers.get('error-code')], [422, 'add_on_unknown']);

      // The other facility offers only towels, at another price.
      const [towel] = pricing.add_ons ?? [];
      const other = await stack().api.newFacility(venue.slug, {
        ...{ name: 'Hall', pricing: { per: 'booking', eur: 10, rules: [], add_ons: [{ ...towel, eur: 1 }] } },
      });
      const { body: list } = await stack().api.get(venue.slug, `/facilities/${other}/slots?date=${day}`);
      const moved = await change({ slot_id: list.slots[0].id });
      assert.deepEqual([moved.amount_eur, counts(moved.add_ons)], [12, '2 towel']);
      const back = await change({ slot_id });
      assert.deepEqual([back.amount_eur, counts(back.add_ons)], [62, '2 towel, 1 cleaning']);
    });

    it('keeps the add-ons of a booking, with their old names, after the facility stops offering them', async () => {
      const made = await venue.book({ slot_id: venue.slots[5], people: 2, add_ons: chosen });
      const [, , cleaning] = pricing.add_ons ?? [];
      const save = (add_ons: unknown) =>
        admin('PATCH', `/facilities/${venue.facility}`, { pricing: { ...pricing, add_ons } });
      try {
        assert.equal((await save([{ ...cleaning, name: name('Poetsen', 'Scrubbing') }])).status, 200);
        assert.deepEqual((await venue.shown(made.id)).add_ons, taken(2));
        const refused = await stack().api.book(venue.slug, {
          slot_id: venue.slots[5],
          add_ons: { towel: 1 },
        });
        assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, 'add_on_unknown']);
        const desk = await admin('POST', '/bookings', {
          slot_id: venue.slots[6],
          customer_name: 'Bo',
          people: 2,
        });
        assert.equal((await save(pricing.add_ons)).status, 200);
        assert.equal(
          (await admin('PATCH', `/bookings/${desk.body.id}`, { add_ons: chosen })).body.add_ons.length,
          3,
        );
        assert.equal((await save([])).status, 200);
        const { body } = await admin('POST', `/bookings/${desk.body.id}/quote`, { people: 3 });
        assert.equal(body.total_eur, 30 + 10.5 + 21 + 25, 'priced as when it was booked');
      } finally {
        assert.equal((await save(pricing.add_ons)).status, 200);
      }
    });

    it('counts the add-ons of bookings that were not cancelled in the reports, by start date', async () => {
      const other = await newPaidVenue(stack(), { facility: { pricing, capacity: 8 } });
      const path = `/venues/${other.slug}`;
      const make = async (add_ons: object) => {
        const body = { slot_id: other.slots[0], customer_name: 'Bo', people: 2, add_ons };
        return (await stack().api.admin('POST', `${path}/bookings`, body)).body.id as number;
      };
      await make({ towel: 2, robe: 1 });
      await make({ towel: 1 });
      const cancelled = await make({ towel: 4 });
      await stack().api.admin('POST', `${path}/bookings/${cancelled}/cancel`, {});
      const { body } = await stack().api.admin('GET', `${path}/figures?from=${day}&to=${day}`);
      const [towel, robe, cleaning] = taken(2);
      const counted = [
        { ...cleaning, count: 2 },
        { ...robe, count: 2 },
        { ...towel, count: 3 },
      ];
      assert.deepEqual(body.totals.add_ons, counted);
      assert.deepEqual(
        body.add_ons,
        counted.map((addOn) => ({ from: day, to: day, ...addOn })),
      );
      assert.equal(body.before.add_ons, undefined);
      const table = await call(
        `${stack().api.url}/api/admin${path}/figures?from=${day}&to=${day}&table=add_ons`,
        { headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' } },
      );
      const [head, first] = table.text.replace(/^\uFEFF/, '').split('\r\n');
      assert.deepEqual(
        [head, first],
        ['from,to,key,count,name_nl,name_en', `${day},${day},cleaning,2,Schoonmaak,Cleaning`],
      );
    });
  });
}
