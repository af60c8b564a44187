import assert from 'node:assert/strict';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import { beforeAll, describe, it } from 'vitest';
import { type ApiResponse, call, daysAhead, eventually } from '../../stack/api.ts';
import { linkSandbox } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { type BeyondContract, plainSettings } from '../fixtures/beyondContract.ts';

type Read = {
  parameters?: { in: string; name: string }[];
  responses: Record<string, { headers?: object } | undefined>;
};

/** What guests and their clients read. `beyond`: extra response fields that these venues' settings cause. */
export function publicReads(stack: () => Stack, beyond: BeyondContract = plainSettings): void {
  describe('public reads of a venue', () => {
    let slug: string;
    let pass: number;
    const day = daysAhead(7);
    /** Retries, because the response lacks `pays_online` when the payment service does not answer in time. */
    const wholeSite = async (venue: string): Promise<ApiResponse> => {
      let answer = {} as ApiResponse;
      await eventually('the response has pays_online', async () => {
        answer = await stack().api.get(venue, '/facilities');
        return answer.body.pays_online !== undefined;
      });
      return answer;
    };
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue({ day_start: '06:00' });
      pass = await api.newFacility(slug, {
        name: 'Dagpas',
        opens_at: '10:00',
        closes_at: '01:00',
        duration_minutes: 120,
        buffer_minutes: 30,
        price_eur: 12.5,
        min_people: 1,
        max_people_per_booking: 4,
        description: 'Sauna en bad',
        images: ['/demo/images/sauna.svg'],
      });
      await api.newFacility(slug, { name: 'Dicht', active: false });
      await api.admin('PUT', `/venues/${slug}/fields`, {
        fields: [
          { key: 'phone', label: 'Telefoon', type: 'tel', required: true },
          { key: 'how', label: 'Hoe vond je ons?', type: 'select', options: ['Vrienden', 'Internet'] },
        ],
      });
    });

    it('lists active facilities with exactly the documented fields', async () => {
      const { status, body, headers } = await wholeSite(slug);
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/);
      assert.deepEqual(body, {
        live: true,
        day_start: '06:00',
        timezone: 'Europe/Amsterdam',
        pays_online: false,
        ...beyond.untilWhenToCancel(24),
        facilities: [
          {
            id: pass,
            name: 'Dagpas',
            mode: 'CAPACITY',
            capacity: 10,
            min_people: 1,
            max_people_per_booking: 4,
            duration_minutes: 120,
            price_eur: 12.5,
            open_days: [1, 2, 3, 4, 5, 6, 7],
            active: true,
            images: ['/demo/images/sauna.svg'],
            description: 'Sauna en bad',
            ...beyond.facility,
          },
        ],
        fields: [
          { key: 'phone', label: 'Telefoon', type: 'tel', required: true },
          {
            key: 'how',
            label: 'Hoe vond je ons?',
            type: 'select',
            required: false,
            options: ['Vrienden', 'Internet'],
          },
        ],
      });
    });

    it('returns terms, address, time zone, cancellation deadline and online payment in one response', async () => {
      const { api } = stack();
      const slug = await api.newVenue({ cancel_until_hours: 48, timezone: 'America/New_York' });
      const terms = async () => {
        const { day_start, facilities, fields, ...rest } = (await wholeSite(slug)).body;
        return rest;
      };
      const timezone = 'America/New_York';
      const none = { live: true, timezone, pays_online: false, ...beyond.untilWhenToCancel(48) };
      assert.deepEqual(await terms(), none);
      const said = { terms_url: 'https://www.example.com/terms', address: 'Dorpsstraat 1\n1234 AB Ons Dorp' };
      await api.admin('PATCH', `/venues/${slug}`, said);
      await linkSandbox(stack(), slug);
      assert.deepEqual(await terms(), { ...none, ...said, pays_online: true });
      await api.admin('DELETE', `/venues/${slug}/payment-account`);
      await api.admin('PATCH', `/venues/${slug}`, { terms_url: null, address: null });
      assert.deepEqual(await terms(), none);
    });

    it('documents an ETag and 304 exactly for the responses that have them', async () => {
      const { api } = stack();
      const { paths } = (await call(`${api.url}/openapi.json`)).body;
      const { slots } = (await api.get(slug, `/facilities/${pass}/slots?date=${day}`)).body;
      const tagged: string[] = [];
      for (const [path, { get: read }] of Object.entries<Record<string, Read>>(paths)) {
        if (!read || !path.startsWith('/api/site/')) continue;
        const id = path.includes('/slots/') ? slots[0].id : pass;
        const ask = (headers?: Record<string, string>) =>
          api.get(slug, path.replace('/api/site', '').replace('{id}', id), headers);
        const { headers } = await ask();
        const again = await ask({ 'If-None-Match': headers.get('etag') ?? '' });
        if (headers.has('etag')) tagged.push(path);
        const described = {
          header: Object.keys(read.responses['200']?.headers ?? {}),
          parameter: read.parameters?.some(
            ({ in: place, name }) => place === 'header' && name === 'If-None-Match',
          ),
          again: read.responses['304']?.headers,
        };
        assert.deepEqual(
          described,
          headers.has('etag')
            ? { header: ['ETag'], parameter: true, again: read.responses['200']?.headers }
            : { header: [], parameter: false, again: undefined },
          path,
        );
        assert.equal(again.status, headers.has('etag') ? 304 : 200, path);
      }
      assert.equal(tagged.length, 4);
    });

    it('lists the slots of a booking day past midnight, with the buffer between them', async () => {
      const { status, body } = await stack().api.get(slug, `/facilities/${pass}/slots?date=${day}`);
      assert.equal(status, 200);
      assert.equal(body.facility, 'Dagpas');
      assert.equal(body.date, day);
      assert.equal(body.day_start, '06:00');
      const times = body.slots.map((slot: { starts_at: string; ends_at: string }) => [
        slot.starts_at,
        slot.ends_at,
      ]);
      assert.deepEqual(times.slice(0, 2), [
        [`${day}T10:00`, `${day}T12:00`],
        [`${day}T12:30`, `${day}T14:30`],
      ]);
      assert.deepEqual(times.at(-1), [`${day}T22:30`, `${addDays(day, 1)}T00:30`]);
      const { id, ...first } = body.slots[0];
      assert.ok(Number.isSafeInteger(id));
      assert.deepEqual(first, {
        starts_at: `${day}T10:00`,
        ends_at: `${day}T12:00`,
        capacity: 10,
        booked: 0,
        free: 10,
        blocked: false,
        bookable: true,
        ...beyond.slot,
      });
    });

    it('defaults to today and shows past slots as blocked', async () => {
      const { body } = await stack().api.get(slug, `/facilities/${pass}/slots`);
      assert.match(body.date, /^\d{4}-\d{2}-\d{2}$/);
      for (const slot of body.slots) assert.equal(slot.bookable, !slot.blocked && slot.free > 0);
      const yesterday = await stack().api.get(slug, `/facilities/${pass}/slots?date=${daysAhead(-3)}`);
      assert.ok(yesterday.body.slots.length > 0);
      assert.ok(
        yesterday.body.slots.every(
          (slot: { blocked: boolean; bookable: boolean }) => slot.blocked && !slot.bookable,
        ),
      );
    });

    it('summarises a range of days, by default up to 30 days ahead', async () => {
      const { status, body } = await stack().api.get(slug, `/facilities/${pass}/availability?from=${day}`);
      assert.equal(status, 200);
      assert.equal(body.facility, 'Dagpas');
      assert.equal(body.from, day);
      assert.equal(body.to, addDays(day, 30));
      assert.equal(body.days.length, 31);
      assert.deepEqual(body.days[0], { date: day, free: 60, bookable: true });
    });

    it('returns the current state of one slot', async () => {
      const { api } = stack();
      const [slot] = (await api.get(slug, `/facilities/${pass}/slots?date=${day}`)).body.slots;
      const { status, body } = await api.get(slug, `/slots/${slot.id}`);
      assert.equal(status, 200);
      assert.deepEqual(body, {
        id: slot.id,
        facility_id: pass,
        starts_at: `${day}T10:00`,
        ends_at: `${day}T12:00`,
        capacity: 10,
        free: 10,
        bookable: true,
        ...beyond.slot,
      });
    });

    it('lists 120 facilities with the longest texts allowed, for guests and for the owner', async () => {
      const { api, database } = stack();
      const large = await api.newVenue();
      const texts = {
        name: 'x'.repeat(200),
        description: '€'.repeat(10_000),
        images: Array.from({ length: 16 }, (_, index) => `/${index}/`.padEnd(2000, 'x')),
      };
      const first = await api.newFacility(large, texts);
      await database.query(
        `INSERT INTO catalog.facility (venue_id, name, mode, capacity, min_people, max_people_per_booking, duration_minutes,
           buffer_minutes, price_cents, opens_at, closes_at, open_days, active, images, description)
         SELECT venue_id, name, mode, capacity, min_people, max_people_per_booking, duration_minutes,
           buffer_minutes, price_cents, opens_at, closes_at, open_days, active, images, description
         FROM catalog.facility, generate_series(2, 120) WHERE id = $1`,
        [first],
      );
      const lists = {
        guest: await api.get(large, '/facilities'),
        owner: await api.admin('GET', `/venues/${large}/facilities`),
      };
      for (const [who, { status, text, body }] of Object.entries(lists)) {
        assert.equal(status, 200, `${who}: ${text.slice(0, 200)}`);
        const listed: (typeof texts)[] = who === 'guest' ? body.facilities : body;
        assert.equal(listed.length, 120);
        assert.ok(
          listed.every(
            ({ description, images }) => description === texts.description && images.length === 16,
          ),
        );
      }
    });
  });
}
