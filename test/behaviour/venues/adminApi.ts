import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Operator settings, which must be in force when the call returns. */
export function adminApi(stack: () => Stack): void {
  describe('the admin API', () => {
    let slug: string;
    let facility: number;
    const day = daysAhead(9);
    beforeAll(async () => {
      slug = await stack().api.newVenue();
      facility = await stack().api.newFacility(slug, { opens_at: '10:00', closes_at: '18:00' });
    });
    const slotsOf = async (id = facility, date = day) =>
      (await stack().api.get(slug, `/facilities/${id}/slots?date=${date}`)).body.slots;

    it('applies a change before it responds', async () => {
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

    it('closes a day, gives it other hours, and restores the weekly hours', async () => {
      const { admin, get } = stack().api;
      const path = `/venues/${slug}/facilities/${facility}/exceptions`;
      const date = daysAhead(20);
      assert.equal((await admin('PUT', `${path}/${date}`, { closed: true, note: 'Kerst' })).status, 200);
      assert.deepEqual(await slotsOf(facility, date), []);
      const summary = await get(slug, `/facilities/${facility}/availability?from=${date}&to=${date}`);
      assert.deepEqual(summary.body.days, [{ date, free: 0, bookable: false, closed: true }]);
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

    it('rejects a day_start that would split the opening hours over two booking days', async () => {
      const { admin } = stack().api;
      assert.equal((await admin('PATCH', `/venues/${slug}`, { day_start: '12:00' })).status, 422);
      assert.equal((await admin('PATCH', `/venues/${slug}`, { day_start: '07:00' })).status, 200);
      assert.equal((await slotsOf()).length, 8);
    });

    it('keeps a booked slot after the hours change, stops offering it, and blocks the slots that overlap it', async () => {
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

    it('closes a day for new guests even if it has bookings', async () => {
      const { admin, book, get } = stack().api;
      const id = await stack().api.newFacility(slug, { opens_at: '10:00', closes_at: '14:00' });
      const [slot] = await slotsOf(id);
      await book(slug, { slot_id: slot.id });
      await admin('PUT', `/venues/${slug}/facilities/${id}/exceptions/${day}`, { closed: true, force: true });
      const { body } = await get(slug, `/facilities/${id}/availability?from=${day}&to=${day}`);
      assert.deepEqual(body.days, [{ date: day, free: 0, bookable: false, closed: true }]);
      const [kept, ...others] = await slotsOf(id);
      assert.deepEqual([kept.id, kept.booked, kept.bookable, others.length], [slot.id, 1, false, 0]);
      assert.equal((await book(slug, { slot_id: slot.id })).status, 422);
    });

    it('blocks a slot and overrides its capacity', async () => {
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
      assert.deepEqual([none.body.booked, none.body.free], [1, 0], 'a lower capacity cancels no booking');
      assert.equal((await admin('PATCH', path, { capacity: null })).body.capacity, 10);
      assert.equal((await admin('PATCH', path, {})).status, 422);
      assert.equal((await admin('PATCH', `/venues/${slug}/slots/${id + 1}`, { blocked: true })).status, 404);
      const other = await stack().api.newVenue();
      assert.equal((await admin('PATCH', `/venues/${other}/slots/${id}`, { blocked: true })).status, 404);
    });

    it('enforces the notice time and the maximum days ahead', async () => {
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
