import assert from 'node:assert/strict';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { pageOf } from '../fixtures/tickets.ts';

const name = (text: string) => ({ nl: text, en: text });

/** Visits at the facility's VAT rate, and a meal at another rate. */
const pricing: Pricing = {
  per: 'person',
  eur: 20,
  categories: [
    { key: 'visit', name: name('Visit'), percent: 100 },
    { key: 'dinner', name: name('Visit with dinner'), eur: 45, vat_percent: 9 },
  ],
  rules: [{ name: 'Discount', effect: 'multiply', percent: 90 }],
};
type Share = { amount_eur: number; vat_eur: number };
const total = (shares: Share[]) => shares.reduce((sum, share) => sum + Math.round(share.amount_eur * 100), 0);

/** VAT included in prices, from the quote to the reports. */
export function vat(stack: () => Stack): void {
  describe('VAT', () => {
    let venue: PaidVenue;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const facility = () => `/facilities/${venue.facility}`;
    const csv = (path: string) =>
      call(`${stack().api.url}/api/admin/venues/${venue.slug}${path}`, {
        headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' },
      });

    beforeAll(async () => {
      venue = await newPaidVenue(stack(), { facility: { pricing, vat_percent: 21 } });
    });

    /** €20 and €45, less 10 % each: €18 includes €3.12 VAT, and €40.50 includes €3.34. */
    const shares = [
      { percent: 9, amount_eur: 40.5, vat_eur: 3.34 },
      { percent: 21, amount_eur: 18, vat_eur: 3.12 },
    ];

    it('VAT is quoted, stored with the booking, and shown on the ticket, mail, dashboard and export', async () => {
      const [slot_id] = venue.slots;
      const guests = { visit: 1, dinner: 1 };
      const quoted = await call(`${stack().api.url}/api/site/quotes`, {
        ...{ method: 'POST', headers: { 'X-Tenant': venue.slug }, body: { slot_id, guests } },
      });
      assert.deepEqual([quoted.body.total_eur, quoted.body.vat], [58.5, shares]);
      const made = await venue.book({ slot_id, guests, people: undefined, quote: quoted.body.quote });
      assert.deepEqual([made.booking.amount_eur, made.booking.vat], [58.5, shares]);
      assert.equal(total(made.booking.vat), 5850);
      assert.deepEqual((await venue.shown(made.id)).vat, shares);
      const ticket = await pageOf({ url: made.ticketUrl });
      for (const text of ['Waarvan btw 9%', '€\u00a03,34', 'Waarvan btw 21%', '€\u00a03,12', 'geen factuur'])
        assert.ok(ticket.text.includes(text), text);
      assert.ok((await pageOf({ url: `${made.ticketUrl}?lang=en` })).text.includes('Of which VAT 21%'));
      await venue.paymentDue(made.id);
      await eventually('the mail is sent', () => stack().mail.to(made.email).length > 0);
      const text = stack().mail.to(made.email)[0]?.mail.text ?? '';
      for (const part of ['Waarvan btw 9%', '€\u00a03,34']) assert.ok(text.includes(part), text);
      const [header = '', row = ''] = (await csv('/bookings')).text.trim().split('\r\n');
      assert.ok(header.includes(',guests_by_category,vat_eur,vat_by_rate,'), header);
      assert.ok(row.includes(',"visit 1, dinner 1",6.46,"9%: 3.34, 21%: 3.12",'), row);
    });

    it('existing bookings keep the old VAT rate after the rate changes', async () => {
      const { id } = await venue.book({ slot_id: venue.slots[1], people: 1 });
      const changed = await admin('PATCH', facility(), { vat_percent: 5.5 });
      assert.deepEqual([changed.status, changed.body.vat_percent], [200, 5.5], changed.text);
      const later = await venue.book({ slot_id: venue.slots[1], people: 1 });
      assert.deepEqual(later.booking.vat, [{ percent: 5.5, amount_eur: 18, vat_eur: 0.94 }]);
      assert.deepEqual((await venue.shown(id)).vat, [{ percent: 21, amount_eur: 18, vat_eur: 3.12 }]);
      await admin('PATCH', facility(), { vat_percent: null });
      const none = await venue.book({ slot_id: venue.slots[1], people: 1 });
      assert.equal('vat' in none.booking, false);
      await admin('PATCH', facility(), { vat_percent: 21 });
    });

    it('a quote with the same price and the new VAT rate corrects a booking once', async () => {
      const api = stack().api;
      const slug = await api.newVenue();
      const at = await api.newFacility(slug, { price_eur: 20, vat_percent: 9 });
      const { slots } = (await api.get(slug, `/facilities/${at}/slots?date=${daysAhead(5)}`)).body;
      const { id } = (await api.book(slug, { slot_id: slots[0].id, people: 2 })).body.booking;
      const its = (method: string, path = '', body?: unknown) =>
        api.admin(method, `/venues/${slug}/bookings/${id}${path}`, body);
      await api.admin('PATCH', `/venues/${slug}/facilities/${at}`, { vat_percent: 21 });
      for (const times of [1, 2]) {
        const { body: quoted } = await its('POST', '/quote', {});
        assert.deepEqual(
          quoted.vat,
          [{ percent: 21, amount_eur: 40, vat_eur: 6.94 }],
          JSON.stringify(quoted),
        );
        const changed = await its('PATCH', '', { quote: quoted.quote, notify: false });
        assert.deepEqual([changed.body.vat, changed.body.amount_eur], [quoted.vat, 40], changed.text);
        const lines = changed.body.history.filter(({ action }: { action: string }) => action === 'corrected');
        assert.equal(lines.length, 1, `times: ${times}`);
      }
    });

    it('reports sum VAT by rate, without unpaid bookings', async () => {
      const other = await newPaidVenue(stack(), { facility: { price_eur: 10, vat_percent: 9 } });
      // An unpaid booking, which does not count.
      const { booking } = await other.book({ people: 3 });
      const date = booking.starts_at.slice(0, 10);
      const path = `/venues/${other.slug}`;
      const made = [];
      for (const people of [3, 1]) {
        const booked = await stack().api.admin('POST', `${path}/bookings`, {
          ...{ slot_id: other.slots[5], customer_name: 'Bo', people },
        });
        assert.equal(booked.status, 201, booked.text);
        made.push(booked.body);
      }
      const { body } = await stack().api.admin('GET', `${path}/figures?from=${date}&to=${date}`);
      // €30 includes €2.48, €10 includes €0.83.
      const share = { percent: 9, amount_eur: 40, vat_eur: 3.31 };
      assert.deepEqual(
        [made.map((booking) => booking.vat[0].vat_eur), body.totals.booked_eur, body.totals.vat, body.vat],
        [[2.48, 0.83], 40, [share], [{ from: date, to: date, ...share }]],
      );
      assert.equal(body.before.vat, undefined);
      const table = await call(
        `${stack().api.url}/api/admin${path}/figures?from=${date}&to=${date}&table=vat`,
        {
          headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' },
        },
      );
      assert.equal(
        table.text.replace(/^\uFEFF/, '').trim(),
        `from,to,percent,amount_eur,vat_eur\r\n${date},${date},9,40,3.31`,
      );
    });

    it('rejects an invalid VAT rate, and omits VAT where no rate is set', async () => {
      for (const [vat_percent, words] of [
        [30.01, 'vat_percent'],
        [-1, 'vat_percent'],
        [9.005, 'two decimals'],
        ['9', 'vat_percent'],
      ] as const) {
        const { status, body } = await admin('PATCH', facility(), { vat_percent });
        assert.deepEqual([status, body.error.includes(words)], [422, true], body.error);
      }
      const [, dinner] = pricing.categories ?? [];
      const dear = { ...pricing, categories: [{ ...dinner, vat_percent: 31 }] };
      assert.equal((await admin('PATCH', facility(), { pricing: dear })).status, 422);
      assert.equal((await admin('GET', facility())).body.vat_percent, 21);
      const look = { pricing, date: '2026-12-05', time: '10:00', guests: { visit: 1, dinner: 1 } };
      const without = await admin('POST', '/price-preview', look);
      const withVat = await admin('POST', '/price-preview', { ...look, vat_percent: 21 });
      assert.deepEqual([without.body.vat, withVat.body.vat], [undefined, shares]);
      const [seen] = (await stack().api.get(venue.slug, '/facilities')).body.facilities;
      assert.equal('vat_percent' in seen, false);
      const plain = await newPaidVenue(stack());
      assert.equal('vat' in (await plain.book()).booking, false);
    });
  });
}
