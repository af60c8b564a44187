import assert from 'node:assert/strict';
import { addDays, weekdayOf } from '@venue-booking/domain/schedule/venueTime';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Seasonal opening hours, from the owner's settings to booking. */
export function seasonalHours(stack: () => Stack): void {
  describe('seasonal hours', () => {
    /** A Monday and a Saturday of the winter season, and a Monday after it. */
    const monday = addDays(daysAhead(20), (8 - weekdayOf(daysAhead(20))) % 7);
    const saturday = addDays(monday, 5);
    const later = addDays(monday, 14);
    const club = [
      {
        ...{ name: 'Winter', from: monday, to: addDays(monday, 6) },
        windows: [
          { days: [1, 2, 3, 4, 5], opens_at: '07:00', closes_at: '09:00' },
          { days: [1, 2, 3, 4, 5], opens_at: '20:00', closes_at: '22:00' },
          { days: [6], starts: ['10:00', '13:30', '19:00'] },
        ],
      },
      { name: 'Summer', windows: [{ days: EVERY_DAY, opens_at: '12:00', closes_at: '14:00' }] },
    ];
    let slug: string;
    let court: number;
    beforeAll(async () => {
      slug = await stack().api.newVenue();
      court = await stack().api.newFacility(slug, {
        ...{ name: 'Court', opens_at: '08:00', closes_at: '10:00', timetable: club },
      });
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const patch = (body: unknown) => admin('PATCH', `/facilities/${court}`, body);
    const slotsOf = async (date: string): Promise<{ id: number; starts_at: string }[]> =>
      (await stack().api.get(slug, `/facilities/${court}/slots?date=${date}`)).body.slots;
    const startsOn = async (date: string) =>
      (await slotsOf(date)).map(({ starts_at }) => starts_at.slice(11));

    it('offers the windows and fixed starts of the season that a day falls in', async () => {
      assert.deepEqual(await startsOn(monday), ['07:00', '08:00', '20:00', '21:00']);
      assert.deepEqual(await startsOn(saturday), ['10:00', '13:30', '19:00']);
      assert.deepEqual(await startsOn(addDays(saturday, 1)), [], 'closed on Sundays of that season');
      assert.deepEqual(await startsOn(later), ['12:00', '13:00']);
      const range = `from=${saturday}&to=${later}`;
      const month = await stack().api.get(slug, `/facilities/${court}/availability?${range}`);
      assert.deepEqual(
        month.body.days.slice(0, 3).map(({ free }: { free: number }) => free),
        [30, 0, 20],
      );
    });

    it('seasonal hours leave opens_at and closes_at unchanged for older clients, and guests see only slots', async () => {
      const facility = (await admin('GET', `/facilities/${court}`)).body;
      assert.deepEqual([facility.opens_at, facility.closes_at, facility.timetable], ['08:00', '10:00', club]);
      const [seen] = (await stack().api.get(slug, '/facilities')).body.facilities;
      assert.deepEqual([seen.name, 'timetable' in seen], ['Court', false]);
    });

    it('the owner previews a week of seasonal hours before saving', async () => {
      const week = { opens_at: '08:00', closes_at: '10:00', duration_minutes: 60, from: monday };
      const days = (await admin('POST', '/facility-preview', { ...week, timetable: club })).body.days;
      assert.deepEqual(
        days.map(({ slots }: { slots: unknown[] }) => slots.length),
        [4, 4, 4, 4, 4, 3, 0],
      );
      const plain = (await admin('POST', '/facility-preview', { ...week, timetable: null })).body.days;
      assert.equal(plain[6].slots.length, 2);
    });

    it('an exception for a single day overrides the seasonal hours', async () => {
      const day = addDays(saturday, 2);
      await admin('PUT', `/facilities/${court}/exceptions/${day}`, { opens_at: '09:00', closes_at: '10:00' });
      assert.deepEqual(await startsOn(day), ['09:00']);
      await admin('DELETE', `/facilities/${court}/exceptions/${day}`);
      assert.deepEqual(await startsOn(day), ['12:00', '13:00']);
    });

    it('seasonal hours that overlap or leave the booking day are rejected, and the season and day are named', async () => {
      const refusal = async (body: unknown) => {
        const { status, body: answer } = await patch(body);
        return `${status} ${answer.error}`;
      };
      const with1 = (windows: unknown) => ({ timetable: [{ name: 'Autumn', windows }] });
      assert.match(
        await refusal(with1([{ days: [1], starts: ['10:00', '10:30'] }])),
        /^422 Season Autumn, day 1 .*: 10:30 .* 10:00, which ends at 11:00/,
      );
      assert.match(await refusal({ buffer_minutes: 200 }), /^422 Season Winter, day 6 .*: 13:30 /);
      assert.match(
        await refusal(with1([{ days: [1], opens_at: '05:00', closes_at: '07:00' }])),
        /^422 .*06:00/,
      );
      for (const timetable of [
        [],
        [{ windows: [{ days: [1] }] }],
        [{ from: '10-01', windows: [] }],
        [{ from: '2027-02-30', windows: [] }],
        [{ windows: [{ days: [1], starts: ['25:00'] }] }],
        [{ windows: [], colour: 'red' }],
        'always',
        {},
      ])
        assert.match(await refusal({ timetable }), /^422 timetable/, JSON.stringify(timetable));
      const venue = await admin('PATCH', '', { day_start: '21:30' });
      assert.equal(venue.status, 422, 'day_start may not fall within opening hours');
      assert.deepEqual((await admin('GET', `/facilities/${court}`)).body.timetable, club);
    });

    it('a change of seasonal hours names the affected bookings and applies with force', async () => {
      const evening = (await slotsOf(monday)).at(-1);
      const { body } = await stack().api.book(slug, { slot_id: evening?.id });
      assert.equal(body.booking.status, 'confirmed');
      const shorter = [{ ...club[0], windows: club[0]?.windows.toSpliced(1, 1) }, club[1]];
      const refused = await patch({ timetable: shorter });
      assert.equal(refused.status, 409);
      assert.match(refused.body.error, new RegExp(`${body.booking.reference} \\(${monday} 21:00\\)`));
      assert.equal((await patch({ timetable: [{ ...club[0], name: 'Cold' }, club[1]] })).status, 200);
      assert.equal((await patch({ timetable: shorter, force: true })).status, 200);
      assert.deepEqual(await startsOn(monday), ['07:00', '08:00', '21:00'], 'the booked slot stays');
      const { history } = (await admin('GET', `/bookings/${body.booking.id}`)).body;
      assert.deepEqual(history.at(-1).changes, [{ what: 'timetable', after: 'changed' }]);
    });

    it('removing the seasonal hours restores the same hours all year', async () => {
      assert.equal((await patch({ timetable: null, force: true })).status, 200);
      assert.deepEqual(await startsOn(later), ['08:00', '09:00']);
    });
  });
}
