import assert from 'node:assert/strict';
import { addDays, weekdayOf } from '@venue-booking/domain/schedule/venueTime';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

const morningAndEvening = [
  { opens_at: '09:00', closes_at: '11:00' },
  { opens_at: '17:00', closes_at: '19:00' },
];

/** Days whose opening hours differ from those of the week or season. */
export function specialDays(stack: () => Stack): void {
  describe('special days', () => {
    const monday = addDays(daysAhead(20), (8 - weekdayOf(daysAhead(20))) % 7);
    const days = Array.from({ length: 14 }, (_, index) => addDays(monday, index));
    let slug: string;
    let court: number;
    beforeAll(async () => {
      slug = await stack().api.newVenue();
      court = await stack().api.newFacility(slug, { opens_at: '10:00', closes_at: '14:00' });
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const one = (method: string, date: string | undefined, body?: unknown, id = court) =>
      admin(method, `/facilities/${id}/exceptions/${date}`, body);
    const slotsOf = async (
      date: string | undefined,
      id = court,
    ): Promise<{ id: number; starts_at: string }[]> =>
      (await stack().api.get(slug, `/facilities/${id}/slots?date=${date}`)).body.slots;
    const startsOn = async (date: string | undefined, id = court) =>
      (await slotsOf(date, id)).map(({ starts_at }) => starts_at.slice(11));
    const refusal = async (answer: Promise<{ status: number; body: { error: string } }>) => {
      const { status, body } = await answer;
      return `${status} ${body.error}`;
    };

    it('a special day has several opening windows and start times, like a season', async () => {
      const [day, other] = days;
      const put = await one('PUT', day, { windows: morningAndEvening, note: 'Market' });
      assert.deepEqual(put.body, {
        ...{ date: day, closed: false, opens_at: null, closes_at: null, note: 'Market' },
        windows: morningAndEvening,
      });
      assert.deepEqual(await startsOn(day), ['09:00', '10:00', '17:00', '18:00']);
      const mixed = [{ starts: ['10:00', '13:30'] }, { opens_at: '20:00', closes_at: '22:00' }];
      const many = { facilities: [court], dates: [other], windows: mixed };
      assert.deepEqual((await admin('PUT', '/exceptions', many)).body, { changed_days: 1 });
      assert.deepEqual((await admin('PUT', '/exceptions', many)).body, { changed_days: 0 });
      assert.deepEqual(await startsOn(other), ['10:00', '13:30', '20:00', '21:00']);
      const listed = (await admin('GET', `/exceptions?from=${day}&to=${other}`)).body;
      assert.deepEqual(
        listed.map(({ windows }: { windows: unknown }) => windows),
        [morningAndEvening, mixed],
      );
      assert.equal((await one('DELETE', other)).status, 200);
      assert.deepEqual(await startsOn(other), ['10:00', '11:00', '12:00', '13:00']);
    });

    it('a special day with a single window reads as one opening and closing time for older clients', async () => {
      const { body } = await one('PUT', days[2], { windows: [{ opens_at: '09:00', closes_at: '10:00' }] });
      assert.deepEqual(body, {
        ...{ date: days[2], closed: false, opens_at: '09:00', closes_at: '10:00', note: null },
      });
      assert.deepEqual(await startsOn(days[2]), ['09:00']);
      await one('PUT', days[2], { windows: morningAndEvening });
      await one('PUT', days[2], { closed: true });
      assert.deepEqual(await startsOn(days[2]), [], 'the windows are gone');
    });

    it('rejects windows of a special day that a season would reject, and names the two', async () => {
      const put = (body: unknown) => refusal(one('PUT', days[3], body));
      assert.match(
        await put({ windows: [{ starts: ['10:00', '10:30'] }] }),
        /^422 .*10:30 starts too soon after 10:00, which ends at 11:00/,
      );
      assert.match(
        await put({ windows: [...morningAndEvening, { opens_at: '10:00', closes_at: '12:00' }] }),
        /^422 .*10:00–12:00 starts too soon after 09:00–11:00/,
      );
      assert.match(await put({ windows: [{ opens_at: '05:00', closes_at: '07:00' }] }), /^422 .*06:00/);
      for (const windows of [
        [],
        [{}],
        [{ opens_at: '10:00' }],
        [{ opens_at: '10:00', closes_at: '12:00', starts: ['10:00'] }],
        [{ starts: [] }],
        [{ starts: ['25:00'] }],
        [{ days: [1], starts: ['10:00'] }],
        'always',
      ])
        assert.match(await put({ windows }), /^422 windows/, JSON.stringify(windows));
      for (const hours of [{ closed: true }, { opens_at: '10:00', closes_at: '12:00' }, { weekly: true }])
        assert.match(
          await refusal(
            admin('PUT', '/exceptions', {
              ...{ facilities: [court], dates: [days[3]] },
              ...{ ...hours, windows: morningAndEvening },
            }),
          ),
          /^422 /,
          JSON.stringify(hours),
        );
      assert.deepEqual(await startsOn(days[3]), ['10:00', '11:00', '12:00', '13:00'], 'nothing changed');
    });

    it('settings that no longer fit the windows of a coming special day are rejected', async () => {
      const id = await stack().api.newFacility(slug, { opens_at: '10:00', closes_at: '14:00' });
      await one('PUT', days[4], { windows: [{ starts: ['10:00', '11:00'] }] }, id);
      assert.match(
        await refusal(admin('PATCH', `/facilities/${id}`, { duration_minutes: 90 })),
        new RegExp(`^422 .*${days[4]}.*11:00 starts too soon after 10:00`),
      );
      assert.equal((await admin('PATCH', `/facilities/${id}`, { duration_minutes: 45 })).status, 200);
      await one(
        'PUT',
        days[5],
        { windows: [{ opens_at: '08:00', closes_at: '10:00' }, { starts: ['12:00'] }] },
        id,
      );
      assert.match(await refusal(admin('PATCH', '', { day_start: '09:00' })), /^422 .*09:00/);
    });

    it('names the bookings that the windows of a special day affect, and records them with force', async () => {
      const [day] = days.slice(6);
      const { body } = await stack().api.book(slug, { slot_id: (await slotsOf(day))[2]?.id });
      const change = { windows: morningAndEvening };
      assert.match(await refusal(one('PUT', day, change)), new RegExp(`^409 .*${body.booking.reference} `));
      assert.equal((await one('PUT', day, { ...change, force: true })).status, 200);
      const { history } = (await admin('GET', `/bookings/${body.booking.id}`)).body;
      assert.deepEqual(history.at(-1).changes, [
        { what: 'hours', date: day, before: null, after: '09:00–11:00, 17:00–19:00' },
      ]);
      const fits = { windows: [{ starts: ['10:00', '12:00'] }] };
      assert.equal((await one('PUT', days[7], fits)).status, 200);
      const booked = (await slotsOf(days[7]))[1]?.id;
      assert.equal((await stack().api.book(slug, { slot_id: booked })).status, 201);
      const same = { windows: [{ opens_at: '12:00', closes_at: '13:00' }, { starts: ['09:00'] }] };
      assert.equal((await one('PUT', days[7], same)).status, 200, 'the booked time stays on offer');
    });
  });
}
