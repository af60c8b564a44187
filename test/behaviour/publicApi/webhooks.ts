import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { daysAhead, eventually } from '../../stack/api.ts';
import { type Receiver, startReceiver } from '../../stack/receiver.ts';
import type { Stack } from '../../stack/stack.ts';

const ALL = [
  'booking.created',
  'booking.confirmed',
  'booking.cancelled',
  'booking.expired',
  'booking.checked_in',
  'booking.no_show',
  'booking.changed',
];

/** How a venue's own systems receive booking events. */
export function webhooks(stack: () => Stack): void {
  describe('webhooks', () => {
    let slug: string;
    let other: string;
    let facility: number;
    let receiver: Receiver;
    beforeAll(async () => {
      receiver = await startReceiver();
      slug = await stack().api.newVenue({ check_in_from_hours: 8760 });
      other = await stack().api.newVenue();
      facility = await stack().api.newFacility(slug);
    });
    afterAll(() => receiver.stop());
    beforeEach(async () => {
      for (const venue of [slug, other])
        for (const { id } of (await admin('GET', '', undefined, venue)).body)
          await admin('DELETE', `/${id}`, undefined, venue);
      receiver.answer = 204;
      receiver.received.length = 0;
    });
    const admin = (method: string, path = '', body?: unknown, venue = slug) =>
      stack().api.admin(method, `/venues/${venue}/webhooks${path}`, body);
    const create = async (body: Record<string, unknown> = {}) =>
      (await admin('POST', '', { url: receiver.url, ...body })).body;
    const book = async () => {
      const { body } = await stack().api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`);
      const slot = body.slots.find(({ bookable }: { bookable: boolean }) => bookable);
      const booked = await stack().api.book(slug, { slot_id: slot.id });
      assert.equal(booked.status, 201, booked.text);
      return { slotId: slot.id, ...booked.body };
    };

    const checkIn = (id: number) => stack().api.admin('POST', `/venues/${slug}/bookings/${id}/check-in`);

    it('delivers signed events for a booking and its check-in, without guest data', async () => {
      const { id, secret } = await create();
      const { booking, slotId } = await book();
      await eventually('the first delivery arrives', () => receiver.received.length >= 1);
      await checkIn(booking.id);
      await eventually('both deliveries arrive', () => receiver.received.length >= 2);
      const sent = receiver.received.map(({ body, headers }) =>
        new Webhook(secret).verify(body, headers),
      ) as {
        type: string;
        data: { starts_at_offset: string; ends_at_offset: string };
      }[];
      const { reference, starts_at, ends_at, people, amount_eur } = booking;
      const data = {
        venue: { slug, name: 'Test venue' },
        ...{ facility: 'Test facility', timezone: 'Europe/Amsterdam' },
        ...{ booking_id: booking.id, facility_id: facility, slot_id: slotId },
        ...{ reference, starts_at, ends_at, people, amount_eur },
      };
      assert.deepEqual(
        sent.map(({ type, data: { starts_at_offset, ends_at_offset, ...data } }) => {
          const local = [starts_at_offset, ends_at_offset].map((at) =>
            localAt('Europe/Amsterdam', Date.parse(at)),
          );
          assert.deepEqual(local, [starts_at, ends_at]);
          return { type, data };
        }),
        [
          { type: 'booking.created', data: { ...data, status: 'confirmed' } },
          {
            type: 'booking.checked_in',
            data: { ...data, status: 'checked_in', previous_status: 'confirmed', arrived: 1 },
          },
        ],
      );
      assert.doesNotMatch(JSON.stringify(receiver.received), /Anna|anna@/);

      await eventually(
        'both deliveries are logged',
        async () => (await admin('GET', `/${id}/deliveries?status=delivered`)).body.length === 2,
      );
      const { body: log } = await admin('GET', `/${id}/deliveries`);
      const { payload, created_at, delivered_at, ...newest } = log[0];
      assert.deepEqual(newest, {
        id: receiver.received.find(({ body }) => body.includes(newest.type))?.headers['webhook-id'],
        type: 'booking.checked_in',
        status: 'delivered',
        attempts: 1,
        response_status: 204,
        last_error: null,
        next_attempt_at: null,
      });
      assert.deepEqual(payload.type, newest.type);
      assert.ok(created_at <= delivered_at);
      const page = await admin('GET', `/${id}/deliveries?limit=1&before=${newest.id}`);
      assert.deepEqual(page.body, [log[1]]);

      const replay = await admin('POST', `/${id}/deliveries/${newest.id}/replay`);
      assert.deepEqual([replay.status, replay.body.status], [200, 'queued']);
      await eventually('the replay arrives', () => receiver.received.length >= 3);
      assert.equal(receiver.received[2]?.headers['webhook-id'], newest.id);
    });

    it('a webhook is created with a secret shown once, and can be changed, deactivated and deleted', async () => {
      const created = await admin('POST', '', { url: `${receiver.url}?shop=1` });
      assert.equal(created.status, 201);
      const { secret, ...webhook } = created.body;
      assert.match(secret, /^whsec_/);
      const { id } = webhook;
      assert.deepEqual(webhook, {
        id,
        url: `${receiver.url}?shop=1`,
        events: ALL,
        active: true,
        created_at: webhook.created_at,
      });
      assert.deepEqual((await admin('GET')).body, [webhook]);
      assert.deepEqual((await admin('GET', `/${id}`)).body, webhook);
      const patched = await admin('PATCH', `/${id}`, { events: ['booking.cancelled'], active: false });
      assert.deepEqual(patched.body, { ...webhook, events: ['booking.cancelled'], active: false });
      assert.equal((await admin('POST', `/${id}/test`)).status, 422);
      await admin('PATCH', `/${id}`, { active: true });

      const rotated = await admin('POST', `/${id}/rotate-secret`);
      assert.equal(rotated.status, 200);
      assert.notEqual(rotated.body.secret, secret);
      const test = await admin('POST', `/${id}/test`);
      assert.deepEqual([test.status, test.body.type, test.body.attempts], [200, 'webhook.test', 0]);
      await eventually('the test delivery arrives', () => receiver.received.length > 0);
      const [{ body, headers, path } = assert.fail()] = receiver.received;
      for (const known of [secret, rotated.body.secret]) new Webhook(known).verify(body, headers);
      assert.equal(path, '/hook?shop=1');
      assert.equal(headers['webhook-id'], test.body.id);

      assert.equal((await admin('DELETE', `/${id}`)).status, 200);
      for (const [method, rest] of [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/deliveries'],
      ] as const)
        assert.equal((await admin(method, `/${id}${rest}`)).status, 404);
      assert.deepEqual((await admin('GET')).body, []);
    });

    it('answers 422 for invalid webhook settings and 400 for an invalid query', async () => {
      const { id } = await create();
      const invalid: Record<string, unknown>[] = [
        {},
        { url: 'nonsense' },
        { url: 'ftp://example.com/' },
        { url: 'https://user:pass@example.com/' },
        { url: 'https://no-such-host.invalid/' },
        { url: `https://example.com/${'x'.repeat(2000)}` },
        { url: `${receiver.url}\u0000` },
        { url: `${receiver.url}\r\nx` },
        { url: receiver.url, events: [] },
        { url: receiver.url, events: ['booking.deleted'] },
        { url: receiver.url, events: ['webhook.test'] },
        { url: receiver.url, events: ['booking.created', 'booking.created'] },
        { url: receiver.url, secret: 'whsec_mine' },
      ];
      for (const body of invalid) {
        const answer = await admin('POST', '', body);
        assert.equal(answer.status, 422, `${JSON.stringify(body)}: ${answer.text}`);
        if (body.url !== receiver.url) assert.match(answer.body.error, /^url: /);
      }
      for (const body of [{}, { url: 'nonsense' }, { active: 'no' }, { events: [] }])
        assert.equal((await admin('PATCH', `/${id}`, body)).status, 422, JSON.stringify(body));
      for (const question of ['status=lost', 'limit=0', 'limit=1000', 'before=yesterday'])
        assert.equal((await admin('GET', `/${id}/deliveries?${question}`)).status, 400, question);
    });

    it('answers another venue with the same 404 as for unknown webhook ids', async () => {
      const { id } = await create();
      const { body: delivery } = await admin('POST', `/${id}/test`);
      const { id: theirs } = (await admin('POST', '', { url: receiver.url }, other)).body;
      const calls = (webhook: string, of: string): [string, string, unknown?][] => [
        ['GET', `/${webhook}`],
        ['PATCH', `/${webhook}`, { active: false }],
        ['DELETE', `/${webhook}`],
        ['POST', `/${webhook}/rotate-secret`],
        ['POST', `/${webhook}/test`],
        ['GET', `/${webhook}/deliveries`],
        ['POST', `/${webhook}/deliveries/${of}/replay`],
      ];
      const answers = async (webhook: string, of: string, venue: string) =>
        Promise.all(
          calls(webhook, of).map(async ([method, path, body]) => {
            const { status, text } = await admin(method, path, body, venue);
            return [status, text];
          }),
        );
      const unknown = await answers(randomUUID(), randomUUID(), other);
      assert.ok(unknown.every(([status]) => status === 404));
      assert.deepEqual(await answers(id, delivery.id, other), unknown);
      assert.deepEqual(await answers('7', 'x', other), unknown, 'also for a malformed id');
      const replay = (of: string) => admin('POST', `/${theirs}/deliveries/${of}/replay`, undefined, other);
      const nowhere = await replay(randomUUID());
      assert.equal(nowhere.status, 404);
      for (const unknownId of [delivery.id, 'x', '7']) {
        const { status, text } = await replay(unknownId);
        assert.deepEqual([status, text], [nowhere.status, nowhere.text]);
      }
      assert.equal((await admin('GET', `/${id}`)).body.active, true);
      assert.equal((await admin('GET', '', undefined, 'no-such-venue')).status, 404);
    });

    it('logs never contain webhook secrets', async () => {
      const { id, secret } = await create();
      const rotated = await admin('POST', `/${id}/rotate-secret`);
      receiver.answer = 500;
      await admin('POST', `/${id}/test`);
      await eventually('the delivery has failed once', async () =>
        /500/.test((await admin('GET', `/${id}/deliveries`)).body[0].last_error),
      );
      const logs = stack()
        .processes.map((process) => process.output())
        .join('');
      for (const known of [secret, rotated.body.secret]) assert.ok(!logs.includes(known.slice(6)));
      assert.ok(!logs.includes('whsec_'));
    });
  });
}
