import assert from 'node:assert/strict';
import { MAX_EXCEPTIONS } from '@venue-booking/proto/facility/exceptions';
import { beforeAll, describe, it } from 'vitest';
import { makeImage } from '../../../services/gateway/testing/makeImage.ts';
import { call, daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

type Day = { date: string; exception: boolean; slots: { starts_at: string; ends_at: string }[] };

/** How an owner configures facilities: previews, exceptions for many days, images. */
export function facilities(stack: () => Stack): void {
  describe('facility settings', () => {
    const dates = [daysAhead(20), daysAhead(21), daysAhead(40)];
    let slug: string;
    let sauna: number;
    let bath: number;
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      sauna = await api.newFacility(slug, { name: 'Sauna', opens_at: '10:00', closes_at: '14:00' });
      bath = await api.newFacility(slug, { name: 'Bath', opens_at: '10:00', closes_at: '14:00' });
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const slotsOf = async (id: number, date: string) =>
      (await stack().api.get(slug, `/facilities/${id}/slots?date=${date}`)).body.slots;
    const upload = (file: Buffer | string, type = 'image/jpeg') => stack().api.upload(slug, file, type);

    it('previews a week of unsaved rules exactly as they would be saved', async () => {
      const from = daysAhead(20);
      const rules = { opens_at: '09:00', closes_at: '12:00', duration_minutes: 60, buffer_minutes: 30 };
      const { body } = await admin('POST', '/facility-preview', {
        ...rules,
        from,
        open_days: [1, 2, 3, 4, 5, 6, 7],
      });
      assert.equal(body.days.length, 7);
      assert.deepEqual(
        body.days[0].slots.map(({ starts_at }: { starts_at: string }) => starts_at),
        [`${from}T09:00`, `${from}T10:30`],
      );
      const id = await stack().api.newFacility(slug, rules);
      assert.deepEqual(
        (await slotsOf(id, from)).map(({ starts_at, ends_at }: Day['slots'][number]) => ({
          starts_at,
          ends_at,
        })),
        body.days[0].slots,
      );
      const wrong = await admin('POST', '/facility-preview', {
        ...rules,
        opens_at: '05:00',
        closes_at: '07:00',
      });
      assert.equal(wrong.status, 422);
      assert.equal(
        (await admin('POST', '/facility-preview', { ...rules, facility_id: 99_999_999 })).status,
        404,
      );
    });

    it('closes many days of several facilities at once and restores them', async () => {
      const change = { facilities: [sauna, bath], dates, closed: true, note: 'Winter' };
      assert.deepEqual((await admin('PUT', '/exceptions', change)).body, { changed_days: 6 });
      for (const id of [sauna, bath]) for (const date of dates) assert.deepEqual(await slotsOf(id, date), []);
      const range = `from=${dates[0]}&to=${dates[1]}`;
      const listed = (await admin('GET', `/exceptions?${range}`)).body;
      assert.equal(listed.length, 4);
      assert.deepEqual(listed[0], {
        facility_id: sauna,
        ...{ date: dates[0], closed: true, opens_at: null, closes_at: null, note: 'Winter' },
      });
      const preview = { opens_at: '10:00', closes_at: '14:00', duration_minutes: 60 };
      const week = await admin('POST', '/facility-preview', {
        ...preview,
        facility_id: sauna,
        from: dates[0],
      });
      assert.deepEqual(
        week.body.days.slice(0, 3).map(({ exception, slots }: Day) => [exception, slots.length]),
        [
          [true, 0],
          [true, 0],
          [false, 4],
        ],
      );
      assert.deepEqual((await admin('PUT', '/exceptions', change)).body, { changed_days: 0 });
      const back = { facilities: [sauna, bath], dates, weekly: true };
      assert.deepEqual((await admin('PUT', '/exceptions', back)).body, { changed_days: 6 });
      assert.equal((await slotsOf(sauna, dates[0] ?? '')).length, 4);
      for (const bad of [
        { facilities: [sauna], dates },
        { facilities: [sauna], dates, closed: true, weekly: true },
        { facilities: [], dates, closed: true },
        { dates: Array.from({ length: 400 }, (_, at) => daysAhead(100 + at)), closed: true },
        { facilities: [sauna, sauna], dates, closed: true },
        { facilities: [sauna], dates, opens_at: '05:00', closes_at: '07:00' },
      ])
        assert.equal((await admin('PUT', '/exceptions', bad)).status, 422, JSON.stringify(bad));
      const others = { facilities: [sauna, 99_999_999], dates, closed: true };
      assert.equal((await admin('PUT', '/exceptions', others)).status, 404);
      assert.equal((await slotsOf(sauna, dates[0] ?? '')).length, 4, 'all or nothing');
    });

    it('accepts exceptions up to the last valid date but previews nothing after it', async () => {
      const last = '9999-12-31';
      const one = `/facilities/${bath}/exceptions/${last}`;
      assert.equal((await admin('PUT', one, { opens_at: '20:00', closes_at: '02:00' })).status, 200);
      assert.equal((await admin('DELETE', one)).status, 200);
      const many = { facilities: [bath], dates: [last], closed: true };
      assert.deepEqual((await admin('PUT', '/exceptions', many)).body, { changed_days: 1 });
      const week = { opens_at: '10:00', closes_at: '14:00', duration_minutes: 60, from: last };
      assert.equal((await admin('POST', '/facility-preview', week)).status, 422);
    });

    it('closes days for every facility of a venue, and of no other venue', async () => {
      const { api } = stack();
      const [day = ''] = dates;
      const whole = await api.newVenue();
      const own = [await api.newFacility(whole), await api.newFacility(whole)];
      const change = (hours: object) =>
        api.admin('PUT', `/venues/${whole}/exceptions`, { dates: [day], ...hours });
      const slots = async (venue: string, id: number) =>
        (await api.get(venue, `/facilities/${id}/slots?date=${day}`)).body.slots.length;
      assert.deepEqual((await change({ closed: true })).body, { changed_days: 2 });
      for (const id of own) assert.equal(await slots(whole, id), 0);
      assert.equal(await slots(slug, sauna), 4);
      assert.deepEqual((await change({ weekly: true })).body, { changed_days: 2 });
      for (const id of own) assert.equal(await slots(whole, id), 24);
    });

    it('names the bookings that a change of many days would affect, and applies it with force', async () => {
      const [slot] = await slotsOf(bath, dates[1] ?? '');
      const { body } = await stack().api.book(slug, { slot_id: slot.id });
      const { id, reference } = body.booking;
      const change = { facilities: [sauna, bath], dates, closed: true };
      const refused = await admin('PUT', '/exceptions', change);
      assert.equal(refused.status, 409);
      assert.match(refused.body.error, new RegExp(`${reference} `));
      assert.equal((await slotsOf(sauna, dates[0] ?? '')).length, 4, 'nothing changed');
      assert.equal((await admin('PUT', '/exceptions', { ...change, force: true })).status, 200);
      const { history } = (await admin('GET', `/bookings/${id}`)).body;
      assert.match(JSON.stringify(history), /hours of the day → closed/);
      assert.deepEqual(history.at(-1).changes, [{ what: 'hours', after: 'closed' }]);
    });

    it('limits the number of exceptions per facility', async () => {
      const id = await stack().api.newFacility(slug);
      await stack().database.query(
        `INSERT INTO catalog.opening_exception (venue_id, facility_id, date, closed)
         SELECT venue_id, id, date '2000-01-01' + day, true
         FROM catalog.facility, generate_series(1, $2::integer) day WHERE id = $1`,
        [id, MAX_EXCEPTIONS],
      );
      const [day = '', next = ''] = dates;
      const one = (method: string, date: string) =>
        admin(
          method,
          `/facilities/${id}/exceptions/${date}`,
          method === 'PUT' ? { closed: true } : undefined,
        );
      const many = { facilities: [sauna, id], dates: [day], closed: true };
      const full = await one('PUT', day);
      assert.deepEqual([full.status, full.body.error.includes(`${MAX_EXCEPTIONS} days`)], [422, true]);
      assert.equal((await admin('PUT', '/exceptions', many)).status, 422);
      assert.equal((await one('DELETE', '2000-01-02')).status, 200);
      assert.equal((await one('PUT', day)).status, 200);
      assert.equal((await one('PUT', day)).status, 200, 'the same day again adds none');
      assert.equal((await one('PUT', next)).status, 422);
    });

    it('serves an image in each width until it is deleted, and does not delete an image in use', async () => {
      const answer = await upload(await makeImage('png', { width: 700, height: 350 }), 'image/png');
      assert.equal(answer.status, 201, await answer.clone().text());
      const image = (await answer.json()) as { id: string; url: string };
      assert.deepEqual((await admin('GET', '/images')).body[0].id, image.id);
      for (const width of [480, 960, 1600]) {
        const shown = await fetch(`${stack().api.url}/images/${image.id}/${width}.webp`);
        assert.equal(shown.status, 200);
        assert.equal(shown.headers.get('content-type'), 'image/webp');
        assert.match(shown.headers.get('cache-control') ?? '', /immutable/);
        assert.equal(shown.headers.get('x-content-type-options'), 'nosniff');
        assert.equal(Buffer.from(await shown.arrayBuffer()).toString('latin1', 0, 4), 'RIFF');
      }
      assert.equal((await fetch(`${stack().api.url}/images/${image.id}/1.webp`)).status, 404);
      await admin('PATCH', `/facilities/${sauna}`, { images: [image.url] });
      assert.equal((await admin('DELETE', `/images/${image.id}`)).status, 409);
      const other = await stack().api.newVenue();
      assert.equal((await stack().api.admin('DELETE', `/venues/${other}/images/${image.id}`)).status, 404);
      await admin('PATCH', `/facilities/${sauna}`, { images: [] });
      assert.equal((await admin('DELETE', `/images/${image.id}`)).status, 200);
      assert.equal((await fetch(`${stack().api.url}/images/${image.id}/480.webp`)).status, 404);
    });

    it('rejects files that are not images, or too large, and stores nothing', async () => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
      const statuses = [
        (await upload(svg, 'image/svg+xml')).status,
        (await upload(svg, 'image/png')).status,
        (await upload('{}', 'application/json')).status,
        (await upload(Buffer.concat([(await makeImage('jpg')).subarray(0, 200), Buffer.alloc(20)]))).status,
        (await upload('')).status,
      ];
      assert.deepEqual(statuses, [415, 415, 415, 422, 415]);
      // The server answers 413 by the Content-Length, or closes the connection during the upload.
      const large = await upload(Buffer.alloc(30 * 1024 * 1024)).then(
        ({ status }) => status,
        () => 413,
      );
      assert.equal(large, 413);
      const path = `${stack().api.url}/api/admin/venues/${slug}/images`;
      assert.equal((await call(path, { raw: 'x', headers: { 'Content-Type': 'image/png' } })).status, 401);
      assert.deepEqual((await admin('GET', '/images')).body, []);
    });
  });
}
