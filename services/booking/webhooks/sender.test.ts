import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createLog } from '@venue-booking/kit/log';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../../../test/stack/api.ts';
import { type Receiver, startReceiver } from '../../../test/stack/receiver.ts';
import { forgetOldDeliveries } from './deliveryQueue.ts';
import { createReceivers } from './safeRequest.ts';
import { openTestWebhooks, type TestWebhooks } from './testWebhooks.ts';
import { patchWebhook, rotateSecret } from './webhookStore.ts';

describe('the sender of webhooks', () => {
  let webhooks: TestWebhooks;
  let receiver: Receiver;
  const receivers: Receiver[] = [];
  before(async () => {
    webhooks = await openTestWebhooks();
  });
  after(() => webhooks.close());
  const newReceiver = async (answer?: Receiver['answer']) => {
    const one = await startReceiver(answer);
    receivers.push(one);
    return one;
  };
  beforeEach(async () => {
    receiver = await newReceiver();
  });
  afterEach(async () => {
    await webhooks.stopSenders();
    await webhooks.database.$executeRaw`TRUNCATE booking.webhook, booking.webhook_delivery`;
    await Promise.all(receivers.splice(0).map((one) => one.stop()));
  });

  const received = (count: number, of = receiver) =>
    eventually(`${count} received, not ${of.received.length}`, () => of.received.length >= count);
  const settled = (webhook: { id: string }, status: string) =>
    eventually(`all ${status}`, async () =>
      (await webhooks.deliveries(webhook)).every((delivery) => delivery.status === status),
    );
  const verified = (
    secret: string,
    { body, headers } = receiver.received[0] ?? assert.fail('nothing came'),
  ) => new Webhook(secret).verify(body, headers);

  it('sends what happened to a booking, signed after the specification, with nothing of the guest in it', async () => {
    const webhook = await webhooks.create(receiver.url);
    const id = await webhooks.book();
    await webhooks.cancel(id);
    await webhooks.relay();
    webhooks.start();
    await received(2);
    const sent = receiver.received.map((one) => verified(webhook.secret, one)) as {
      type: string;
      timestamp: string;
      data: unknown;
    }[];
    const data = { booking_id: id, facility_id: 1, slot_id: 67_108_999 };
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
    await settled(webhook, 'delivered');
    assert.deepEqual(
      (await webhooks.deliveries(webhook)).map((it) => [it.attempts, it.responseStatus, it.lastError]),
      [
        [1, 204, null],
        [1, 204, null],
      ],
    );
  });

  it('signs with the secret before as well for 24 h after a rotation, and then no more', async () => {
    const webhook = await webhooks.create(receiver.url);
    const rotated = await rotateSecret(webhooks, { venueId: 1, id: webhook.id });
    assert.notEqual(rotated.secret, webhook.secret);
    const sender = webhooks.start();
    await webhooks.book();
    await webhooks.relay();
    await received(1);
    assert.equal(receiver.received[0]?.headers['webhook-signature']?.split(' ').length, 2);
    verified(webhook.secret);
    verified(rotated.secret);
    await webhooks.database.$executeRaw`UPDATE booking.webhook SET previous_until = now()`;
    await webhooks.book();
    await webhooks.relay();
    sender.nudge();
    await received(2);
    verified(rotated.secret, receiver.received[1]);
    assert.throws(() => verified(webhook.secret, receiver.received[1]), /No matching signature/);
  });

  it('sends each event once, though it comes twice and several senders work on it', async () => {
    const webhook = await webhooks.create(receiver.url);
    const other = await webhooks.create(receiver.url.replace('/hook', '/other'));
    receiver.answer = (_request, response) => void setTimeout(() => response.writeHead(204).end(), 5);
    for (let index = 0; index < 30; index++) await webhooks.book();
    await webhooks.relay(2);
    for (let index = 0; index < 3; index++) webhooks.start();
    await received(60);
    await settled(webhook, 'delivered');
    await settled(other, 'delivered');
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids.length, 60);
    assert.equal(new Set(ids).size, 60);
    assert.equal((await webhooks.deliveries(webhook)).length, 30);
  });

  it('tries again until the receiver is back, under the same id, and with waits that grow', async () => {
    const webhook = await webhooks.create(receiver.url);
    await webhooks.book();
    await webhooks.relay();
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
    await fails(1, 'the receiver answered 503', 5);
    await receiver.stop();
    await webhooks.skipWaits();
    await fails(2, 'no connection (ECONNREFUSED)', 30);
    await receiver.start();
    receiver.answer = (_request, response) => void response.writeHead(302, { Location: '/elsewhere' }).end();
    await webhooks.skipWaits();
    await fails(3, 'redirected (302): not followed', 120);
    receiver.answer = 200;
    await webhooks.skipWaits();
    sender.nudge();
    await settled(webhook, 'delivered');
    assert.equal(receiver.received.length, 3);
    for (const { headers, path } of receiver.received)
      assert.deepEqual([headers['webhook-id'], path], [one?.id, '/hook']);
    for (const request of receiver.received) verified(webhook.secret, request);
    const [row] = await webhooks.deliveries(webhook);
    assert.deepEqual([row?.attempts, row?.responseStatus, row?.lastError], [4, 200, null]);
  });

  it('gives up after three days', async () => {
    const webhook = await webhooks.create(receiver.url);
    await webhooks.book();
    await webhooks.relay();
    receiver.answer = 500;
    await webhooks.database.$executeRaw`
      UPDATE booking.webhook_delivery SET attempts = 14, queued_at = now() - interval '71 hours'`;
    webhooks.start();
    await settled(webhook, 'failed');
    const [row] = await webhooks.deliveries(webhook);
    assert.deepEqual([row?.attempts, row?.lastError], [15, 'the receiver answered 500']);
  });

  it('has no receiver that hangs hold up another of its venue', async () => {
    const hanging = await newReceiver(null);
    const stuck = await webhooks.create(hanging.url);
    await webhooks.create(receiver.url);
    for (let index = 0; index < 60; index++) await webhooks.book();
    await webhooks.relay();
    const startedAt = performance.now();
    webhooks.start();
    await received(60);
    const ms = performance.now() - startedAt;
    assert.ok(ms < 5000, `${ms} ms`);
    assert.equal(hanging.received.length, 2, 'as many as one webhook may have under way');
    assert.ok((await webhooks.deliveries(stuck)).every(({ status }) => status === 'queued'));
  });

  it('has a venue whose receivers all hang not hold up another venue', async () => {
    const hanging = await newReceiver(null);
    for (let index = 0; index < 20; index++) await webhooks.create(hanging.url);
    for (let index = 0; index < 5; index++) await webhooks.book();
    await webhooks.relay();
    const other = await webhooks.create(receiver.url, { venueId: 2 });
    await webhooks.database.$executeRaw`
      INSERT INTO booking.webhook_delivery (venue_id, id, webhook_id, event_id, type, payload)
      SELECT 2, gen_random_uuid(), ${other.id}::uuid, gen_random_uuid(), 'webhook.test', '{}' FROM generate_series(1, 20)`;
    webhooks.start();
    await received(20);
    assert.equal(hanging.received.length, 8, 'as many as one venue may have under way');
  });

  it('switches a webhook off whose receiver is gone for good', async () => {
    const webhook = await webhooks.create(receiver.url);
    receiver.answer = 410;
    for (let index = 0; index < 10; index++) await webhooks.book();
    await webhooks.relay();
    webhooks.start();
    await settled(webhook, 'failed');
    const errors = (await webhooks.deliveries(webhook)).map(({ lastError }) => lastError);
    const gone = errors.filter((error) => error === 'the receiver is gone (410)');
    assert.equal(gone.length, receiver.received.length);
    assert.ok(gone.length >= 1 && gone.length <= 4, `${gone.length} sent`);
    assert.equal(errors.filter((error) => error === 'webhook is not active').length, 10 - gone.length);
    assert.equal((await webhooks.database.webhook.findFirst())?.active, false);
    await webhooks.book();
    await webhooks.relay();
    assert.equal((await webhooks.deliveries(webhook)).length, 10, 'nothing is queued any more');
  });

  it('sends nothing for a webhook that was switched off', async () => {
    const webhook = await webhooks.create(receiver.url);
    await webhooks.book();
    await webhooks.relay();
    await patchWebhook(webhooks.database, { venueId: 1, id: webhook.id }, { active: false });
    webhooks.start();
    await settled(webhook, 'failed');
    assert.deepEqual(
      (await webhooks.deliveries(webhook)).map(({ lastError }) => lastError),
      ['webhook is not active'],
    );
    assert.equal(receiver.received.length, 0);
  });

  it('sends only the events that a webhook asks for, and none from before it was there', async () => {
    const id = await webhooks.book();
    const webhook = await webhooks.create(receiver.url, { events: ['booking.cancelled', 'booking.created'] });
    const cancels = await webhooks.create(receiver.url, { events: ['booking.cancelled'] });
    await webhooks.cancel(id);
    await webhooks.relay();
    for (const one of [webhook, cancels])
      assert.deepEqual(
        (await webhooks.deliveries(one)).map(({ type }) => type),
        ['booking.cancelled'],
      );
  });

  it('asks again at each delivery whether the receiver may be reached', async () => {
    const webhook = await webhooks.create('https://rebind.example/hook');
    await webhooks.book();
    await webhooks.relay();
    webhooks.start({
      receivers: createReceivers({ allowPrivate: false, resolve: async () => ['10.0.0.1'] }),
    });
    await eventually('refused', async () => {
      const [row] = await webhooks.deliveries(webhook);
      return (
        row?.lastError === 'the URL is refused: its host is not on the public internet' &&
        row.status === 'queued'
      );
    });
  });

  it('breaks off what hangs when it stops, and gives it back as if it had not been tried', async () => {
    const webhook = await webhooks.create(receiver.url);
    receiver.answer = null;
    await webhooks.book();
    await webhooks.relay();
    const sender = webhooks.start();
    await received(1);
    const startedAt = performance.now();
    await sender.stop();
    assert.ok(performance.now() - startedAt < 4000);
    receiver.answer = 204;
    webhooks.start();
    await received(2);
    await settled(webhook, 'delivered');
    assert.equal((await webhooks.deliveries(webhook))[0]?.attempts, 1);
  });

  it('takes over what a crashed sender had under way, once its lease has ended', async () => {
    const webhook = await webhooks.create(receiver.url);
    await webhooks.book();
    await webhooks.relay();
    await webhooks.database.$executeRaw`
      UPDATE booking.webhook_delivery SET attempts = 1, next_at = now() + interval '1 second'`;
    webhooks.start();
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(receiver.received.length, 0);
    await received(1);
    await settled(webhook, 'delivered');
  });

  it('says what to do when a secret can not be opened, and sends nothing', async () => {
    const webhook = await webhooks.create(receiver.url);
    await webhooks.database.$executeRaw`UPDATE booking.webhook SET secret = 'k9.' || secret`;
    await webhooks.book();
    await webhooks.relay();
    webhooks.start();
    await eventually('noted', async () =>
      /SECRETS_KEY/.test((await webhooks.deliveries(webhook))[0]?.lastError ?? ''),
    );
    assert.equal(receiver.received.length, 0);
  });

  it('forgets deliveries after 30 days, but none that is still queued', async () => {
    const webhook = await webhooks.create(receiver.url);
    for (let index = 0; index < 3; index++) await webhooks.book();
    await webhooks.relay();
    const [old, queued, young] = await webhooks.deliveries(webhook);
    await webhooks.database.webhookDelivery.updateMany({
      where: { id: { in: [old?.id ?? '', young?.id ?? ''] } },
      data: { status: 'failed' },
    });
    await webhooks.database.$executeRaw`
      UPDATE booking.webhook_delivery SET queued_at = now() - interval '31 days'
      WHERE id = ANY(${[old?.id, queued?.id]}::uuid[])`;
    await forgetOldDeliveries(webhooks.database);
    assert.deepEqual(
      new Set((await webhooks.deliveries(webhook)).map(({ id }) => id)),
      new Set([queued?.id, young?.id]),
    );
  });

  it('goes on after its database was away, and logs neither secret nor address', async () => {
    let written = '';
    const log = createLog('test', 'trace', {
      write: (line) => {
        written += line;
      },
    });
    const webhook = await webhooks.create(`${receiver.url}?token=geheim`);
    await webhooks.database.$executeRaw`ALTER TABLE booking.webhook_delivery RENAME TO away`;
    webhooks.start({ log });
    await eventually('said so', () => written.includes('will try again'));
    await webhooks.database.$executeRaw`ALTER TABLE booking.away RENAME TO webhook_delivery`;
    await webhooks.database.$executeRaw`
      ALTER TABLE booking.webhook_delivery ADD CONSTRAINT broken CHECK (status <> 'delivered')`;
    await webhooks.book();
    await webhooks.relay();
    await eventually('not settled', () => written.includes('not settled'));
    await webhooks.database.$executeRaw`ALTER TABLE booking.webhook_delivery DROP CONSTRAINT broken`;
    await webhooks.skipWaits();
    await settled(webhook, 'delivered');
    assert.ok(!written.includes('whsec_') && !written.includes(webhook.secret.slice(6)));
    assert.doesNotMatch(written, /geheim|127\.0\.0\.1|k1\.|Ada/);
  });
});
