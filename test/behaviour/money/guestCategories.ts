import assert from 'node:assert/strict';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { pageOf } from '../fixtures/tickets.ts';

const day = daysAhead(9);
const name = (nl: string, en: string) => ({ nl, en });

/** Pricing of a bath house, with a surcharge for adults on the booked day. */
const pricing: Pricing = {
  per: 'person',
  eur: 24.5,
  categories: [
    { key: 'adult', name: name('Volwassene', 'Adult'), percent: 100, max: 6 },
    { key: 'child', name: name('Kind <b>', 'Child <b>'), percent: 50 },
    { key: 'senior', name: name('65-plus', 'Senior'), eur: 20 },
    { key: 'baby', name: name('Baby', 'Baby'), eur: 0, takes_place: false, max: 2 },
  ],
  bundles: [
    {
      name: 'Gezinskaart',
      guests: [
        { category: 'adult', from: 2, to: 2 },
        { category: 'child', from: 1, to: 3 },
      ],
      eur: 60,
    },
  ],
  rules: [
    {
      ...{ name: 'Toeslag', first_date: day, last_date: day, categories: ['adult'] },
      ...{ effect: 'add', eur: 3, per: 'person' },
    },
  ],
};
const family = { adult: 2, child: 2, senior: 1, baby: 1 };
/** €60 for the family, €20 for the senior, and €3 for each adult. */
const familyLines = [
  { text: 'Gezinskaart', count: 1, amount_eur: 60 },
  { text: '65-plus', count: 1, amount_eur: 20 },
  { text: 'Toeslag', count: 2, amount_eur: 6 },
];
const familyGuests = [
  { key: 'adult', name: name('Volwassene', 'Adult'), count: 2 },
  { key: 'child', name: name('Kind <b>', 'Child <b>'), count: 2 },
  { key: 'senior', name: name('65-plus', 'Senior'), count: 1 },
  { key: 'baby', name: name('Baby', 'Baby'), count: 1 },
];

/** Guest categories, from the facility list to the desk. */
export function guestCategories(stack: () => Stack): void {
  describe('guest categories', () => {
    let venue: PaidVenue;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const quoteOf = (body: Record<string, unknown>) =>
      call(`${stack().api.url}/api/site/quotes`, {
        ...{ method: 'POST', headers: { 'X-Tenant': venue.slug }, body },
      });

    beforeAll(async () => {
      venue = await newPaidVenue(stack(), { facility: { capacity: 8, pricing } });
    });

    it('lists the guest categories with the facilities, each with its price', async () => {
      const [facility] = (await stack().api.get(venue.slug, '/facilities')).body.facilities;
      const summary = (key: string, nl: string, en: string, eur: number, more: object) => ({
        ...{ key, name: name(nl, en), eur, takes_place: true, min: 0, max: null },
        ...more,
      });
      assert.deepEqual(facility.price.categories, [
        summary('adult', 'Volwassene', 'Adult', 24.5, { max: 6 }),
        summary('child', 'Kind <b>', 'Child <b>', 12.25, {}),
        summary('senior', '65-plus', 'Senior', 20, {}),
        summary('baby', 'Baby', 'Baby', 0, { takes_place: false, max: 2 }),
      ]);
      assert.deepEqual([facility.price_eur, facility.price.from_eur], [24.5, 24.5]);
      const { body } = await stack().api.get(venue.slug, `/facilities/${venue.facility}/slots?date=${day}`);
      assert.deepEqual(body.slots[0].price.totals_eur.slice(0, 2), [27.5, 55]);
    });

    it('publishes prices and days only for parties and times that guests can book', async () => {
      const couple = {
        ...pricing,
        categories: [{ key: 'adult', name: name('V', 'A'), eur: 20, min: 2 }],
        bundles: [],
      };
      const closed = {
        name: 'Nacht',
        from_time: '20:00',
        to_time: '23:00',
        effect: 'add',
        eur: -5,
        per: 'person',
      };
      const slug = await stack().api.newVenue();
      const id = await stack().api.newFacility(slug, {
        ...{
          capacity: 3,
          max_people_per_booking: 3,
          opens_at: '10:00',
          closes_at: '12:00',
          duration_minutes: 60,
        },
        pricing: { ...couple, rules: [closed] },
      });
      const [facility] = (await stack().api.get(slug, '/facilities')).body.facilities;
      assert.deepEqual([facility.price_eur, facility.price.from_eur], [20, 40]);
      const slots = async () =>
        (await stack().api.get(slug, `/facilities/${id}/slots?date=${day}`)).body.slots;
      const isBookable = async () =>
        (await stack().api.get(slug, `/facilities/${id}/availability?from=${day}&to=${day}`)).body.days[0];
      const found = await slots();
      assert.deepEqual(found[0].price.totals_eur, [40, 40, 60]);
      assert.deepEqual(await isBookable(), { date: day, free: 6, bookable: true });
      for (const slot of found)
        assert.equal((await stack().api.book(slug, { slot_id: slot.id, guests: { adult: 2 } })).status, 201);
      assert.deepEqual(await isBookable(), { date: day, free: 2, bookable: false });
      await stack().api.admin('PATCH', `/venues/${slug}/facilities/${id}`, { max_people_per_booking: 2 });
      assert.deepEqual((await slots())[0].price.totals_eur, [40, 40]);
    });

    it('charges the quoted guests and shows them on the booking, ticket, mail and export', async () => {
      const [slot_id] = venue.slots as [number];
      const quoted = await quoteOf({ slot_id, guests: family });
      assert.deepEqual([quoted.body.total_eur, quoted.body.lines], [86, familyLines]);
      const { id, booking, ticketUrl, email } = await venue.book({
        ...{ slot_id, guests: family, people: undefined, quote: quoted.body.quote },
      });
      assert.deepEqual(
        [booking.people, booking.guests, booking.amount_eur, booking.price_lines],
        [5, familyGuests, 86, familyLines],
      );
      // The baby takes no place.
      assert.equal(await venue.free(slot_id), 3);
      const shown = await venue.shown(id);
      assert.deepEqual([shown.people, shown.guests, shown.amount_eur], [5, familyGuests, 86]);
      const asked = async () => {
        const { rows } = await stack().database.query(
          'SELECT amount_cents::int AS cents FROM payment.payment WHERE booking_id = $1',
          [id],
        );
        return rows[0]?.cents === 8600;
      };
      await eventually('the payment service has the amount', asked);
      const ticket = await pageOf({ url: ticketUrl });
      assert.ok(
        ticket.text.includes('2 × Volwassene, 2 × Kind &lt;b&gt;, 1 × 65-plus, 1 × Baby'),
        ticket.text,
      );
      const english = await pageOf({ url: `${ticketUrl}?lang=en` });
      assert.ok(english.text.includes('1 × Senior, 1 × Baby'));
      await venue.paymentDue(id);
      await eventually('the mail is sent', () => stack().mail.to(email).length > 0);
      const { text = '', html = '' } = stack().mail.to(email)[0]?.mail ?? {};
      assert.ok(text?.includes('2 × Volwassene, 2 × Kind <b>, 1 × 65-plus, 1 × Baby'), text ?? '');
      assert.ok(!String(html).includes('Kind <b>'));
      const csv = await call(`${stack().api.url}/api/admin/venues/${venue.slug}/bookings`, {
        headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' },
      });
      assert.ok(csv.text.includes('"adult 2, child 2, senior 1, baby 1"'), csv.text);
    });

    it('counts people as guests of the first category when a client sends only a number', async () => {
      const { booking } = await venue.book({ slot_id: venue.slots[1], people: 2 });
      assert.deepEqual(
        [booking.people, booking.guests, booking.amount_eur],
        [2, [{ key: 'adult', name: name('Volwassene', 'Adult'), count: 2 }], 55],
      );
    });

    it('gives no place to guests of a category that takes none', async () => {
      const slot_id = venue.slots[2] as number;
      await venue.book({ slot_id, guests: { adult: 6, baby: 2 } });
      const over = await stack().api.book(venue.slug, { slot_id, guests: { adult: 1, child: 2 } });
      assert.deepEqual([over.status, over.headers.get('error-code')], [422, 'places_short'], over.text);
      await venue.book({ slot_id, guests: { child: 2, baby: 1 } });
      assert.equal(await venue.free(slot_id), 0);
    });

    it('rejects unknown guest categories and counts outside the limits, and holds no places', async () => {
      const slot_id = venue.slots[3] as number;
      const cases: [unknown, string, string][] = [
        [{ adult: 1, dog: 1 }, 'guests_unknown', '"dog"'],
        [{ adult: 1, constructor: 1 }, 'guests_unknown', '"constructor"'],
        [{ adult: 1, baby: 3 }, 'guests_too_many', '"Baby": at most 2'],
        [{ adult: 7 }, 'guests_too_many', '"Adult": at most 6'],
        [{ child: 9 }, 'people_too_many', '8'],
        [{ baby: 1 }, 'people_too_few', '1'],
        [{}, 'people_too_few', '1'],
        [{ adult: -1 }, 'validation', 'guests.adult'],
        [{ adult: 1.5 }, 'validation', 'guests.adult'],
        [{ adult: '2' }, 'validation', 'guests.adult'],
        [{ 'A dult': 1 }, 'validation', 'guests'],
        [
          Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`c${index}`, 1])),
          'validation',
          'at most 8',
        ],
        ['adult', 'validation', 'guests'],
      ];
      for (const [guests, code, words] of cases) {
        const wish = { slot_id, guests, locale: 'en' };
        for (const refused of [await stack().api.book(venue.slug, wish), await quoteOf(wish)]) {
          assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, code], refused.text);
          assert.ok(refused.body.error.includes(words), refused.body.error);
        }
      }
      assert.equal(await venue.free(slot_id), 8);
      const without = await newPaidVenue(stack());
      const refused = await stack().api.book(without.slug, {
        ...{ slot_id: without.slots[0], guests: { adult: 1 } },
      });
      assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, 'guests_unknown']);
      const plain = await without.book({ people: 2 });
      assert.deepEqual(['guests' in plain.booking, plain.booking.people], [false, 2]);
    });

    it('rejects a quote that was made for other guests', async () => {
      const slot_id = venue.slots[4] as number;
      const { body } = await quoteOf({ slot_id, guests: { adult: 1, child: 1 } });
      for (const guests of [{ adult: 2 }, { child: 2 }, { adult: 1, child: 1, baby: 1 }]) {
        const refused = await stack().api.book(venue.slug, { slot_id, guests, quote: body.quote });
        assert.deepEqual([refused.status, refused.headers.get('error-code')], [422, 'quote_wrong']);
      }
      const two = await stack().api.book(venue.slug, { slot_id, people: 2, quote: body.quote });
      assert.equal(two.status, 422, 'the same number of people in other categories');
      const kept = await venue.book({
        ...{ slot_id, people: undefined, guests: { child: 1, adult: 1 }, quote: body.quote },
      });
      assert.equal(kept.booking.amount_eur, body.total_eur);
    });

    it('the desk books, changes and moves guests of categories, and the history records it', async () => {
      const slot_id = venue.slots[5] as number;
      const made = await admin('POST', '/bookings', {
        ...{ slot_id, customer_name: 'Bo', guests: { adult: 1, baby: 3 }, locale: 'en' },
      });
      assert.equal(made.status, 201, made.text);
      assert.deepEqual([made.body.people, made.body.amount_eur], [1, 27.5]);
      const path = `/bookings/${made.body.id}`;
      const patch = (body: unknown) => admin('PATCH', path, body);

      const unknown = await patch({ guests: { dog: 1 } });
      assert.deepEqual([unknown.status, unknown.headers.get('error-code')], [422, 'guests_unknown']);
      const changed = await patch({ guests: { adult: 2, child: 1 } });
      assert.equal(changed.status, 200, changed.text);
      assert.deepEqual(
        [changed.body.people, changed.body.guests.length, changed.body.amount_eur, changed.body.price_lines],
        [3, 2, 27.5, undefined],
      );
      assert.equal(await venue.free(slot_id), 5);
      const entry = changed.body.history.at(-1);
      assert.deepEqual(
        [entry.note, entry.changes],
        [
          'people: 1 → 3, guests: adult 1, baby 3 → adult 2, child 1',
          [
            { what: 'people', before: 1, after: 3 },
            { what: 'guests', before: 'adult 1, baby 3', after: 'adult 2, child 1' },
          ],
        ],
      );
      // The same number of people in other categories keeps its places.
      const regrouped = await patch({ guests: { adult: 1, child: 2 } });
      assert.deepEqual([regrouped.body.people, await venue.free(slot_id)], [3, 5]);
      assert.equal(
        (await patch({ guests: { adult: 1, child: 2 } })).body.history.length,
        3,
        'an unchanged booking adds no entry',
      );
      assert.equal(
        (await patch({ people: 3 })).body.history.length,
        3,
        'the same number of people adds no entry',
      );

      const other = await stack().api.newFacility(venue.slug, { name: 'Hall', price_eur: 5 });
      const { body: list } = await stack().api.get(venue.slug, `/facilities/${other}/slots?date=${day}`);
      const moved = await patch({ slot_id: list.slots[0].id });
      assert.deepEqual([moved.body.people, moved.body.guests], [3, undefined], moved.text);
      const back = await patch({ slot_id, people: 2 });
      assert.deepEqual(
        back.body.guests.map(({ key, count }: { key: string; count: number }) => [key, count]),
        [['adult', 2]],
      );
    });

    it('the owner previews guest categories before saving, and a rejection names the row that is wrong', async () => {
      const look = await admin('POST', '/price-preview', {
        ...{ pricing, date: day, time: '10:00', guests: family, locale: 'nl' },
      });
      assert.deepEqual([look.body.total_eur, look.body.lines], [86, familyLines]);
      const [adult, child] = pricing.categories ?? [];
      for (const [change, words] of [
        [{ categories: [adult, { ...child, key: 'adult' }] }, 'category 2, "adult"'],
        [{ categories: [{ ...adult, takes_place: false }] }, 'categories.0.takes_place'],
        [{ per: 'booking' }, 'goes with `per: "person"`'],
        [{ categories: Array.from({ length: 9 }, () => adult) }, 'pricing.categories'],
      ] as const) {
        const path = `/facilities/${venue.facility}`;
        const { status, body } = await admin('PATCH', path, { pricing: { ...pricing, ...change } });
        assert.deepEqual([status, body.error.includes(words)], [422, true], body.error);
      }
    });

    it('a booking keeps the names and prices of its categories when the list changes', async () => {
      const { id } = await venue.book({ slot_id: venue.slots[6], guests: { adult: 1, senior: 1 } });
      const [adult] = pricing.categories ?? [];
      const renamed = { ...adult, name: name('Groot', 'Big') };
      const path = `/facilities/${venue.facility}`;
      const saved = await admin('PATCH', path, {
        pricing: { per: 'person', eur: 5, categories: [renamed], rules: [] },
      });
      assert.equal(saved.status, 200, saved.text);
      const { guests, amount_eur } = await venue.shown(id);
      assert.deepEqual(
        [guests.map((each: { name: { nl: string } }) => each.name.nl), amount_eur],
        [['Volwassene', '65-plus'], 47.5],
      );
      await admin('PATCH', path, { pricing });
    });
  });
}
