import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

type Slot = { id: number; starts_at: string };

/** Changes of hours, days and capacity that affect existing bookings. */
export function rulesChanges(stack: () => Stack): void {
  describe('rule changes that affect bookings', () => {
    const day = daysAhead(12);
    let slug: string;
    beforeAll(async () => {
      slug = await stack().api.newVenue();
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const history = async (id: number): Promise<[string, string, string][]> =>
      (await admin('GET', `/bookings/${id}`)).body.history.map(
        ({ actor, action, note }: Record<'actor' | 'action' | 'note', string>) => [actor, action, note],
      );
    /** A facility open from 10:00 to midnight, with a booking for four at 10:00. */
    const booked = async (settings: object = {}) => {
      const facility = await stack().api.newFacility(slug, {
        opens_at: '10:00',
        closes_at: '00:00',
        max_people_per_booking: 4,
        ...settings,
      });
      const slots: Slot[] = (await stack().api.get(slug, `/facilities/${facility}/slots?date=${day}`)).body
        .slots;
      const made = await stack().api.book(slug, { slot_id: slots[0]?.id, people: 4 });
      assert.equal(made.status, 201, made.text);
      return {
        path: `/facilities/${facility}`,
        slots,
        ...(made.body.booking as { id: number; reference: string }),
      };
    };
    /**
     * Asserts that the change is rejected with the booking's reference, and that with force it succeeds and
     * adds a history entry.
     */
    const needsForce = async (
      id: number,
      change: (force: boolean) => ReturnType<typeof admin>,
      note: string,
    ): Promise<void> => {
      const before = await history(id);
      const { reference } = (await admin('GET', `/bookings/${id}`)).body;
      const refused = await change(false);
      assert.equal(refused.status, 409, refused.text);
      assert.deepEqual(Object.keys(refused.body), ['error']);
      assert.match(refused.body.error, new RegExp(`\\(1\\): ${reference} \\(${day} 10:00\\)\\. .*force`));
      assert.deepEqual(await history(id), before);
      const forced = await change(true);
      assert.equal(forced.status, 200, forced.text);
      assert.deepEqual(await history(id), [...before, ['operator', 'rules_changed', note]]);
    };
    const forcing = (body: object) => (force: boolean) => ({ ...body, ...(force && { force }) });

    it('a change that affects bookings needs force, and the bookings stay and record it', async () => {
      const { path, id } = await booked();
      const later = forcing({ opens_at: '12:00', price_eur: 5 });
      await needsForce(id, (force) => admin('PATCH', path, later(force)), 'opens_at 10:00 → 12:00');
      const { body } = await admin('GET', path);
      assert.deepEqual([body.opens_at, body.price_eur, 'force' in body], ['12:00', 5, false]);
      assert.equal((await admin('GET', `/bookings/${id}`)).body.status, 'confirmed');
      const again = await admin('PATCH', path, later(false));
      assert.equal(again.status, 200, 'a change without effect affects no booking');
    });

    it('changing capacity or weekdays or deactivating a facility needs force if it affects bookings', async () => {
      const { path, id } = await booked();
      const small = forcing({ capacity: 3, max_people_per_booking: 3 });
      await needsForce(id, (force) => admin('PATCH', path, small(force)), 'capacity 10 → 3');
      await needsForce(
        id,
        (force) => admin('PATCH', path, forcing({ active: false })(force)),
        'active true → false',
      );
      assert.equal((await admin('PATCH', path, { active: true })).status, 200);
      await needsForce(
        id,
        (force) => admin('PATCH', path, forcing({ open_days: [] })(force)),
        'open_days 1,2,3,4,5,6,7 → none',
      );
    });

    it('switching a slot with several parties to a single party needs force', async () => {
      const { path, slots, id, reference } = await booked();
      assert.equal(
        (await admin('PATCH', path, { mode: 'FULL' })).status,
        200,
        'one party has the whole slot',
      );
      assert.equal((await admin('PATCH', path, { mode: 'CAPACITY' })).status, 200);
      const other = await stack().api.book(slug, { slot_id: slots[0]?.id, people: 1 });
      const refused = await admin('PATCH', path, { mode: 'FULL' });
      assert.equal(refused.status, 409, refused.text);
      assert.match(
        refused.body.error,
        new RegExp(`\\(2\\): ${reference} .*${other.body.booking.reference} `),
      );
      assert.equal((await admin('PATCH', path, { mode: 'FULL', force: true })).status, 200);
      assert.equal((await history(id)).at(-1)?.[2], 'mode CAPACITY → FULL');
    });

    it('a slot that one party has booked stays private in a facility that becomes shared, and is named', async () => {
      const { path, slots } = await booked({ mode: 'FULL' });
      const { book } = stack().api;
      const shared = await admin('PATCH', path, { mode: 'CAPACITY', capacity: 20 });
      const start = slots[0]?.starts_at;
      assert.deepEqual([shared.status, shared.body.private_slots], [200, [start]], shared.text);
      const joined = await book(slug, { slot_id: slots[0]?.id });
      assert.deepEqual([joined.status, joined.body.error], [422, 'This time is full. Choose another one.']);
      assert.equal((await book(slug, { slot_id: slots[1]?.id })).status, 201);
      assert.equal((await book(slug, { slot_id: slots[1]?.id })).status, 201);
      const again = await admin('PATCH', path, { capacity: 21 });
      assert.deepEqual([again.status, again.body.private_slots], [200, undefined]);
    });

    it('closing a day, changing its hours or removing its exception needs force if it affects bookings', async () => {
      const { path, id } = await booked();
      const date = `${path}/exceptions/${day}`;
      await needsForce(
        id,
        (force) => admin('PUT', date, forcing({ closed: true, note: 'Party' })(force)),
        `${day}: weekly hours → closed`,
      );
      assert.equal((await admin('PUT', date, { opens_at: '10:00', closes_at: '12:00' })).status, 200);
      assert.equal(
        (await admin('PATCH', path, { opens_at: '15:00' })).status,
        200,
        'that day has its own hours',
      );
      await needsForce(
        id,
        (force) => admin('DELETE', `${date}${force ? '?force=true' : ''}`),
        `${day}: 10:00–12:00 → weekly hours`,
      );
    });

    it('blocking a slot or lowering its capacity needs force if it affects bookings', async () => {
      const { slots, id } = await booked();
      const path = `/slots/${slots[0]?.id}`;
      await needsForce(
        id,
        (force) => admin('PATCH', path, forcing({ capacity: 3 })(force)),
        'capacity as the facility → 3',
      );
      assert.equal((await admin('PATCH', path, { capacity: 4 })).status, 200);
      await needsForce(
        id,
        (force) => admin('PATCH', path, forcing({ blocked: true })(force)),
        'blocked false → true',
      );
      assert.equal((await admin('PATCH', `/slots/${slots[1]?.id}`, { blocked: true })).status, 200);
    });

    it('a change is validated before affected bookings are checked, with errors in the client’s language', async () => {
      const { path } = await booked();
      assert.equal((await admin('PATCH', path, { opens_at: '12:00', closes_at: '07:00' })).status, 422);
      assert.equal((await admin('PATCH', path, { capacity: 3 })).status, 422, 'below the largest party');
      assert.equal((await admin('PUT', `${path}/exceptions/${day}`, { force: true })).status, 422);
      assert.equal((await admin('PATCH', path, { opens_at: '12:00', force: 'yes' })).status, 422);
      const { body } = await call(`${stack().api.url}/api/admin/venues/${slug}${path}`, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${stack().operatorToken}`, 'Accept-Language': 'nl' },
        body: { opens_at: '12:00' },
      });
      assert.match(body.error, /^Dit raakt komende boekingen \(1\)/);
    });

    it('a cancelled booking does not make a change need force', async () => {
      const { path, id } = await booked();
      await admin('POST', `/bookings/${id}/cancel`);
      assert.equal((await admin('PATCH', path, { opens_at: '12:00' })).status, 200);
    });
  });
}
