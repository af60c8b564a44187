import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Pricing } from '@venue-booking/proto/pricing';
import { makeImage } from '../../services/gateway/testing/makeImage.ts';
import { call, daysAhead, eventually } from '../stack/api.ts';
import { newPaidVenue, type PaidVenue } from '../stack/paidVenue.ts';
import type { Stack } from '../stack/stack.ts';
import { pageOf } from './tickets.ts';

const day = daysAhead(9);
const name = (nl: string, en: string) => ({ nl, en });

/** A bath house: half price on the day that the tests book, and towels, robes and cleaning. */
const pricing: Pricing = {
  per: 'person',
  eur: 20,
  rules: [{ name: 'Actie', first_date: day, last_date: day, effect: 'multiply', percent: 50 }],
  add_ons: [
    { key: 'towel', name: name('Handdoek <b>', 'Towel <b>'), eur: 3.5, per: 'piece', max: 6, vat_percent: 9 },
    { key: 'robe', name: name('Badjas', 'Robe'), eur: 7, per: 'person' },
    { key: 'cleaning', name: name('Schoonmaak', 'Cleaning'), eur: 25, per: 'booking', required: true },
  ],
};
const chosen = { towel: 3, robe: 1 };
/** Of two people. */
const lines = [
  { text: 'Per persoon', count: 2, amount_eur: 40 },
  { text: 'Actie', count: 1, amount_eur: -20 },
  { text: 'Handdoek <b>', count: 3, amount_eur: 10.5 },
  { text: 'Badjas', count: 2, amount_eur: 14 },
  { text: 'Schoonmaak', count: 1, amount_eur: 25 },
];
const taken = (robes: number) => [
  { key: 'towel', name: name('Handdoek <b>', 'Towel <b>'), count: 3 },
  { key: 'robe', name: name('Badjas', 'Robe'), count: robes },
  { key: 'cleaning', name: name('Schoonmaak', 'Cleaning'), count: 1 },
];
const counts = (addOns: { key: string; count: number }[]) =>
  addOns.map(({ key, count }) => `${count} ${key}`).join(', ');

/** What guests take along, from the list of facilities to the desk. */
export function addOns(stack: () => Stack): void {
  describe('add-ons', () => {
    let venue: PaidVenue;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const quoteOf = (body: Record<string, unknown>) =>
      call(`${stack().api.url}/api/site/quotes`, {
        ...{ method: 'POST', headers: { 'X-Tenant': venue.slug }, body },
      });

    before(async () => {
      venue = await newPaidVenue(stack(), { facility: { capacity: 8, pricing, vat_percent: 21 } });
    });

    it('are told of on the list of facilities; what is required is in every price', async () => {
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
      // The lowest per person: eight of them share the cleaning.
      assert.equal(facility.price_eur, 23.12);
      const { body } = await stack().api.get(venue.slug, `/facilities/${venue.facility}/slots?date=${day}`);
      assert.deepEqual(body.slots[0].price.totals_eur.slice(0, 2), [35, 45]);
    });

    it('are quoted, charged, and told of on the booking, the ticket, the mail, at the desk, in the export and to programs', async () => {
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
      await eventually('payment is to ask for it', asked, 20_000);
      const words = '3 × Handdoek &lt;b&gt;, 2 × Badjas, 1 × Schoonmaak';
      const ticket = await pageOf({ url: ticketUrl });
      assert.ok(ticket.text.includes(words), ticket.text);
      const english = await pageOf({ url: `${ticketUrl}?lang=en` });
      assert.ok(english.text.includes('2 × Robe, 1 × Cleaning'));
      const json = await call(ticketUrl, { headers: { Accept: 'application/json' } });
      assert.deepEqual(json.body.add_ons, taken(2));
      await venue.paymentDue(id);
      await eventually('it is mailed', () => stack().mail.to(email).length > 0, 20_000);
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

    it('that a client of before does not know: what is required is charged, by what the times said', async () => {
      const { booking } = await venue.book({ slot_id: venue.slots[1], people: 2 });
      assert.deepEqual([booking.amount_eur, counts(booking.add_ons)], [45, '1 cleaning']);
      const { body } = await quoteOf({ slot_id: venue.slots[1], people: 2 });
      const quoted = await venue.book({ slot_id: venue.slots[1], people: 2, quote: body.quote });
      assert.equal(quoted.booking.amount_eur, 45);
    });

    it('that there are not, or not so few or so many, are refused with what is wrong, and nothing is left', async () => {
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

    it('hold a quote to what it was made for', async () => {
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

    it('are booked by the desk, which may leave out what is required, and go along when the booking is changed', async () => {
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
      // A robe for each of three; nobody asked for cleaning.
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
        'the amount stays as agreed',
      );
      const unknown = await admin('PATCH', path, { add_ons: { sled: 1 } });
      assert.deepEqual([unknown.status, unknown.headers.get('error-code')], [422, 'add_on_unknown']);

      // Where only towels are known, and at another price.
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

    it('stay with a booking whose facility no longer has them, as they were called then', async () => {
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
        assert.equal(body.total_eur, 30 + 10.5 + 21 + 25, 'at the price of then');
      } finally {
        assert.equal((await save(pricing.add_ons)).status, 200);
      }
    });

    it('are counted in the figures, of bookings that stand, by the day they start', async () => {
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

    it('of which there are only so many go to who comes first, are told of with the times, and come back', async () => {
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
        '"Towel <b>": 2 left at this time. Take fewer, or choose another time.',
      );
      assert.equal(await few.free(two), 8, 'no place is held');

      // More of them, with what is left; then fewer; then at another time of the day.
      const path = `/${first.body.id}`;
      const over = await desk('PATCH', path, { add_ons: { towel: 6 } });
      assert.deepEqual([over.status, over.code], [422, 'add_on_gone'], over.text);
      assert.deepEqual([await left(two), await few.free(one)], [2, 7]);
      const more = await desk('PATCH', path, { add_ons: { towel: 5 }, people: 2 });
      assert.deepEqual([more.status, counts(more.body.add_ons)], [200, '5 towel'], more.text);
      assert.deepEqual([await left(two), await few.free(one)], [0, 6]);
      assert.equal((await desk('PATCH', path, { slot_id: two })).status, 200);
      await eventually(
        'what it had is free again',
        async () => (await left(one)) === 0 && (await few.free(one)) === 8,
      );
      assert.equal((await desk('PATCH', path, { add_ons: { towel: 4 } })).status, 200);
      assert.equal(await left(two), 1);
      const last = await book(one, 1);
      assert.equal(last.status, 201, last.text);
      assert.equal((await desk('POST', `${path}/cancel`, {})).status, 200);
      await eventually('they come back', async () => (await left(one)) === 4);

      // One that is not paid gives them back as well.
      const unpaid = await few.book({ slot_id: two, people: 1, add_ons: { towel: 4 } });
      assert.equal(await left(one), 0);
      await eventually('payment knows of it', async () => {
        const { rowCount } = await stack().database.query(
          'SELECT FROM payment.payment WHERE booking_id = $1',
          [unpaid.id],
        );
        return rowCount === 1;
      });
      await few.endHold(unpaid.id);
      await few.becomes(unpaid.id, 'expired');
      await eventually('they come back unpaid', async () => (await left(one)) === 4, 40_000);
    });

    it('that each booking takes and that have run out shut a time for guests, and not for the desk', async () => {
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
      assert.equal(refused.body.error, '"Robe": 3 left at this time. Take fewer, or choose another time.');
      // The last but one: what is answered from then on is not from before.
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
      await eventually('they come back', async () => (await told())[0] === 3);
    });

    it('that have run out go along with the booking that has them to another time of the day', async () => {
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
        new RegExp(`value="${to}">[^<]*</button> <span class="soft">een extra die erbij hoort, is op`),
      );
      const headers = { Accept: 'application/json' };
      const quoted = await call(`${ticketUrl}/change?slot=${to}`, { headers });
      assert.equal(quoted.status, 200, quoted.text);
      const body = new URLSearchParams({ quote: quoted.body.quote });
      const changed = await fetch(`${ticketUrl}/change`, { method: 'POST', headers, body });
      assert.equal(changed.status, 200, await changed.text());
      await eventually('what it had is free again', async () => (await few.free(from)) === 0);
      assert.deepEqual([await reasonOf(from), await reasonOf(to)], ['add_on_gone', 'add_on_gone']);
    });

    it('may have a picture, which guests are told of, and which stays kept while one of them has it', async () => {
      const [towel, robe] = pricing.add_ons ?? [];
      const path = `/facilities/${venue.facility}`;
      const save = (images: (string | undefined)[]) =>
        admin('PATCH', path, {
          pricing: {
            ...pricing,
            add_ons: [towel, robe].map((addOn, at) => ({
              ...addOn,
              ...(images[at] && { image: images[at] }),
            })),
          },
        });
      const told = async (): Promise<unknown[]> => {
        const { body } = await stack().api.get(venue.slug, '/facilities');
        return body.facilities[0].price.add_ons.map((addOn: { image?: string }) =>
          'image' in addOn ? addOn.image : 'none',
        );
      };
      const answer = await fetch(`${stack().api.url}/api/admin/venues/${venue.slug}/images`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${stack().operatorToken}`, 'Content-Type': 'image/png' },
        body: new Uint8Array(await makeImage('png', { width: 60, height: 60 })),
      });
      const image = (await answer.json()) as { id: string; url: string };
      try {
        // An address as facilities' are: as it was saved, in any width.
        const small = image.url.replace('/1600.webp', '/480.webp');
        for (const kept of [small, `/images/${image.id.toUpperCase()}/960.webp`]) {
          assert.equal((await save([kept])).status, 200);
          assert.deepEqual(await told(), [kept, 'none']);
          assert.equal((await fetch(new URL(kept, stack().api.url))).status, 200);
          for (const id of [image.id, image.id.toUpperCase()]) {
            const refused = await admin('DELETE', `/images/${id}`);
            assert.deepEqual([refused.status, refused.headers.get('error-code')], [409, 'image_in_use']);
          }
        }
        for (const hostile of ['javascript:alert(1)', 'data:image/svg+xml,<svg/>', '/a b.webp']) {
          const { status, body } = await save([small, hostile]);
          assert.deepEqual([status, body.error.includes('pricing.add_ons.1.image')], [422, true], body.error);
        }

        // Nothing of it is kept with a booking: another picture is no change of it.
        const [, , , , , , , slot_id] = venue.slots;
        const wish = { slot_id, customer_name: 'Bo', people: 1, add_ons: { towel: 1 } };
        const made = await admin('POST', '/bookings', wish);
        assert.deepEqual(made.body.add_ons, [{ key: 'towel', name: towel?.name, count: 1 }], made.text);
        const { rows } = await stack().database.query(
          'SELECT FROM booking.booking WHERE id = $1 AND add_ons::text LIKE $2',
          [made.body.id, '%images%'],
        );
        assert.equal(rows.length, 0);

        assert.equal((await save([undefined, '/images/robe.webp'])).status, 200);
        assert.deepEqual(await told(), ['none', '/images/robe.webp']);
        assert.equal((await admin('DELETE', `/images/${image.id}`)).status, 200);
      } finally {
        assert.equal((await admin('PATCH', path, { pricing })).status, 200);
      }
    });

    it('can be looked at before they are saved, and what can not be is refused with the row that is wrong', async () => {
      const look = await admin('POST', '/price-preview', {
        ...{ pricing, date: day, time: '10:00', people: 2, add_ons: chosen, locale: 'nl' },
      });
      assert.deepEqual([look.body.total_eur, look.body.lines], [69.5, lines]);
      const [towel, robe] = pricing.add_ons ?? [];
      for (const [add_ons, words] of [
        [[towel, { ...robe, key: 'towel' }], 'add-on 2, "towel"'],
        [[{ ...robe, max: 2 }], 'add_ons.0.max'],
        [Array.from({ length: 13 }, () => towel), 'pricing.add_ons'],
      ] as const) {
        const path = `/facilities/${venue.facility}`;
        const { status, body } = await admin('PATCH', path, { pricing: { ...pricing, add_ons } });
        assert.deepEqual([status, body.error.includes(words)], [422, true], body.error);
      }
    });
  });
}
