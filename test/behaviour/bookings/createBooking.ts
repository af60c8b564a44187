import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, newAddress } from '../../stack/api.ts';
import { openMails } from '../../stack/openMails.ts';
import type { Stack } from '../../stack/stack.ts';
import { type BeyondContract, plainSettings } from '../fixtures/beyondContract.ts';

/**
 * Creating bookings and rejecting them. `beyond`: extra response fields that these venues' settings cause.
 */
export function createBooking(stack: () => Stack, beyond: BeyondContract = plainSettings): void {
  describe('creating a booking', () => {
    let slug: string;
    let pass: number;
    let room: number;
    let nextDay = 10;
    beforeAll(async () => {
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
    /** A slot that no other test uses. */
    const freshSlot = async (facility: number) => {
      nextDay += 1;
      const { body } = await stack().api.get(
        slug,
        `/facilities/${facility}/slots?date=${daysAhead(nextDay)}`,
      );
      return body.slots[4];
    };
    const check = async (slotId: number) => (await stack().api.get(slug, `/slots/${slotId}`)).body;

    it('answers 201 with the booking and its ticket, and takes the places', async () => {
      const slot = await freshSlot(pass);
      const { status, body, headers } = await stack().api.book(slug, {
        slot_id: slot.id,
        people: 3,
        customer_email: 'anna@example.com',
      });
      assert.equal(status, 201);
      const { id, reference, ...booking } = body.booking;
      assert.ok(Number.isInteger(id));
      assert.match(reference, /^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
      assert.deepEqual(booking, {
        facility: 'Dagpas',
        starts_at: slot.starts_at,
        ends_at: slot.ends_at,
        people: 3,
        amount_eur: 37.5,
        status: 'confirmed',
        customer_name: 'Anna Jansen',
        customer_email: 'anna@example.com',
        ...beyond.booking,
      });
      assert.equal('payment' in body, false);
      assert.match(body.ticket_url, /^http:\/\/localhost:\d+\/tickets\/[\w.-]+$/);
      assert.equal(headers.get('ratelimit-remaining'), '19');
      assert.equal((await check(slot.id)).free, 7);
    });

    it('opens the ticket by its link, and answers 404 for a tampered link', async () => {
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
      assert.ok(page.text.includes(`>${booking.reference}<`));
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.equal((await call(`${api.url}${path.slice(0, -2)}`)).status, 404);
    });

    it('accepts any price that a facility may have', async () => {
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

    it('books one person if people is omitted', async () => {
      const single = await stack().api.newFacility(slug, { name: 'Les' });
      const slot = await freshSlot(single);
      assert.equal((await stack().api.book(slug, { slot_id: slot.id })).body.booking.people, 1);
      assert.equal((await check(slot.id)).free, 9);
    });

    it('reserves the whole slot of a FULL facility for one party, priced per person', async () => {
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

    it('rejects a booking of a full slot with 422', async () => {
      const slot = await freshSlot(pass);
      for (const people of [6, 4])
        assert.equal((await stack().api.book(slug, { slot_id: slot.id, people })).status, 201);
      const { status, body } = await stack().api.book(slug, { slot_id: slot.id, people: 2 });
      assert.equal(status, 422);
      assert.deepEqual(body, { error: 'This time is full. Choose another one.' });
    });

    it('fills a slot of 10 with three parties of 3 and one person', async () => {
      const facility = await stack().api.newFacility(slug, { name: 'Tien', capacity: 10 });
      const slot = await freshSlot(facility);
      const threes = await Promise.all(
        [1, 2, 3, 4].map(() => stack().api.book(slug, { slot_id: slot.id, people: 3 })),
      );
      assert.deepEqual(threes.map(({ status }) => status).sort(), [201, 201, 201, 422]);
      assert.equal((await stack().api.book(slug, { slot_id: slot.id, people: 1 })).status, 201);
      assert.equal((await check(slot.id)).free, 0);
    });

    it('accepts any number of upcoming bookings from one guest unless the venue sets a cap', async () => {
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
      assert.ok(answers.every(({ status }) => status === 201));
      await openMails(stack(), `${name}%`);
      const limit = await api.admin('PATCH', `/venues/${venue}`, { max_coming_bookings_per_email: 24 });
      assert.equal(limit.status, 200);
      const refused = await api.book(venue, { slot_id: slot, customer_email: `${name}@example.com` });
      assert.deepEqual([refused.status, Object.keys(refused.body)], [429, ['error']]);
      assert.match(refused.body.error, /upcoming online bookings/);
      assert.equal((await api.book(venue, { slot_id: slot })).status, 201);
      const desk = await api.admin('POST', `/venues/${venue}/bookings`, {
        slot_id: slot,
        customer_name: 'Anna',
        customer_email: `${name}@example.com`,
      });
      assert.equal(desk.status, 201);
      assert.equal((await api.get(venue, `/slots/${slot}`)).body.free, 974);
    });

    it('accepts 20 bookings an hour from one address, not counting rejected ones, then answers 429', async () => {
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
