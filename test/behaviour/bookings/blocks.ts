import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

type Slot = { id: number; starts_at: string; reason?: string };

/** Blocked times: made, listed and lifted, while the opening hours change. */
export function blocks(stack: () => Stack): void {
  describe('blocked times', () => {
    const day = daysAhead(30);
    let slug: string;
    let sauna: number;
    let court: number;
    let room: number;
    let desk: string;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const asDesk = (method: string, path: string) =>
      call(`${stack().api.url}/api/admin/venues/${slug}${path}`, {
        method,
        headers: { Authorization: `Bearer ${desk}` },
      });
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      room = (await admin('POST', '/rooms', { name: 'Hall' })).body.id;
      const hours = { opens_at: '10:00', closes_at: '18:00' };
      sauna = await api.newFacility(slug, { name: 'Sauna', ...hours });
      court = await api.newFacility(slug, { name: 'Court', mode: 'FULL', rooms: [room], ...hours });
      desk = (await admin('POST', '/tokens', { name: 'Desk', scope: 'desk' })).body.token;
    });
    const slotsOf = async (facility: number): Promise<Slot[]> =>
      (await stack().api.get(slug, `/facilities/${facility}/slots?date=${day}`)).body.slots;
    const blocked = async (facility: number) =>
      (await slotsOf(facility))
        .filter(({ reason }) => reason === 'blocked')
        .map(({ starts_at }) => starts_at.slice(11));
    const afternoon = { from: day, to: day, from_time: '14:00', to_time: '16:00', blocked: true };
    const listed = async () => (await admin('GET', '/blocks')).body;

    it('stay blocked when the hours of the facility or of the day change', async () => {
      const made = await admin('POST', '/blocks', {
        ...afternoon,
        facilities: [sauna],
        reason: 'Inspection',
      });
      assert.deepEqual([made.status, made.body], [200, { changed_slots: 2 }], made.text);
      const patch = (body: object) => admin('PATCH', `/facilities/${sauna}`, body);
      assert.equal((await patch({ opens_at: '10:30' })).status, 200);
      assert.deepEqual(await blocked(sauna), ['13:30', '14:30', '15:30']);
      assert.equal((await patch({ opens_at: '10:00', duration_minutes: 45 })).status, 200);
      assert.deepEqual(await blocked(sauna), ['13:45', '14:30', '15:15']);
      const exception = { closed: false, opens_at: '11:15', closes_at: '17:15' };
      const path = `/facilities/${sauna}/exceptions/${day}`;
      assert.equal((await admin('PUT', path, exception)).status, 200);
      const [first] = (await slotsOf(sauna)).filter(({ reason }) => reason === 'blocked');
      assert.equal(first?.starts_at, `${day}T13:30`);
      const refused = await stack().api.book(slug, { slot_id: first?.id });
      assert.deepEqual(
        [refused.status, refused.body.error],
        [422, 'This time is blocked. Choose another one.'],
      );
      await admin('DELETE', path);
      await patch({ duration_minutes: 60 });
      assert.deepEqual(await blocked(sauna), ['14:00', '15:00']);
    });

    it('are listed with their reason, only for the people of the venue, until they are lifted', async () => {
      const [block, ...others] = await listed();
      const { id, ...shown } = block;
      assert.deepEqual(
        [shown, others],
        [
          {
            ...{ facility_id: sauna, room_id: null, reason: 'Inspection' },
            ...{ starts_at: `${day}T14:00`, ends_at: `${day}T16:00` },
          },
          [],
        ],
      );
      assert.deepEqual((await asDesk('GET', `/blocks?from=${day}&to=${day}`)).body, [block]);
      assert.deepEqual((await asDesk('GET', `/calendar?from=${day}`)).body.blocks, [block]);
      assert.equal(JSON.stringify(await slotsOf(sauna)).includes('Inspection'), false);
      assert.equal((await asDesk('DELETE', `/blocks/${id}`)).status, 403);
      const other = await stack().api.newVenue();
      assert.equal((await stack().api.admin('DELETE', `/venues/${other}/blocks/${id}`)).status, 404);
      const lifted = await admin('DELETE', `/blocks/${id}`);
      assert.deepEqual([lifted.status, lifted.body], [200, block]);
      assert.deepEqual([await listed(), await blocked(sauna)], [[], []]);
      assert.equal((await admin('DELETE', `/blocks/${id}`)).status, 404);
    });

    it('cover a room or the whole venue, and name the affected bookings', async () => {
      const slot = (await slotsOf(court)).find(({ starts_at }) => starts_at === `${day}T15:00`);
      const made = await stack().api.book(slug, { slot_id: slot?.id });
      assert.equal(made.status, 201, made.text);
      for (const scope of [{ rooms: [room] }, {}]) {
        const met = await admin('POST', '/blocks', { ...afternoon, ...scope });
        assert.deepEqual([met.status, met.body.error.includes('(1)')], [409, true], met.text);
        const forced = await admin('POST', '/blocks', { ...afternoon, ...scope, force: true });
        assert.equal(forced.status, 200, forced.text);
        assert.deepEqual(await blocked(court), ['14:00', '15:00']);
        assert.deepEqual(await blocked(sauna), 'rooms' in scope ? [] : ['14:00', '15:00']);
        const unblock = { ...afternoon, facilities: [court], blocked: false };
        assert.equal((await admin('POST', '/blocks', unblock)).status, 409);
        const free = { ...afternoon, ...scope, blocked: false };
        assert.equal((await admin('POST', '/blocks', free)).status, 200);
        assert.deepEqual([await listed(), await blocked(court)], [[], []]);
      }
    });

    it('are rejected with unknown rooms, reversed hours, a reversed range or unknown keys', async () => {
      for (const [status, body] of [
        [404, { ...afternoon, rooms: [2 ** 20] }],
        [422, { ...afternoon, rooms: [room], facilities: [court] }],
        [422, { ...afternoon, from_time: '16:00', to_time: '14:00' }],
        [422, { ...afternoon, reason: 'x'.repeat(201) }],
        [422, { ...afternoon, why: 'x' }],
        [400, { ...afternoon, to: daysAhead(1) }],
      ] as const) {
        const refused = await admin('POST', '/blocks', body);
        assert.equal(refused.status, status, refused.text);
      }
      assert.equal((await admin('GET', `/blocks?from=${day}&to=${daysAhead(1)}`)).status, 400);
      assert.equal((await admin('GET', '/blocks?form=2030-01-01')).status, 400);
      assert.deepEqual(await listed(), []);
    });
  });
}
