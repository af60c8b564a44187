import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { pageOf } from '../fixtures/tickets.ts';

/** In eight and in nine days. The second day has its own price rule, so the weekday does not matter. */
const [plain, special] = [daysAhead(8), daysAhead(9)];

const pricing: Pricing = {
  per: 'party',
  parties: [
    { people: 2, eur: 135, each_more_eur: 42.5 },
    { people: 4, eur: 220 },
  ],
  rules: [
    {
      ...{ name: 'Feestdag <b>', first_date: special, last_date: special },
      ...{ effect: 'add', eur: 15.5, per: 'person' },
    },
    { name: 'Avond', from_time: '20:00', to_time: '23:00', effect: 'multiply', percent: 90 },
  ],
  least_eur: 100,
};

/** Price lists, from the slot list to the charge. */
export function prices(stack: () => Stack): void {
  describe('price list', () => {
    let venue: PaidVenue;
    let path: string;
    const dayOf = async (date: string) =>
      (await stack().api.get(venue.slug, `/facilities/${venue.facility}/slots?date=${date}`)).body.slots;
    const admin = (method: string, body?: unknown) => stack().api.admin(method, path, body);
    const slotAt = async (date: string, time: string) =>
      (await dayOf(date)).find(({ starts_at }: { starts_at: string }) => starts_at === `${date}T${time}`);

    beforeAll(async () => {
      venue = await newPaidVenue(stack(), { facility: { mode: 'FULL', capacity: 6, pricing } });
      path = `/venues/${venue.slug}/facilities/${venue.facility}`;
    });

    it('the facility list shows the starting price, but not the price rules', async () => {
      const { body } = await stack().api.get(venue.slug, '/facilities');
      const [facility] = body.facilities;
      // Six people pay €220, in the evening 10 % less: €198 for all, €33 each.
      assert.deepEqual(
        [facility.price_eur, facility.price, 'pricing' in facility],
        [33, { per: 'party', from_eur: 121.5, varies: true }, false],
      );
      assert.deepEqual((await admin('GET')).body.pricing, pricing);
    });

    it('each slot shows the price of each party size', async () => {
      const totals = async (date: string, time: string) => (await slotAt(date, time)).price.totals_eur;
      assert.deepEqual(await totals(plain, '10:00'), [135, 135, 177.5, 220, 220, 220]);
      assert.deepEqual(await totals(special, '10:00'), [150.5, 166, 224, 282, 297.5, 313]);
      assert.deepEqual(await totals(plain, '20:00'), [121.5, 121.5, 159.75, 198, 198, 198]);
      const slot = await slotAt(plain, '20:00');
      assert.deepEqual((await stack().api.get(venue.slug, `/slots/${slot.id}`)).body.price, slot.price);
    });

    it('charges the price shown and explains it on the booking, ticket, mail and at the desk', async () => {
      const slot = await slotAt(special, '20:00');
      const { id, booking, payment, payUrl, ticketUrl, email } = await venue.book({
        slot_id: slot.id,
        people: 3,
      });
      // €135, plus €42.50 for the third person and €15.50 each: €224. 10 % less is €201.60.
      const lines = [
        { text: '2 personen', count: 1, amount_eur: 135 },
        { text: 'Extra persoon', count: 1, amount_eur: 42.5 },
        { text: 'Feestdag <b>', count: 3, amount_eur: 46.5 },
        { text: 'Avond', count: 1, amount_eur: -22.4 },
      ];
      assert.deepEqual([booking.amount_eur, booking.price_lines], [201.6, lines]);
      assert.equal(slot.price.totals_eur[2], 201.6);
      assert.equal(payment.status, 'open');
      const shown = await venue.shown(id);
      assert.deepEqual([shown.amount_eur, shown.price_lines], [201.6, lines]);
      const asked = async () => {
        const { rows } = await stack().database.query(
          'SELECT amount_cents::int AS cents FROM payment.payment WHERE booking_id = $1',
          [id],
        );
        return rows[0]?.cents === 20_160;
      };
      await eventually('the payment service has the amount', asked);
      const pay = await call(payUrl, { headers: { Accept: 'text/html' } });
      assert.ok(pay.status < 400);
      const ticket = await pageOf({ url: ticketUrl });
      for (const text of ['3 × Feestdag &lt;b&gt;', '€\u00a046,50', '€\u00a0-22,40', '€\u00a0201,60'])
        assert.ok(ticket.text.includes(text), text);
      await venue.paymentDue(id);
      await eventually('the mail is sent', () => stack().mail.to(email).length > 0);
      const text = stack().mail.to(email)[0]?.mail.text ?? '';
      for (const part of ['3 × Feestdag <b>', '€\u00a042,50', '€\u00a0201,60'])
        assert.ok(text.includes(part), part);
    });

    it('a quote keeps its price for a booking after prices change', async () => {
      const other = await newPaidVenue(stack(), { facility: { mode: 'FULL', capacity: 6, pricing } });
      const [first, second] = other.slots;
      const quoteOf = async (body: unknown, slug = other.slug) =>
        call(`${stack().api.url}/api/site/quotes`, { method: 'POST', headers: { 'X-Tenant': slug }, body });
      const before = Date.now();
      const { status, body } = await quoteOf({ slot_id: first, people: 3, locale: 'en' });
      assert.deepEqual(
        [status, body.total_eur, Object.keys(body).sort()],
        [
          ...[
            200,
            body.lines.reduce((sum: number, { amount_eur }: { amount_eur: number }) => sum + amount_eur, 0),
          ],
          ['lines', 'quote', 'total_eur', 'valid_until'],
        ],
      );
      const minutes = (Date.parse(body.valid_until) - before) / 60_000;
      assert.ok(minutes >= 15 && minutes < 16, String(minutes));

      const facility = `/venues/${other.slug}/facilities/${other.facility}`;
      await stack().api.admin('PATCH', facility, { pricing: { per: 'booking', eur: 500, rules: [] } });
      const book = (more: Record<string, unknown>, at = other.slug) =>
        stack().api.book(at, { slot_id: first, people: 3, ...more });
      // A quote for another slot, party or venue, or a forged one: the response shows the current price, and
      // no place is taken.
      const [signed = '', mac = ''] = body.quote.split('.');
      const cheaper = { ...JSON.parse(Buffer.from(signed, 'base64url').toString()), amountCents: 1 };
      const forged = Buffer.from(JSON.stringify(cheaper)).toString('base64url');
      const elsewhere = await newPaidVenue(stack(), { facility: { mode: 'FULL', capacity: 6 } });
      const foreign = await quoteOf({ slot_id: elsewhere.slots[0], people: 3 }, elsewhere.slug);
      for (const wrong of [
        { quote: body.quote, slot_id: second },
        { quote: body.quote, people: 2 },
        { quote: foreign.body.quote },
        { quote: `${forged}.${mac}` },
        { quote: `${signed}.` },
        { quote: signed },
        { quote: '' },
        { quote: 'x.y' },
      ]) {
        const refused = await book({ ...wrong, locale: 'en' });
        assert.deepEqual(
          [refused.status, refused.headers.get('error-code')],
          [422, 'quote_wrong'],
          refused.text,
        );
        assert.ok(refused.body.error.includes('500'), refused.body.error);
      }
      assert.equal(await other.free(first as number), 6);

      const kept = await book({ quote: body.quote });
      assert.equal(kept.status, 201, kept.text);
      assert.deepEqual(
        [kept.body.booking.amount_eur, kept.body.booking.price_lines],
        [body.total_eur, body.lines],
      );
      assert.equal((await book({ slot_id: second })).body.booking.amount_eur, 500);
    });

    it('a quote is valid for as long as the venue sets', async () => {
      const other = await newPaidVenue(stack(), {
        venue: { quote_minutes: 1 },
        facility: { price_eur: 12.5 },
      });
      const [slot_id] = other.slots;
      const ask = {
        method: 'POST',
        headers: { 'X-Tenant': other.slug },
        body: { slot_id, people: 2, locale: 'en' },
      };
      const { body } = await call(`${stack().api.url}/api/site/quotes`, ask);
      assert.deepEqual(
        [body.total_eur, body.lines],
        [25, [{ text: 'Per person', count: 2, amount_eur: 25 }]],
      );
      assert.ok(Date.parse(body.valid_until) <= Date.now() + 60_000);
      const booked = await other.book({ slot_id, quote: body.quote });
      assert.deepEqual([booked.booking.amount_eur, 'price_lines' in booked.booking], [25, false]);
      for (const [wrong, code] of [
        [{ slot_id: 1 }, 'slot_unknown'],
        [{ slot_id, people: 11 }, 'people_too_many'],
        [{ people: 2 }, 'validation'],
      ] as const) {
        const refused = await call(`${stack().api.url}/api/site/quotes`, { ...ask, body: wrong });
        assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, code]);
      }
    });

    it('early-bird rules apply alike in the list, the quote and the charge', async () => {
      const rules: Pricing['rules'] = [
        { name: 'Vroeg', from_hours_ahead: 100, effect: 'multiply', percent: 50 },
        { name: 'Laat', to_hours_ahead: 100, effect: 'add', eur: 99, per: 'booking' },
      ];
      const other = await newPaidVenue(stack(), {
        facility: { pricing: { per: 'booking', eur: 80, rules } },
      });
      const priceOn = async (date: string) =>
        (await stack().api.get(other.slug, `/facilities/${other.facility}/slots?date=${date}`)).body.slots[0];
      assert.equal((await priceOn(daysAhead(2))).price.totals_eur[0], 179);
      const { id: slot_id, price } = await priceOn(plain);
      const quoted = await call(`${stack().api.url}/api/site/quotes`, {
        ...{ headers: { 'X-Tenant': other.slug }, body: { slot_id } },
      });
      const { booking } = await other.book({ slot_id, people: 1 });
      assert.deepEqual([price.totals_eur[0], quoted.body.total_eur, booking.amount_eur], [40, 40, 40]);
    });

    it('desk bookings follow the price list, in the guest’s language', async () => {
      const { id: slot_id } = await slotAt(plain, '10:00');
      const { status, body, text } = await stack().api.admin('POST', `/venues/${venue.slug}/bookings`, {
        ...{ slot_id, customer_name: 'Bo', people: 3, locale: 'en' },
      });
      assert.equal(status, 201, text);
      assert.deepEqual(
        [body.amount_eur, body.price_lines],
        [
          177.5,
          [
            { text: '2 people', count: 1, amount_eur: 135 },
            { text: 'Extra person', count: 1, amount_eur: 42.5 },
          ],
        ],
      );
    });

    it('the owner previews a price list before saving', async () => {
      const look = (body: unknown) => stack().api.admin('POST', `/venues/${venue.slug}/price-preview`, body);
      const party = { date: special, time: '21:59', people: 2, locale: 'en' };
      assert.deepEqual((await look({ ...party, pricing })).body, {
        total_eur: 149.4,
        lines: [
          { text: '2 people', count: 1, amount_eur: 135 },
          { text: 'Feestdag <b>', count: 2, amount_eur: 31 },
          { text: 'Avond', count: 1, amount_eur: -16.6 },
        ],
      });
      const { status, body } = await look({ ...party, pricing: { ...pricing, per: 'booking' } });
      assert.deepEqual([status, body.error.includes('pricing.eur: is required')], [422, true]);
    });

    it('an invalid rule is rejected by name, and the previous price list stays', async () => {
      const [first, ...others] = pricing.rules;
      for (const [wrong, words] of [
        [{ ...pricing, rules: [first, { name: 'Half', effect: 'multiply' }] }, 'rule 2, "Half"'],
        [{ ...pricing, rules: [{ ...first, last_date: '2020-01-01' }] }, 'rule 1, "Feestdag'],
        [{ ...pricing, rules: [{ ...first, weekday: 3 }, ...others] }, 'pricing.rules.0'],
        [{ ...pricing, rules: Array.from({ length: 51 }, () => first) }, 'pricing.rules'],
        [
          { ...pricing, parties: [...(pricing.parties ?? [])].reverse() },
          'must be above that of the row before',
        ],
        [{ per: 'person', eur: 10.005, rules: [] }, 'must have at most two decimals'],
        [{ per: 'person', eur: 10 }, 'pricing.rules: is required'],
        [{ per: 'party', rules: [] }, 'pricing.parties: is required'],
        ['free', 'pricing: must be an object'],
      ] as const) {
        const { status, body } = await admin('PATCH', { pricing: wrong });
        assert.deepEqual([status, body.error.includes(words)], [422, true], body.error);
      }
      const cheaper = await admin('PATCH', { price_eur: 1 });
      assert.deepEqual([cheaper.status, cheaper.body.error.includes('follows from `pricing`')], [422, true]);
      assert.deepEqual((await admin('GET')).body.pricing, pricing);
    });

    it('a new price list changes no existing booking, and null removes the list', async () => {
      const other = await newPaidVenue(stack(), { facility: { pricing } });
      const { id, booking } = await other.book({ customer_email: `${randomUUID()}@example.com` });
      const facility = `/venues/${other.slug}/facilities/${other.facility}`;
      const unpriced = await stack().api.admin('PATCH', facility, { pricing: null });
      assert.deepEqual([unpriced.status, unpriced.body.error.includes('price_eur')], [422, true]);
      const { status, body } = await stack().api.admin('PATCH', facility, { pricing: null, price_eur: 7.5 });
      assert.deepEqual([status, body.pricing, body.price_eur], [200, null, 7.5]);
      const [seen] = (await stack().api.get(other.slug, '/facilities')).body.facilities;
      assert.deepEqual([seen.price_eur, 'price' in seen], [7.5, false]);
      const again = await other.book();
      assert.deepEqual([again.booking.amount_eur, 'price_lines' in again.booking], [15, false]);
      assert.equal((await other.shown(id)).amount_eur, booking.amount_eur);
    });
  });
}
