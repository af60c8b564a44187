import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { call, eventually } from '../../stack/api.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { chosen, counts, day, lines, name, pricing, taken } from '../fixtures/addOnList.ts';
import { pageOf } from '../fixtures/tickets.ts';

/** Add-ons from the facility list to the payment. */
export function addOns(stack: () => Stack): void {
  describe('add-ons', () => {
    let venue: PaidVenue;
    beforeAll(async () => {
      venue = await newPaidVenue(stack(), { facility: { capacity: 8, pricing, vat_percent: 21 } });
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const quoteOf = (body: Record<string, unknown>) =>
      call(`${stack().api.url}/api/site/quotes`, {
        ...{ method: 'POST', headers: { 'X-Tenant': venue.slug }, body },
      });

    it('lists add-ons with the facilities and includes required ones in every price', async () => {
      const [facility] = (await stack().api.get(venue.slug, '/facilities')).body.facilities;
      assert.deepEqual(facility.price, {
        ...{ per: 'person', from_eur: 45, varies: true },
        add_ons: [
          {
            ...{ key: 'towel', name: name('Handdoek <b>', 'Towel <b>'), eur: 3.5 },
            per: 'piece',
            required: false,
            max: 6,
          },
          { key: 'robe', name: name('Badjas', 'Robe'), eur: 7, per: 'person', required: false, max: 1 },
          {
            key: 'cleaning',
            name: name('Schoonmaak', 'Cleaning'),
            eur: 25,
            per: 'booking',
            required: true,
            max: 1,
          },
        ],
      });
      // The lowest price per person: a party of eight shares the cleaning fee.
      assert.equal(facility.price_eur, 23.12);
      const { body } = await stack().api.get(venue.slug, `/facilities/${venue.facility}/slots?date=${day}`);
      assert.deepEqual(body.slots[0].price.totals_eur.slice(0, 2), [35, 45]);
    });

    it('charges the quoted add-ons and shows them on the booking, ticket, mail, calendar and export', async () => {
      const [slot_id] = venue.slots as [number];
      const quoted = await quoteOf({ slot_id, people: 2, add_ons: chosen });
      assert.deepEqual([quoted.body.total_eur, quoted.body.lines], [69.5, lines]);
      const { id, booking, ticketUrl, email } = await venue.book({
        ...{ slot_id, add_ons: chosen, quote: quoted.body.quote },
      });
      const vat = [
        { percent: 9, amount_eur: 10.5, vat_eur: 0.87 },
        { percent: 21, amount_eur: 59, vat_eur: 10.24 },
      ];
      for (const told of [booking, await venue.shown(id)])
        assert.deepEqual(
          [told.amount_eur, told.price_lines, told.add_ons, told.vat],
          [69.5, lines, taken(2), vat],
        );
      const asked = async () => {
        const { rows } = await stack().database.query(
          'SELECT amount_cents::int AS cents FROM payment.payment WHERE booking_id = $1',
          [id],
        );
        return rows[0]?.cents === 6950;
      };
      await eventually('the payment service has the amount', asked);
      const words = '3 × Handdoek &lt;b&gt;, 2 × Badjas, 1 × Schoonmaak';
      const ticket = await pageOf({ url: ticketUrl });
      assert.ok(ticket.text.includes(words), ticket.text);
      const english = await pageOf({ url: `${ticketUrl}?lang=en` });
      assert.ok(english.text.includes('2 × Robe, 1 × Cleaning'));
      const json = await call(ticketUrl, { headers: { Accept: 'application/json' } });
      assert.deepEqual(json.body.add_ons, taken(2));
      await venue.paymentDue(id);
      await eventually('the mail is sent', () => stack().mail.to(email).length > 0);
      const { text = '', html = '' } = stack().mail.to(email)[0]?.mail ?? {};
      assert.ok(text?.includes('3 × Handdoek <b>, 2 × Badjas, 1 × Schoonmaak'), text ?? '');
      assert.ok(!String(html).includes('Handdoek <b>'));
      const csv = await call(`${stack().api.url}/api/admin/venues/${venue.slug}/bookings`, {
        headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' },
      });
      assert.ok(csv.text.includes('"towel 3, robe 2, cleaning 1"'), csv.text);
      const calendar = await admin('GET', `/calendar?from=${day}&to=${day}`);
      const shown = calendar.body.bookings.find((each: { id: number }) => each.id === id);
      assert.deepEqual(shown.add_ons, taken(2), calendar.text);
    });

    it('charges required add-ons when an older client sends no add-ons', async () => {
      const { booking } = await venue.book({ slot_id: venue.slots[1], people: 2 });
      assert.deepEqual([booking.amount_eur, counts(booking.add_ons)], [45, '1 cleaning']);
      const { body } = await quoteOf({ slot_id: venue.slots[1], people: 2 });
      const quoted = await venue.book({ slot_id: venue.slots[1], people: 2, quote: body.quote });
      assert.equal(quoted.booking.amount_eur, 45);
    });

    it('rejects unknown add-ons and counts outside the limits, and holds no places', async () => {
      const slot_id = venue.slots[2] as number;
      const cases: [unknown, string, string][] = [
        [{ sled: 1 }, 'add_on_unknown', '"sled"'],
        [{ constructor: 1 }, 'add_on_unknown', '"constructor"'],
        [{ towel: 7 }, 'add_on_too_many', '"Towel <b>": at most 6'],
        [{ robe: 2 }, 'add_on_too_many', '"Robe": at most 1'],
        [{ cleaning: 0 }, 'add_on_too_few', '"Cleaning": at least 1'],
        [{ towel: -1 }, 'validation', 'add_ons.towel'],
        [{ towel: 1.5 }, 'validation', 'add_ons.towel'],
        [{ towel: '2' }, 'validation', 'add_ons.towel'],
        [{ 'To wel': 1 }, 'validation', 'add_ons'],
        [
          Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`a${at}`, 1])),
          'validation',
          'at most 12',
        ],
        ['towel', 'validation', 'add_ons'],
      ];
      for (const [add_ons, code, words] of cases) {
        const wish = { slot_id, add_ons, locale: 'en' };
        for (const refused of [await stack().api.book(venue.slug, wish), await quoteOf(wish)]) {
          assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, code], refused.text);
          assert.ok(refused.body.error.includes(words), refused.body.error);
        }
      }
      assert.equal(await venue.free(slot_id), 8);
      const without = await newPaidVenue(stack());
      const refused = await stack().api.book(without.slug, {
        slot_id: without.slots[0],
        add_ons: { towel: 1 },
      });
      assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, 'add_on_unknown']);
      assert.equal('add_ons' in (await without.book()).booking, false);
    });

    it('rejects a quote that was made for other add-ons', async () => {
      const slot_id = venue.slots[3] as number;
      const { body } = await quoteOf({ slot_id, people: 2, add_ons: { towel: 1 } });
      for (const add_ons of [{ towel: 2 }, { towel: 1, robe: 1 }, {}, undefined]) {
        const refused = await stack().api.book(venue.slug, {
          slot_id,
          people: 2,
          add_ons,
          quote: body.quote,
        });
        assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, 'quote_wrong']);
      }
      const same = { slot_id, people: 2, add_ons: { cleaning: 1, robe: 0, towel: 1 }, quote: body.quote };
      assert.equal((await venue.book(same)).booking.amount_eur, body.total_eur);
    });
  });
}
