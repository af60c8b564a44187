import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { eventually } from '../../../test/stack/api.ts';
import type { Receiver } from '../../../test/stack/receiver.ts';
import { changeStatus } from '../testing/testEffects.ts';
import { openTestWebhooks, type TestWebhooks } from '../testing/testWebhooks.ts';
import { createReceivers } from './safeRequest.ts';
import { rotateSecret } from './webhookStore.ts';

describe('webhook sender', () => {
  let webhooks: TestWebhooks;
  let receiver: Receiver;
  beforeAll(async () => {
    webhooks = await openTestWebhooks();
  });
  afterAll(() => webhooks.close());
  beforeEach(async () => {
    receiver = await webhooks.newReceiver();
  });
  afterEach(() => webhooks.clear());

  const verified = (
    secret: string,
    { body, headers } = receiver.received[0] ?? assert.fail('nothing received'),
  ) => new Webhook(secret).verify(body, headers);

  it('sends price lines, add-ons, and the amount that the venue keeps of a cancelled booking', async () => {
    const webhook = await webhooks.create(receiver.url);
    const id = await webhooks.book();
    await webhooks.database.$executeRaw`
      UPDATE booking.booking SET amount_cents = 4750, payment_id = gen_random_uuid(), payment_status = 'paid',
        platform_fee_cents = 0, hold_until = now(), grace_until = now(),
        price_lines = '[{"text": "Per persoon", "count": 4, "amountCents": 4000}, {"text": "Weekend", "count": 1, "amountCents": 750}]',
        add_ons = '[{"key": "towel", "name": {"nl": "Handdoek", "en": "Towel"}, "eur": 3.5, "per": "piece", "count": 2}]'
      WHERE id = ${id}`;
    await changeStatus(
      webhooks.database,
      { venueId: 1, id },
      {
        ...{ to: 'cancelled', actor: 'guest' },
        kept: { keptCents: 1250, firstCents: 1250, laterCents: 0, laterBefore: 0 },
      },
    );
    webhooks.start();
    await webhooks.received(2, receiver);
    const sent = receiver.received.map((one) => verified(webhook.secret, one)) as {
      type: string;
      data: Record<string, unknown>;
    }[];
    const dataOf = (type: string) => {
      const { kept_eur, price_lines, add_ons } = sent.find((one) => one.type === type)?.data ?? {};
      return { kept_eur, price_lines, add_ons };
    };
    assert.deepEqual(dataOf('booking.created'), {
      ...{ kept_eur: undefined, price_lines: undefined, add_ons: undefined },
    });
    assert.deepEqual(dataOf('booking.cancelled'), {
      kept_eur: 12.5,
      price_lines: [
        { text: 'Per persoon', count: 4, amount_eur: 40 },
        { text: 'Weekend', count: 1, amount_eur: 7.5 },
      ],
      add_ons: [{ key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, count: 2 }],
    });
  });

  it('sends booking events signed by the specification, without personal data', async () => {
    const webhook = await webhooks.create(receiver.url);
    const id = await webhooks.book();
    await webhooks.cancel(id);
    webhooks.start();
    await webhooks.received(2, receiver);
    const sent = receiver.received.map((one) => verified(webhook.secret, one)) as {
      type: string;
      timestamp: string;
      data: unknown;
    }[];
    const { reference } = await webhooks.database.booking.findUniqueOrThrow({ where: { id: BigInt(id) } });
    const data = {
      ...{ booking_id: id, reference, facility_id: 1, slot_id: 67_108_999, people: 2, amount_eur: 25 },
      ...{ starts_at: '2030-06-03T10:00', ends_at: '2030-06-03T11:00' },
      ...{ facility: 'Pass', timezone: 'Europe/Amsterdam' },
      starts_at_offset: '2030-06-03T10:00:00+02:00',
      ends_at_offset: '2030-06-03T11:00:00+02:00',
    };
    assert.deepEqual(
      sent.map(({ type, data }) => ({ type, data })).toSorted((a, b) => b.type.localeCompare(a.type)),
      [
        { type: 'booking.created', data: { ...data, status: 'confirmed' } },
        { type: 'booking.cancelled', data: { ...data, status: 'cancelled', previous_status: 'confirmed' } },
      ],
    );
    for (const { timestamp } of sent) {
      assert.equal(new Date(timestamp).toISOString(), timestamp);
      assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
    }
    const { headers, path } = receiver.received[0] ?? assert.fail();
    assert.equal(path, '/hook');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['user-agent'], 'venue-booking-webhooks/1');
    assert.doesNotMatch(JSON.stringify(receiver.received), /Ada|ada@|020 123/);
    await webhooks.settled(webhook, 'delivered');
    assert.deepEqual(
      (await webhooks.deliveries(webhook)).map((it) => [it.attempts, it.responseStatus, it.lastError]),
      [
        [1, 204, null],
        [1, 204, null],
      ],
    );
  });

  it('also signs with the previous secret for 24 h after a rotation, and then no more', async () => {
    const webhook = await webhooks.create(receiver.url);
    const rotated = await rotateSecret(webhooks, { venueId: 1, id: webhook.id });
    assert.notEqual(rotated.secret, webhook.secret);
    const sender = webhooks.start();
    await webhooks.book();
    await webhooks.received(1, receiver);
    assert.equal(receiver.received[0]?.headers['webhook-signature']?.split(' ').length, 2);
    verified(webhook.secret);
    verified(rotated.secret);
    await webhooks.database.$executeRaw`UPDATE booking.webhook SET previous_until = now()`;
    await webhooks.book();
    sender.wake();
    await webhooks.received(2, receiver);
    verified(rotated.secret, receiver.received[1]);
    assert.throws(() => verified(webhook.secret, receiver.received[1]), /No matching signature/);
  });

  it('sends each event once with several senders', async () => {
    const webhook = await webhooks.create(receiver.url);
    const other = await webhooks.create(receiver.url.replace('/hook', '/other'));
    receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(204).end(), 5);
    for (let index = 0; index < 30; index++) await webhooks.book();
    for (let index = 0; index < 3; index++) webhooks.start();
    await webhooks.received(60, receiver);
    await webhooks.settled(webhook, 'delivered');
    await webhooks.settled(other, 'delivered');
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids.length, 60);
    assert.equal(new Set(ids).size, 60);
    assert.equal((await webhooks.deliveries(webhook)).length, 30);
  });

  it('retries with a growing backoff under the same id until the receiver is back', async () => {
    const webhook = await webhooks.create(receiver.url);
    await webhooks.book();
    receiver.answer = 503;
    const sender = webhooks.start();
    const [one] = await webhooks.deliveries(webhook);
    const fails = async (attempts: number, error: string, waitSeconds: number) => {
      await eventually(`attempt ${attempts} failed`, async () => {
        const [row] = await webhooks.deliveries(webhook);
        return row?.lastError === error && row.attempts === attempts && row.status === 'queued';
      });
      const [row] = await webhooks.deliveries(webhook);
      const waits = ((row?.nextAt.getTime() ?? 0) - Date.now()) / 1000;
      assert.ok(waits > waitSeconds - 3 && waits < waitSeconds * 1.2 + 1, `${waits} s`);
    };
    await fails(1, 'the receiver responded with 503', 5);
    await receiver.stop();
    await webhooks.skipWaits();
    await fails(2, 'connection failed (ECONNREFUSED)', 30);
    await receiver.start();
    receiver.answer = (_request, response) => void response.writeHead(302, { Location: '/elsewhere' }).end();
    await webhooks.skipWaits();
    await fails(3, 'redirected (302): not followed', 120);
    receiver.answer = 200;
    await webhooks.skipWaits();
    sender.wake();
    await webhooks.settled(webhook, 'delivered');
    assert.equal(receiver.received.length, 3);
    for (const { headers, path } of receiver.received)
      assert.deepEqual([headers['webhook-id'], path], [one?.id, '/hook']);
    for (const request of receiver.received) verified(webhook.secret, request);
    const [row] = await webhooks.deliveries(webhook);
    assert.deepEqual([row?.attempts, row?.responseStatus, row?.lastError], [4, 200, null]);
  });

  it('gives up on a delivery after three days', async () => {
    const webhook = await webhooks.create(receiver.url);
    await webhooks.book();
    receiver.answer = 500;
    await webhooks.database.$executeRaw`
      UPDATE booking.webhook_delivery SET attempts = 14, queued_at = now() - interval '71 hours'`;
    webhooks.start();
    await webhooks.settled(webhook, 'failed');
    const [row] = await webhooks.deliveries(webhook);
    assert.deepEqual([row?.attempts, row?.lastError], [15, 'the receiver responded with 500']);
  });

  it('sends only the events that a webhook subscribes to, and none from before it existed', async () => {
    const id = await webhooks.book();
    const webhook = await webhooks.create(receiver.url, { events: ['booking.cancelled', 'booking.created'] });
    const cancels = await webhooks.create(receiver.url, { events: ['booking.cancelled'] });
    await webhooks.cancel(id);
    for (const one of [webhook, cancels])
      assert.deepEqual(
        (await webhooks.deliveries(one)).map(({ type }) => type),
        ['booking.cancelled'],
      );
  });

  it('checks at each delivery whether the receiver’s address is allowed', async () => {
    const webhook = await webhooks.create('https://rebind.example/hook');
    await webhooks.book();
    webhooks.start({
      receivers: createReceivers({ allowPrivate: false, resolve: async () => ['10.0.0.1'] }),
    });
    await eventually('the URL is rejected', async () => {
      const [row] = await webhooks.deliveries(webhook);
      return (
        row?.lastError === 'the URL is not allowed: its host is not on the public internet' &&
        row.status === 'queued'
      );
    });
  });

  it('reports how to fix a secret that cannot be decrypted, and sends nothing', async () => {
    const webhook = await webhooks.create(receiver.url);
    await webhooks.database.$executeRaw`UPDATE booking.webhook SET secret = 'k9.' || secret`;
    await webhooks.book();
    webhooks.start();
    await eventually('the error is stored', async () =>
      /SECRETS_KEY/.test((await webhooks.deliveries(webhook))[0]?.lastError ?? ''),
    );
    assert.equal(receiver.received.length, 0);
  });
});
