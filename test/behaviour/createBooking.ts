import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { call, daysAhead, newAddress } from '../stack/api.ts';
import type { Stack } from '../stack/stack.ts';

/** Booking, and what is refused. */
export function createBooking(stack: () => Stack): void {
  describe('booking', () => {
    let slug: string;
    let pass: number;
    let room: number;
    let nextDay = 10;
    before(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      pass = await api.newFacility(slug, {
        name: 'Dagpas',
        price_eur: 12.5,
        min_people: 2,
        max_people_per_booking: 6,
      });
      room = await api.newFacility(slug, { name: 'Privésauna', mode: 'FULL', capacity: 6, price_eur: 20 });
    });
    /** A slot that no other test has touched. */
    const freshSlot = async (facility: number) => {
      nextDay += 1;
      const { body } = await stack().api.get(
        slug,
        `/facilities/${facility}/slots?date=${daysAhead(nextDay)}`,
      );
      return body.slots[4];
    };
    const check = async (slotId: number) => (await stack().api.get(slug, `/slots/${slotId}`)).body;
    const rows = async () => {
      const { rows } = await stack().database.query(
        'SELECT (SELECT count(*) FROM booking.booking) AS bookings, (SELECT count(*) FROM availability.allocation) AS allocations',
      );
      return rows[0];
    };

    it('answers 201 with the booking and its ticket, and spends the places', async () => {
      const slot = await freshSlot(pass);
      const { status, body, headers } = await stack().api.book(slug, {
        slot_id: slot.id,
        people: 3,
        customer_email: 'anna@example.com',
      });
      assert.equal(status, 201);
      const { id, ...booking } = body.booking;
      assert.ok(Number.isInteger(id));
      assert.deepEqual(booking, {
        facility: 'Dagpas',
        starts_at: slot.starts_at,
        ends_at: slot.ends_at,
        people: 3,
        amount_eur: 37.5,
        status: 'confirmed',
        customer_name: 'Anna Jansen',
        customer_email: 'anna@example.com',
      });
      assert.equal('payment' in body, false);
      assert.match(body.ticket_url, /^http:\/\/localhost:\d+\/tickets\/[\w.-]+$/);
      assert.equal(headers.get('ratelimit-remaining'), '19');
      assert.equal((await check(slot.id)).free, 7);
    });

    it('opens the ticket by its link, and nothing by a tampered one', async () => {
      const { api } = stack();
      const { body } = await api.book(slug, { slot_id: (await freshSlot(pass)).id, people: 2, locale: 'en' });
      const path = new URL(body.ticket_url).pathname;
      const asJson = await call(`${api.url}${path}`, { headers: { Accept: 'application/json' } });
      const { venue, timezone, cancellable, cancel_until, ...booking } = asJson.body;
      assert.deepEqual(booking, body.booking);
      assert.deepEqual([venue.slug, timezone, cancellable], [slug, 'Europe/Amsterdam', true]);
      assert.ok(cancel_until < booking.starts_at);
      const page = await call(`${api.url}${path}`, { headers: { Accept: 'text/html' } });
      assert.match(page.text, /Anna Jansen/);
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.equal((await call(`${api.url}${path.slice(0, -2)}`)).status, 404);
    });

    it('takes any price that a facility may have', async () => {
      const dear = await stack().api.newFacility(slug, {
        name: 'Duur',
        capacity: 100_000,
        price_eur: 100_000,
      });
      const { status, body } = await stack().api.book(slug, {
        slot_id: (await freshSlot(dear)).id,
        people: 1000,
      });
      assert.equal(status, 201);
      assert.equal(body.booking.amount_eur, 100_000_000);
    });

    it('books one person when people is not given', async () => {
      const single = await stack().api.newFacility(slug, { name: 'Les' });
      const slot = await freshSlot(single);
      assert.equal((await stack().api.book(slug, { slot_id: slot.id })).body.booking.people, 1);
      assert.equal((await check(slot.id)).free, 9);
    });

    it('gives the whole slot of a FULL facility to one party, priced per person', async () => {
      const slot = await freshSlot(room);
      const { status, body } = await stack().api.book(slug, { slot_id: slot.id, people: 2 });
      assert.equal(status, 201);
      assert.equal(body.booking.amount_eur, 40);
      const { free, bookable } = await check(slot.id);
      assert.deepEqual({ free, bookable }, { free: 0, bookable: false });
      const { body: day } = await stack().api.get(
        slug,
        `/facilities/${room}/slots?date=${slot.starts_at.slice(0, 10)}`,
      );
      const listed = day.slots.find(({ id }: { id: number }) => id === slot.id);
      assert.deepEqual({ booked: listed.booked, free: listed.free }, { booked: 6, free: 0 });
      assert.equal((await stack().api.book(slug, { slot_id: slot.id, people: 1 })).status, 422);
    });

    it('refuses a full slot with 422', async () => {
      const slot = await freshSlot(pass);
      for (const people of [6, 4])
        assert.equal((await stack().api.book(slug, { slot_id: slot.id, people })).status, 201);
      const { status, body } = await stack().api.book(slug, { slot_id: slot.id, people: 2 });
      assert.equal(status, 422);
      assert.deepEqual(body, { error: 'This time is full.' });
    });

    it('is fair to small parties: 3 + 3 + 3 into 10, then one more still fits', async () => {
      const facility = await stack().api.newFacility(slug, { name: 'Tien', capacity: 10 });
      const slot = await freshSlot(facility);
      const threes = await Promise.all(
        [1, 2, 3, 4].map(() => stack().api.book(slug, { slot_id: slot.id, people: 3 })),
      );
      assert.deepEqual(threes.map(({ status }) => status).sort(), [201, 201, 201, 422]);
      assert.equal((await stack().api.book(slug, { slot_id: slot.id, people: 1 })).status, 201);
      assert.equal((await check(slot.id)).free, 0);
    });

    it('refuses bad input with {error} and the right status, takes no place and writes nothing', async () => {
      const { api } = stack();
      const slot = await freshSlot(pass);
      const other = await api.newVenue();
      const notLive = await api.newVenue({ live: false });
      const idle = await api.newFacility(slug, { name: 'Inactief' });
      const idleSlot = await freshSlot(idle);
      await api.admin('PATCH', `/venues/${slug}/facilities/${idle}`, { active: false });
      const past = (await api.get(slug, `/facilities/${pass}/slots?date=${daysAhead(-2)}`)).body.slots[0];
      const good = { slot_id: slot.id, people: 2 };
      const before = await rows();
      const cases: [what: string, status: number, venue: string, booking: Record<string, unknown>][] = [
        ['no slot', 422, slug, { people: 2 }],
        ['a slot that is text', 422, slug, { ...good, slot_id: String(slot.id) }],
        ['an unknown slot', 422, slug, { ...good, slot_id: slot.id + 1 }],
        ['a slot of another venue', 422, other, good],
        ['a slot that can not exist', 422, slug, { ...good, slot_id: -1 }],
        ['a slot in the past', 422, slug, { ...good, slot_id: past.id }],
        ['a slot of an inactive facility', 422, slug, { ...good, slot_id: idleSlot.id }],
        ['a venue that is not live', 422, notLive, good],
        ['an empty name', 422, slug, { ...good, customer_name: '   ' }],
        ['a name of 201 characters', 422, slug, { ...good, customer_name: 'a'.repeat(201) }],
        ['a web address as the name', 422, slug, { ...good, customer_name: 'Gratis: www.evil.example' }],
        ['a line break in the name', 422, slug, { ...good, customer_name: 'Anna\r\nBcc: x@example.com' }],
        ['a zero byte in the name', 422, slug, { ...good, customer_name: 'Anna\u0000' }],
        ['half a character in the name', 422, slug, { ...good, customer_name: 'Anna \ud83d' }],
        ['a zero byte in the redirect', 422, slug, { ...good, redirect_url: 'https://example.com/\u0000' }],
        ['no e-mail', 422, slug, { ...good, customer_email: undefined }],
        ['a bad e-mail', 422, slug, { ...good, customer_email: 'anna@' }],
        ['too few people', 422, slug, { ...good, people: 1 }],
        ['too many people', 422, slug, { ...good, people: 7 }],
        ['people as text', 422, slug, { ...good, people: '2' }],
        ['people as true', 422, slug, { ...good, people: true }],
        ['half a person', 422, slug, { ...good, people: 2.5 }],
        ['no people', 422, slug, { ...good, people: 0 }],
        ['an unknown locale', 422, slug, { ...good, locale: 'fr' }],
        ['an undeclared extra field', 422, slug, { ...good, extra: { shoe: '42' } }],
        ['extra that is a list', 422, slug, { ...good, extra: [] }],
        ['a redirect that is no address', 422, slug, { ...good, redirect_url: '/thanks' }],
        ['a redirect to a script', 422, slug, { ...good, redirect_url: 'javascript:alert(1)' }],
        [
          'a redirect that parsers read in two ways',
          422,
          slug,
          { ...good, redirect_url: 'https://a.example\\@b.example/' },
        ],
        ['a redirect with credentials', 422, slug, { ...good, redirect_url: 'https://a:b@example.com/' }],
        ['an unknown venue', 400, 'no-such-venue', good],
        ['no venue', 400, '', good],
      ];
      for (const [what, status, venue, booking] of cases) {
        const answer = await api.book(venue, booking);
        assert.equal(answer.status, status, `${what}: ${answer.text}`);
        assert.deepEqual(Object.keys(answer.body), ['error'], what);
      }
      const raw = (text: string, type = 'application/json') =>
        call(`${api.url}/api/site/bookings`, {
          headers: { 'X-Tenant': slug, 'Content-Type': type },
          raw: text,
        });
      assert.equal((await raw('{"slot_id":')).status, 400, 'malformed JSON');
      assert.equal((await raw('[]')).status, 422, 'a list');
      assert.equal((await raw('null')).status, 422, 'null');
      const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
      const nested = JSON.stringify({
        ...good,
        customer_name: 'A',
        customer_email: 'a@example.com',
        extra: 0,
      });
      assert.equal((await raw(nested.replace('"extra":0', `"extra":${deep}`))).status, 422, 'nested deep');
      assert.equal((await raw(JSON.stringify(good), 'text/plain')).status, 415, 'not JSON');
      const large = await raw(JSON.stringify({ ...good, customer_name: 'a'.repeat(70_000) }));
      assert.equal(large.status, 413);
      assert.deepEqual(Object.keys(large.body), ['error']);
      assert.deepEqual(await rows(), before);
      assert.equal((await check(slot.id)).free, 10);
    });

    it('checks the extra fields of the venue', async () => {
      const { api } = stack();
      const venue = await api.newVenue();
      const facility = await api.newFacility(venue);
      await api.admin('PUT', `/venues/${venue}/fields`, {
        fields: [
          { key: 'phone', label: 'Telefoon', type: 'tel', required: true },
          { key: 'level', label: 'Niveau', type: 'select', options: ['1', '2'] },
          { key: 'terms', label: 'Akkoord', type: 'checkbox', required: true },
          { key: 'note', label: 'Opmerking', type: 'textarea' },
        ],
      });
      const { body } = await api.get(venue, `/facilities/${facility}/slots?date=${daysAhead(5)}`);
      const slot_id = body.slots[0].id;
      const status = async (extra: unknown) => (await api.book(venue, { slot_id, extra })).status;
      assert.equal(await status({}), 422);
      assert.equal(await status({ phone: '06-1', terms: false }), 422);
      assert.equal(await status({ phone: '06-1', terms: 'true' }), 422);
      assert.equal(await status({ phone: '06-1', terms: true, level: '3' }), 422);
      assert.equal(await status({ phone: 6, terms: true }), 422);
      assert.equal(await status({ phone: '06-1', terms: true, note: null }), 422);
      assert.equal(await status({ phone: '06-1', terms: true, note: 'half \ud83d' }), 422);
      assert.equal(await status({ phone: '06-1', terms: true, level: '2', note: 'Twee\nregels 🧖' }), 201);
      const { rows } = await stack().database.query('SELECT extra FROM booking.booking WHERE slot_id = $1', [
        slot_id,
      ]);
      assert.deepEqual(rows[0].extra, { phone: '06-1', terms: true, level: '2', note: 'Twee\nregels 🧖' });
    });

    it('keeps redirects inside the venue’s redirect origins when it lists any', async () => {
      const { api } = stack();
      const venue = await api.newVenue({ redirect_origins: ['https://spa.example'] });
      const facility = await api.newFacility(venue);
      const { body } = await api.get(venue, `/facilities/${facility}/slots?date=${daysAhead(5)}`);
      const status = async (redirect_url: string) =>
        (await api.book(venue, { slot_id: body.slots[0].id, redirect_url })).status;
      assert.equal(await status('https://evil.example/'), 422);
      assert.equal(await status('https://spa.example.evil.example/'), 422);
      assert.equal(await status('https://spa.example/thanks?x=1'), 201);
    });

    it('gives one guest so many bookings to come at a venue that never chose, and the venue itself any number', async () => {
      const { api } = stack();
      const venue = await api.newVenue();
      const facility = await api.newFacility(venue, { capacity: 1000 });
      const { body: day } = await api.get(venue, `/facilities/${facility}/slots?date=${daysAhead(5)}`);
      const slot = day.slots[0].id;
      const name = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, turn) =>
          api.book(venue, { slot_id: slot, customer_email: `${name}+${turn}@example.com` }),
        ),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      assert.deepEqual(
        refused.map(({ status }) => status),
        [429, 429, 429, 429],
      );
      assert.deepEqual(Object.keys(refused[0]?.body), ['error']);
      assert.match(refused[0]?.body.error, /bookings to come/);
      assert.equal((await api.book(venue, { slot_id: slot })).status, 201);
      const desk = await api.admin('POST', `/venues/${venue}/bookings`, {
        slot_id: slot,
        customer_name: 'Anna',
        customer_email: `${name}@example.com`,
      });
      assert.equal(desk.status, 201);
      assert.equal((await api.get(venue, `/slots/${slot}`)).body.free, 978);
    });

    it('allows 20 bookings an hour from one address, whatever was refused before, then answers 429', async () => {
      const { api } = stack();
      const facility = await api.newFacility(slug, { name: 'Groot', capacity: 100 });
      const slot = await freshSlot(facility);
      const from = { 'X-Forwarded-For': newAddress() };
      for (let i = 0; i < 5; i++) await api.book(slug, { slot_id: slot.id, people: 0 }, from);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => api.book(slug, { slot_id: slot.id }, from)),
      );
      assert.equal(answers.filter(({ status }) => status === 201).length, 20);
      const refused = answers.find(({ status }) => status !== 201);
      assert.equal(refused?.status, 429);
      assert.deepEqual(Object.keys(refused?.body), ['error']);
      const wait = Number(refused?.headers.get('retry-after'));
      assert.ok(wait > 3500 && wait <= 3600, `Retry-After: ${wait}`);
      assert.equal(refused?.headers.get('ratelimit-limit'), '20');
      assert.equal(refused?.headers.get('ratelimit-remaining'), '0');
      assert.equal((await check(slot.id)).free, 80);
    });
  });
}
