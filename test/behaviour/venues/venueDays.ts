import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

const WEEK = ['10:00', '11:00', '12:00', '13:00'];

/** Special days of the venue as a whole, once or every year. */
export function venueDays(stack: () => Stack): void {
  describe('special days of the venue as a whole', () => {
    const days = Array.from({ length: 30 }, (_, index) => daysAhead(20 + index));
    let slug: string;
    let court: number;
    let pool: number;
    const newFacility = () => stack().api.newFacility(slug, { opens_at: '10:00', closes_at: '14:00' });
    beforeAll(async () => {
      slug = await stack().api.newVenue();
      court = await newFacility();
      pool = await newFacility();
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const whole = (date: string | undefined, hours: object) =>
      admin('PUT', '/exceptions', { dates: [date], ...hours });
    const one = (method: string, id: number, date: string | undefined, body?: unknown) =>
      admin(method, `/facilities/${id}/exceptions/${date}`, body);
    const slotsOf = async (
      date: string | undefined,
      id: number,
    ): Promise<{ id: number; starts_at: string }[]> =>
      (await stack().api.get(slug, `/facilities/${id}/slots?date=${date}`)).body.slots;
    const startsOn = async (date: string | undefined, id = court) =>
      (await slotsOf(date, id)).map(({ starts_at }) => starts_at.slice(11));
    const yearly = (...holidays: object[]) => admin('PATCH', '', { holidays });

    it('a closing day of the venue also applies to a facility that is made later', async () => {
      const [day] = days;
      assert.deepEqual((await whole(day, { closed: true, note: 'Works' })).body, { changed_days: 2 });
      assert.deepEqual((await whole(day, { closed: true, note: 'Works' })).body, { changed_days: 0 });
      const later = await newFacility();
      for (const id of [court, pool, later]) assert.deepEqual(await startsOn(day, id), [], `${id}`);
      const week = { opens_at: '10:00', closes_at: '14:00', duration_minutes: 60, from: day };
      for (const facility_id of [undefined, later]) {
        const preview = await admin('POST', '/facility-preview', { ...week, facility_id });
        const [first, second] = preview.body.days;
        assert.deepEqual([first.exception, first.slots.length, second.exception], [true, 0, false]);
      }
      const listed = { date: day, closed: true, opens_at: null, closes_at: null, note: 'Works' };
      const { body: all } = await admin('GET', `/exceptions?from=${day}&to=${day}`);
      assert.deepEqual(
        all,
        [court, pool, later].map((facility_id) => ({ facility_id, ...listed, venue: true })),
        'older clients see the day of each facility',
      );
      assert.deepEqual((await admin('GET', `/facilities/${later}/exceptions`)).body, [
        { ...listed, venue: true },
      ]);
      assert.deepEqual((await admin('GET', `/exceptions?from=${day}&to=${day}&only=own`)).body, []);
      assert.deepEqual((await admin('GET', `/special-days?from=${day}&to=${day}`)).body, [listed]);
      assert.equal((await whole(day, { weekly: true })).status, 200);
      for (const id of [court, pool, later]) assert.deepEqual(await startsOn(day, id), WEEK);
      assert.deepEqual((await admin('GET', `/special-days?from=${day}&to=${day}`)).body, []);
    });

    it('the hours of a facility on a day take precedence over those of the venue', async () => {
      const day = days[1];
      await whole(day, { windows: [{ starts: ['09:00', '15:00'] }] });
      await one('PUT', pool, day, { opens_at: '20:00', closes_at: '21:00' });
      assert.deepEqual([await startsOn(day), await startsOn(day, pool)], [['09:00', '15:00'], ['20:00']]);
      const { body } = await admin('GET', `/exceptions?from=${day}&to=${day}&only=own`);
      assert.deepEqual(
        body.map(({ facility_id, opens_at }: { facility_id: number; opens_at: string }) => [
          facility_id,
          opens_at,
        ]),
        [[pool, '20:00']],
      );
      assert.deepEqual((await whole(day, { closed: true })).body.changed_days > 0, true);
      assert.deepEqual([await startsOn(day), await startsOn(day, pool)], [[], []], 'replaces those of all');
    });

    it('restores the weekly hours of one facility on a closing day of the venue', async () => {
      const [many, single] = [days[2], days[3]];
      await admin('PUT', '/exceptions', { dates: [many, single], closed: true });
      const change = { facilities: [pool], dates: [many], weekly: true };
      assert.deepEqual((await admin('PUT', '/exceptions', change)).body, { changed_days: 1 });
      assert.deepEqual((await admin('PUT', '/exceptions', change)).body, { changed_days: 0 });
      assert.equal((await one('DELETE', pool, single)).status, 200);
      assert.equal((await one('DELETE', pool, single)).status, 404, 'it has its weekly hours');
      for (const day of [many, single]) {
        assert.deepEqual([await startsOn(day), await startsOn(day, pool)], [[], WEEK]);
        const { body } = await admin('GET', `/exceptions?from=${day}&to=${day}`);
        assert.ok(!body.some(({ facility_id }: { facility_id: number }) => facility_id === pool), 'has none');
        const { body: own } = await admin('GET', `/exceptions?from=${day}&to=${day}&only=own`);
        assert.deepEqual([own.length, own[0]?.facility_id, own[0]?.weekly], [1, pool, true]);
      }
      assert.equal((await one('PUT', pool, many, { closed: true })).status, 200);
      assert.deepEqual(await startsOn(many, pool), []);
    });

    it('a holiday applies every year, to facilities made later and as far as guests can book', async () => {
      const on = { new_year: '01-01', easter: 'easter', monday: 'easter+1', king: 'kings_day' };
      const answer = await yearly(
        { on: on.new_year, closed: true, note: 'New Year' },
        { on: on.easter, windows: [{ opens_at: '09:00', closes_at: '10:00' }, { starts: ['12:00'] }] },
        { on: on.monday, opens_at: '09:00', closes_at: '10:00' },
        { on: on.king, closed: true },
      );
      assert.equal(answer.status, 200, answer.text);
      const later = await newFacility();
      for (const id of [court, later])
        for (const [date, expected] of [
          ['2028-01-01', []],
          ['2041-01-01', []],
          ['2028-01-02', WEEK],
          ['2028-04-16', ['09:00', '12:00']],
          ['2028-04-17', ['09:00']],
          ['2038-04-25', ['09:00', '12:00']],
          ['2031-04-26', []],
          ['2031-04-27', WEEK],
          ['2032-04-27', []],
        ] as const)
          assert.deepEqual(await startsOn(date, id), expected, date);
      const { body } = await admin('GET', '/special-days?from=2028-01-01&to=2028-12-31');
      assert.deepEqual(
        body.map(({ date, on: rule, closed, note }: Record<string, unknown>) => [date, rule, closed, note]),
        [
          ['2028-01-01', '01-01', true, 'New Year'],
          ['2028-04-16', 'easter', false, null],
          ['2028-04-17', 'easter+1', false, null],
          ['2028-04-27', 'kings_day', true, null],
        ],
      );
    });

    it('a day of the venue or of a facility takes precedence over a holiday', async () => {
      assert.equal((await yearly({ on: '12-25', closed: true })).status, 200);
      const on = (date: string) => Promise.all([startsOn(date), startsOn(date, pool)]);
      assert.deepEqual(await on('2030-12-25'), [[], []]);
      await whole('2030-12-25', { opens_at: '10:00', closes_at: '11:00' });
      await whole('2031-12-25', { weekly: true });
      assert.equal((await one('DELETE', pool, '2032-12-25')).status, 200);
      await one('PUT', pool, '2033-12-25', { opens_at: '10:00', closes_at: '11:00' });
      assert.deepEqual(
        await Promise.all(['2030', '2031', '2032', '2033', '2034'].map((year) => on(`${year}-12-25`))),
        [
          [['10:00'], ['10:00']],
          [WEEK, WEEK],
          [[], WEEK],
          [[], ['10:00']],
          [[], []],
        ],
      );
      assert.equal((await yearly()).status, 200);
      assert.deepEqual(await on('2034-12-25'), [WEEK, WEEK]);
    });

    it('rejects holidays that no year has, and hours that no day can have', async () => {
      const closed = { closed: true };
      for (const holidays of [
        [{ on: '02-30', ...closed }],
        [{ on: '2027-12-25', ...closed }],
        [{ on: 'easter+200', ...closed }],
        [{ on: 'christmas', ...closed }],
        [{ on: '12-25' }],
        [{ on: '12-25', ...closed, opens_at: '10:00', closes_at: '12:00' }],
        [{ on: '12-25', ...closed, colour: 'red' }],
        [{ on: '12-25', windows: [{ opens_at: '10:00', closes_at: '12:00' }, { starts: ['11:00'] }] }],
        [{ on: '12-25', opens_at: '05:00', closes_at: '07:00' }],
        [
          { on: '12-25', ...closed },
          { on: '12-25', opens_at: '10:00', closes_at: '12:00' },
        ],
        Array.from({ length: 61 }, (_, index) => ({ on: `easter+${index}`, ...closed })),
        'all',
        null,
      ])
        assert.equal((await admin('PATCH', '', { holidays })).status, 422, JSON.stringify(holidays));
      assert.deepEqual((await admin('GET', '')).body.holidays, []);
      await yearly({ on: '12-25', opens_at: '08:00', closes_at: '10:00' });
      assert.equal((await admin('PATCH', '', { day_start: '09:00' })).status, 422);
      await yearly();
      await whole(days[20], { opens_at: '08:00', closes_at: '10:00' });
      assert.equal((await admin('PATCH', '', { day_start: '09:00' })).status, 422);
      await whole(days[20], { weekly: true });
    });

    it('names the bookings that a day of the venue or a holiday affects, and applies it with force', async () => {
      const [day = '', next = ''] = days.slice(22);
      const book = async (date: string) => {
        const [slot] = await slotsOf(date, pool);
        return (await stack().api.book(slug, { slot_id: slot?.id })).body.booking;
      };
      const [first, second] = [await book(day), await book(next)];
      const refused = await whole(day, { closed: true });
      assert.equal(refused.status, 409);
      assert.match(refused.body.error, new RegExp(`${first.reference} `));
      assert.equal((await whole(day, { closed: true, force: true })).status, 200);
      const holidays = [{ on: next.slice(5), closed: true }];
      const unforced = await admin('PATCH', '', { holidays });
      assert.equal(unforced.status, 409);
      assert.match(unforced.body.error, new RegExp(`${second.reference} `));
      assert.doesNotMatch(unforced.body.error, new RegExp(`${first.reference} `));
      assert.equal((await admin('PATCH', '', { holidays, force: true })).status, 200);
      const historyOf = async (id: number) =>
        (await admin('GET', `/bookings/${id}`)).body.history.at(-1).changes;
      assert.deepEqual(await historyOf(first.id), [{ what: 'hours', after: 'closed' }]);
      assert.deepEqual(await historyOf(second.id), [{ what: 'holidays', after: 'changed' }]);
      assert.equal((await admin('PATCH', '', { holidays: [] })).status, 200, 'reopening affects nobody');
    });
  });
}
