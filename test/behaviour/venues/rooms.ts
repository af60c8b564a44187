import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Rooms that facilities share, from the settings to booking. */
export function rooms(stack: () => Stack): void {
  describe('shared rooms', () => {
    const day = daysAhead(15);
    let slug: string;
    let left: number;
    let right: number;
    let hall: number;
    let court: number;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const newRoom = async (name: string): Promise<number> => {
      const made = await admin('POST', '/rooms', { name });
      assert.equal(made.status, 201, made.text);
      assert.deepEqual(made.body, { id: made.body.id, name });
      return made.body.id;
    };
    beforeAll(async () => {
      slug = await stack().api.newVenue();
      left = await newRoom('Left half');
      right = await newRoom('Right half');
      hall = await stack().api.newFacility(slug, { name: 'Hall', mode: 'FULL', rooms: [right, left] });
      court = await stack().api.newFacility(slug, { name: 'Court', mode: 'FULL', rooms: [left] });
    });
    const slotAt = async (facility: number, time: string) => {
      const { body } = await stack().api.get(slug, `/facilities/${facility}/slots?date=${day}`);
      return body.slots.find(({ starts_at }: { starts_at: string }) => starts_at === `${day}T${time}`);
    };
    const book = async (facility: number, time: string) =>
      stack().api.book(slug, { slot_id: (await slotAt(facility, time)).id });
    const freeOn = async (facility: number): Promise<number> =>
      (await stack().api.get(slug, `/facilities/${facility}/availability?from=${day}&to=${day}`)).body.days[0]
        .free;

    it('the owner sees rooms, but guests do not', async () => {
      assert.deepEqual((await admin('GET', `/facilities/${hall}`)).body.rooms, [left, right]);
      const { body } = await stack().api.get(slug, '/facilities');
      assert.equal(JSON.stringify(body).includes('rooms'), false);
      const names = (await admin('GET', '/rooms')).body.map(({ name }: { name: string }) => name);
      assert.deepEqual(names, ['Left half', 'Right half']);
      const renamed = await admin('PATCH', `/rooms/${left}`, { name: 'North' });
      assert.deepEqual([renamed.status, renamed.body], [200, { id: left, name: 'North' }]);
    });

    it('a booking makes slots that need the same room unbookable until it is cancelled or moved', async () => {
      const free = await freeOn(court);
      const made = await book(hall, '10:00');
      assert.equal(made.status, 201, made.text);
      const slot = await slotAt(court, '10:00');
      assert.deepEqual([slot.blocked, slot.bookable, slot.reason], [true, false, 'room_taken']);
      const check = await stack().api.get(slug, `/slots/${slot.id}`);
      assert.deepEqual([check.body.bookable, check.body.reason], [false, 'room_taken']);
      assert.equal(await freeOn(court), free - 10);
      assert.equal((await slotAt(court, '11:00')).bookable, true);

      const refused = await stack().api.book(slug, { slot_id: slot.id });
      assert.equal(refused.status, 422, refused.text);
      assert.deepEqual(refused.body, {
        error: 'This time is taken, because another booking uses the same room. Choose another one.',
      });
      const inDutch = await stack().api.book(slug, { slot_id: slot.id }, { 'Accept-Language': 'nl' });
      assert.match(inDutch.body.error, /^Deze tijd is bezet/);
      const byDesk = await admin('POST', '/bookings', {
        ...{ slot_id: slot.id, customer_name: 'Bo', people: 1 },
      });
      assert.equal(byDesk.status, 422, byDesk.text);

      const elsewhere = await book(court, '12:00');
      const move = (to: number) =>
        admin('PATCH', `/bookings/${elsewhere.body.booking.id}`, { slot_id: to, notify: false });
      assert.equal((await move(slot.id)).status, 422);
      assert.equal((await slotAt(hall, '12:00')).reason, 'room_taken', 'a failed move changes nothing');
      await admin('POST', `/bookings/${made.body.booking.id}/cancel`);
      await eventually(
        'the court is bookable again',
        async () => (await slotAt(court, '10:00')).bookable === true,
      );
      assert.equal((await move(slot.id)).status, 200);
      await eventually(
        'the hall is bookable at noon',
        async () => (await slotAt(hall, '12:00')).bookable === true,
      );
      assert.equal((await slotAt(hall, '10:00')).reason, 'room_taken');
    });

    it('the calendar names the booked slots that take a room, to people of the venue only', async () => {
      const afternoon = await slotAt(hall, '16:00');
      assert.equal((await book(hall, '16:00')).status, 201);
      const inCalendar = async (query: string) => {
        const { body } = await admin('GET', `/calendar?from=${day}${query}`);
        const shown = body.days[0].facilities.find(({ id }: { id: number }) => id === court);
        return shown.slots.find(({ starts_at }: { starts_at: string }) => starts_at.endsWith('T16:00'));
      };
      for (const query of ['', `&facility_id=${court}`]) {
        const { reason, taken_by } = await inCalendar(query);
        assert.deepEqual({ reason, taken_by }, { reason: 'room_taken', taken_by: [afternoon.id] });
      }
      assert.equal('taken_by' in (await slotAt(court, '16:00')), false);
    });

    it('blocking a slot does not take its room', async () => {
      const slot = await slotAt(hall, '14:00');
      assert.equal((await admin('PATCH', `/slots/${slot.id}`, { blocked: true })).status, 200);
      assert.equal((await slotAt(court, '14:00')).bookable, true);
    });

    it('a booking moves within its room to another facility, but not where another booking has the room', async () => {
      const room = await newRoom('Sauna');
      const hours = { mode: 'FULL', rooms: [room], opens_at: '10:00', closes_at: '22:00' };
      const [short, long] = [
        await stack().api.newFacility(slug, { name: '60', ...hours }),
        await stack().api.newFacility(slug, { name: '90', ...hours, duration_minutes: 90 }),
      ];
      const { id } = (await book(short, '14:00')).body.booking;
      const move = async (to: { id: number }) =>
        admin('PATCH', `/bookings/${id}`, { slot_id: to.id, notify: false });
      const longer = await slotAt(long, '14:30');
      assert.equal(longer.reason, 'room_taken');
      const moved = await move(longer);
      assert.deepEqual([moved.status, moved.body.starts_at], [200, `${day}T14:30`], moved.text);
      assert.equal((await slotAt(short, '14:00')).reason, 'room_taken');
      assert.equal((await book(short, '13:00')).status, 201);
      const refused = await move(await slotAt(long, '13:00'));
      assert.equal(refused.status, 422, refused.text);
      assert.equal((await admin('GET', `/bookings/${id}`)).body.starts_at, `${day}T14:30`);
      assert.equal((await move(await slotAt(short, '15:00'))).status, 200);
      await eventually('the old time is free', async () => (await slotAt(short, '14:00')).bookable);
    });

    it('adding a room needs force if bookings conflict, and the response names them', async () => {
      const garden = await newRoom('Garden');
      const shared = await stack().api.newFacility(slug, { name: 'Shared' });
      const own = await stack().api.newFacility(slug, { name: 'Own', mode: 'FULL', rooms: [garden] });
      const [both, alone] = [await book(shared, '10:00'), await book(shared, '12:00')];
      assert.equal((await book(own, '10:00')).status, 201);
      const { reference, id } = both.body.booking;
      const patch = (force: boolean) =>
        admin('PATCH', `/facilities/${shared}`, { rooms: [garden], ...(force && { force }) });
      const refused = await patch(false);
      assert.equal(refused.status, 409, refused.text);
      assert.match(refused.body.error, new RegExp(`\\(1\\): ${reference} \\(${day} 10:00\\)\\. `));
      assert.deepEqual((await admin('GET', `/facilities/${shared}`)).body.rooms, []);
      assert.equal((await patch(true)).status, 200);
      const history = (await admin('GET', `/bookings/${id}`)).body.history.at(-1);
      assert.deepEqual([history.action, history.note], ['rules_changed', `rooms none → ${garden}`]);
      assert.equal((await admin('GET', `/bookings/${id}`)).body.status, 'confirmed');
      assert.equal((await slotAt(own, '12:00')).reason, 'room_taken', 'taken by the existing booking');
      assert.equal(alone.status, 201);
      assert.equal((await patch(false)).status, 200, 'a change without effect affects no booking');
    });

    it('rooms of another venue, rooms in use and too many rooms are rejected', async () => {
      const other = await stack().api.newVenue();
      const theirs = (await stack().api.admin('POST', `/venues/${other}/rooms`, { name: 'Theirs' })).body.id;
      const inUse = await admin('DELETE', `/rooms/${left}`);
      assert.deepEqual(
        [inUse.status, inUse.body.error],
        [409, 'The facility Hall uses this room. Remove the room there first.'],
      );
      for (const id of [theirs, 2 ** 31 - 1]) {
        assert.equal((await admin('PATCH', `/facilities/${court}`, { rooms: [id] })).status, 422);
        assert.equal((await admin('PATCH', `/rooms/${id}`, { name: 'Mine' })).status, 404);
        assert.equal((await admin('DELETE', `/rooms/${id}`)).status, 404);
      }
      for (const rooms of [[left, left], [0], ['1'], Array.from({ length: 9 }, (_, at) => at + 1)])
        assert.equal((await admin('PATCH', `/facilities/${court}`, { rooms })).status, 422);
      for (const name of ['', 'a\nb', 'x'.repeat(101)])
        assert.equal((await admin('POST', '/rooms', { name })).status, 422);
      assert.deepEqual((await admin('GET', `/facilities/${court}`)).body.rooms, [left]);

      const gone = await newRoom('Gone');
      assert.equal((await admin('DELETE', `/rooms/${gone}`)).status, 200);
      assert.equal((await admin('DELETE', `/rooms/${gone}`)).status, 404);
      const many = await Promise.all(
        Array.from({ length: 52 }, () =>
          stack().api.admin('POST', `/venues/${other}/rooms`, { name: 'Many' }),
        ),
      );
      assert.equal(
        many.filter(({ status }) => status === 201).length,
        49,
        'the existing room and 49 new ones make 50',
      );
      assert.deepEqual([...new Set(many.map(({ status }) => status))].sort(), [201, 422]);
    });
  });
}
