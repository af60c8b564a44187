import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { call, daysAhead } from '../stack/api.ts';
import type { Stack } from '../stack/stack.ts';

/** What the operator sets, and that it is in force when the call answers. */
export function adminApi(stack: () => Stack): void {
  describe('the admin API', () => {
    let slug: string;
    let facility: number;
    const day = daysAhead(9);
    before(async () => {
      slug = await stack().api.newVenue();
      facility = await stack().api.newFacility(slug, { opens_at: '10:00', closes_at: '18:00' });
    });
    const slotsOf = async (id = facility, date = day) =>
      (await stack().api.get(slug, `/facilities/${id}/slots?date=${date}`)).body.slots;

    it('answers 401 without a token or with a wrong one, before anything else', async () => {
      const { api } = stack();
      for (const headers of [
        {},
        { Authorization: 'Bearer wrong-token-wrong-token' },
        { Authorization: 'Basic abc' },
      ]) {
        const answer = await call(`${api.url}/api/admin/venues`, { headers, raw: '{' });
        assert.equal(answer.status, 401);
        assert.deepEqual(Object.keys(answer.body), ['error']);
      }
    });

    it('creates a venue with sensible defaults, unwrapped', async () => {
      const name = `v-${randomUUID()}`;
      const { status, body } = await stack().api.admin('POST', '/venues', { slug: name, name: 'Nieuw' });
      assert.equal(status, 201);
      assert.deepEqual(body, {
        slug: name,
        name: 'Nieuw',
        timezone: 'Europe/Amsterdam',
        locale: 'nl',
        live: false,
        day_start: '06:00',
        allowed_origins: [],
        domains: [],
        redirect_origins: [],
        hold_minutes: 15,
        cancel_until_hours: 24,
        check_in_from_hours: 12,
        min_notice_minutes: 0,
        max_advance_days: null,
        address: null,
        phone: null,
        contact_email: null,
        terms_url: null,
        mail_from_name: null,
        reply_to: null,
        retain_days: 365,
        proof_of_work: false,
        max_open_holds_per_address: 8,
        max_open_holds_per_email: 3,
        max_open_holds_per_network: 20,
        max_coming_bookings_per_address: 40,
        max_coming_bookings_per_email: 20,
        max_coming_bookings_per_network: 150,
      });
      assert.deepEqual((await stack().api.admin('GET', `/venues/${name}`)).body, body);
      assert.equal((await stack().api.get(name, '/facilities')).body.live, false);
    });

    it('keeps the caps that a venue chose, any number too, and has the defaults for the others', async () => {
      const { admin, newVenue } = stack().api;
      const slug = await newVenue({ max_open_holds_per_email: 7, max_coming_bookings_per_email: null });
      const capsAfter = async (patch: Record<string, unknown>) => {
        const { body } = await admin('PATCH', `/venues/${slug}`, patch);
        return [
          body.max_open_holds_per_email,
          body.max_coming_bookings_per_email,
          body.max_open_holds_per_network,
        ];
      };
      assert.deepEqual(await capsAfter({ name: 'Renamed' }), [7, null, 20]);
      assert.deepEqual(await capsAfter({ max_open_holds_per_email: null }), [null, null, 20]);
      assert.deepEqual(
        await capsAfter({ max_coming_bookings_per_email: 30, max_open_holds_per_network: 2 }),
        [null, 30, 2],
      );
      const invalid = await admin('PATCH', `/venues/${slug}`, { max_coming_bookings_per_email: 0 });
      assert.equal(invalid.status, 422);
    });

    it('answers 409 for a slug or domain that is taken, 422 for what is invalid, 404 for what is not there', async () => {
      const { admin } = stack().api;
      const domain = `${randomUUID()}.example`;
      assert.equal((await admin('PATCH', `/venues/${slug}`, { domains: [domain] })).status, 200);
      assert.equal((await admin('POST', '/venues', { slug, name: 'Twice' })).status, 409);
      assert.equal(
        (await admin('POST', '/venues', { slug: randomUUID(), name: 'x', domains: [domain] })).status,
        409,
      );
      const invalid: Record<string, unknown>[] = [
        { name: 'no slug' },
        { slug: 'Upper', name: 'x' },
        { slug: '-x', name: 'x' },
        { slug: randomUUID(), name: '' },
        { slug: randomUUID(), name: 'x', timezone: 'Mars/Base' },
        { slug: randomUUID(), name: 'x', day_start: '24:00' },
        { slug: randomUUID(), name: 'x', allowed_origins: ['https://example.com/path'] },
        { slug: randomUUID(), name: 'x', allowed_origins: ['https://*.example.com'] },
        { slug: randomUUID(), name: 'x', colour: 'red' },
        { slug: randomUUID(), name: 'x', domains: ['localhost'] },
        { slug: randomUUID(), name: 'x', terms_url: 'https://example.com/\u0000' },
        { slug: randomUUID(), name: 'x', terms_url: 'javascript:alert(1)' },
      ];
      for (const body of invalid) {
        const answer = await admin('POST', '/venues', body);
        assert.equal(answer.status, 422, `${JSON.stringify(body)}: ${answer.text}`);
      }
      for (const unknown of ['no-such-venue', '%00', 'UPPER', '%F0%9F%A7%96'])
        assert.equal((await admin('GET', `/venues/${unknown}`)).status, 404, unknown);
      assert.equal((await admin('GET', '/venues?after=%00')).status, 400);
      assert.equal((await admin('PATCH', '/venues/no-such-venue', { live: true })).status, 404);
    });

    it('lists venues by slug, page by page', async () => {
      const first = await stack().api.admin('GET', '/venues?limit=1');
      assert.equal(first.body.length, 1);
      const next = await stack().api.admin('GET', `/venues?limit=1&after=${first.body[0].slug}`);
      assert.ok(next.body[0].slug > first.body[0].slug);
      assert.equal((await stack().api.admin('GET', '/venues?limit=0')).status, 400);
    });

    it('checks the settings of a facility', async () => {
      const { admin } = stack().api;
      const good = {
        name: 'F',
        mode: 'FULL',
        capacity: 4,
        duration_minutes: 60,
        opens_at: '10:00',
        closes_at: '22:00',
      };
      const invalid: Record<string, unknown>[] = [
        { ...good, capacity: 0 },
        { ...good, mode: 'HALF' },
        { ...good, min_people: 5 },
        { ...good, max_people_per_booking: 5 },
        { ...good, price_eur: 1.005 },
        { ...good, price_eur: -1 },
        { ...good, open_days: [0] },
        { ...good, open_days: [1, 1] },
        { ...good, images: ['javascript:alert(1)'] },
        { ...good, images: ['/a\u0000.jpg'] },
        { ...good, description: 'a\u0000' },
        { ...good, opens_at: '22:00', closes_at: '07:00' },
      ];
      for (const body of invalid)
        assert.equal(
          (await admin('POST', `/venues/${slug}/facilities`, body)).status,
          422,
          JSON.stringify(body),
        );
      assert.equal((await admin('POST', '/venues/no-such-venue/facilities', good)).status, 404);
      const other = await stack().api.newVenue();
      assert.equal((await admin('GET', `/venues/${other}/facilities/${facility}`)).status, 404);
      assert.equal(
        (await admin('PATCH', `/venues/${other}/facilities/${facility}`, { name: 'Mine' })).status,
        404,
      );
    });

    it('has a change in force at the moment that it answers', async () => {
      const { admin, book } = stack().api;
      const [slot] = await slotsOf();
      assert.equal(slot.starts_at, `${day}T10:00`);
      await admin('PATCH', `/venues/${slug}/facilities/${facility}`, { opens_at: '12:00', price_eur: 7.5 });
      const [moved] = await slotsOf();
      assert.equal(moved.starts_at, `${day}T12:00`);
      assert.equal((await book(slug, { slot_id: slot.id })).status, 422, 'the old time is gone');
      assert.equal((await book(slug, { slot_id: moved.id })).body.booking.amount_eur, 7.5);
      await admin('PATCH', `/venues/${slug}`, { live: false });
      assert.equal((await stack().api.get(slug, '/facilities')).body.live, false);
      assert.equal((await book(slug, { slot_id: moved.id })).status, 422);
      await admin('PATCH', `/venues/${slug}`, { live: true });
      assert.equal((await book(slug, { slot_id: moved.id })).status, 201);
      await admin('PATCH', `/venues/${slug}/facilities/${facility}`, { opens_at: '10:00', price_eur: 0 });
    });

    it('closes a day, gives it other hours, and puts it back', async () => {
      const { admin, get } = stack().api;
      const path = `/venues/${slug}/facilities/${facility}/exceptions`;
      const date = daysAhead(20);
      assert.equal((await admin('PUT', `${path}/${date}`, { closed: true, note: 'Kerst' })).status, 200);
      assert.deepEqual(await slotsOf(facility, date), []);
      const summary = await get(slug, `/facilities/${facility}/availability?from=${date}&to=${date}`);
      assert.deepEqual(summary.body.days, [{ date, free: 0, bookable: false }]);
      const { body } = await admin('PUT', `${path}/${date}`, { opens_at: '20:00', closes_at: '02:00' });
      assert.deepEqual(body, { date, closed: false, opens_at: '20:00', closes_at: '02:00', note: null });
      assert.equal((await slotsOf(facility, date)).length, 6);
      assert.deepEqual((await admin('GET', path)).body, [body]);
      assert.equal((await admin('DELETE', `${path}/${date}`)).status, 200);
      assert.equal((await slotsOf(facility, date)).length, 8);
      assert.equal((await admin('DELETE', `${path}/${date}`)).status, 404);
      for (const bad of [
        {},
        { closed: true, opens_at: '10:00', closes_at: '11:00' },
        { opens_at: '05:00', closes_at: '07:00' },
      ])
        assert.equal((await admin('PUT', `${path}/${date}`, bad)).status, 422, JSON.stringify(bad));
      for (const date of ['2026-02-30', '0000-01-01'])
        assert.equal((await admin('PUT', `${path}/${date}`, { closed: true })).status, 422, date);
    });

    it('keeps the hours inside one booking day when day_start changes', async () => {
      const { admin } = stack().api;
      assert.equal((await admin('PATCH', `/venues/${slug}`, { day_start: '12:00' })).status, 422);
      assert.equal((await admin('PATCH', `/venues/${slug}`, { day_start: '07:00' })).status, 200);
      assert.equal((await slotsOf()).length, 8);
    });

    it('keeps a booked slot at its time when the hours change, offers it no more, and blocks what overlaps it', async () => {
      const { admin, book } = stack().api;
      const id = await stack().api.newFacility(slug, { opens_at: '10:00', closes_at: '14:00', capacity: 2 });
      const [first] = await slotsOf(id);
      await book(slug, { slot_id: first.id, people: 1 });
      await admin('PATCH', `/venues/${slug}/facilities/${id}`, { opens_at: '10:30', force: true });
      const after = await slotsOf(id);
      const seen = after.map((slot: { starts_at: string; bookable: boolean }) => [
        slot.starts_at.slice(11),
        slot.bookable,
      ]);
      assert.deepEqual(seen, [
        ['10:00', false],
        ['10:30', false],
        ['11:30', true],
        ['12:30', true],
      ]);
      assert.equal((await book(slug, { slot_id: after[1].id })).status, 422);
      assert.equal((await book(slug, { slot_id: first.id, people: 1 })).status, 422);
      await admin('PATCH', `/venues/${slug}/facilities/${id}`, { opens_at: '10:00' });
      assert.equal((await book(slug, { slot_id: first.id, people: 1 })).status, 201);
    });

    it('closes a day for new guests also where somebody has booked already', async () => {
      const { admin, book, get } = stack().api;
      const id = await stack().api.newFacility(slug, { opens_at: '10:00', closes_at: '14:00' });
      const [slot] = await slotsOf(id);
      await book(slug, { slot_id: slot.id });
      await admin('PUT', `/venues/${slug}/facilities/${id}/exceptions/${day}`, { closed: true, force: true });
      const { body } = await get(slug, `/facilities/${id}/availability?from=${day}&to=${day}`);
      assert.deepEqual(body.days, [{ date: day, free: 0, bookable: false }]);
      const [kept, ...others] = await slotsOf(id);
      assert.deepEqual([kept.id, kept.booked, kept.bookable, others.length], [slot.id, 1, false, 0]);
      assert.equal((await book(slug, { slot_id: slot.id })).status, 422);
    });

    it('blocks a slot and gives it a capacity of its own', async () => {
      const { admin, book } = stack().api;
      const slots = await slotsOf();
      const { id } = slots.at(-1);
      const path = `/venues/${slug}/slots/${id}`;
      const blocked = await admin('PATCH', path, { blocked: true });
      assert.equal(blocked.status, 200);
      assert.equal(blocked.body.bookable, false);
      assert.equal((await book(slug, { slot_id: id })).status, 422);
      const one = await admin('PATCH', path, { blocked: false, capacity: 1 });
      assert.deepEqual([one.body.capacity, one.body.free], [1, 1]);
      assert.equal((await book(slug, { slot_id: id, people: 2 })).status, 422);
      assert.equal((await book(slug, { slot_id: id })).status, 201);
      const none = await admin('PATCH', path, { capacity: 0, force: true });
      assert.deepEqual([none.body.booked, none.body.free], [1, 0], 'lowering a capacity drops no booking');
      assert.equal((await admin('PATCH', path, { capacity: null })).body.capacity, 10);
      assert.equal((await admin('PATCH', path, {})).status, 422);
      assert.equal((await admin('PATCH', `/venues/${slug}/slots/${id + 1}`, { blocked: true })).status, 404);
      const other = await stack().api.newVenue();
      assert.equal((await admin('PATCH', `/venues/${other}/slots/${id}`, { blocked: true })).status, 404);
    });

    it('respects the notice time and how far ahead the venue takes bookings', async () => {
      const { admin, book } = stack().api;
      await admin('PATCH', `/venues/${slug}`, { max_advance_days: 5 });
      const far = (await slotsOf())[1];
      assert.equal(far.blocked, true);
      assert.equal((await book(slug, { slot_id: far.id })).status, 422);
      await admin('PATCH', `/venues/${slug}`, { max_advance_days: null, min_notice_minutes: 30 * 24 * 60 });
      assert.equal((await slotsOf())[1].blocked, true);
      await admin('PATCH', `/venues/${slug}`, { min_notice_minutes: 0 });
      assert.equal((await slotsOf())[1].blocked, false);
    });
  });
}
