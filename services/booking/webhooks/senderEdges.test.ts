import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { pause } from '@venue-booking/kit/testMessaging';
import { eventually } from '../../../test/stack/api.ts';
import { type Receiver, startReceiver } from '../../../test/stack/receiver.ts';
import { replayDelivery } from './deliveryLog.ts';
import { claimDeliveries, settleDelivery } from './deliveryQueue.ts';
import { createReceivers } from './safeRequest.ts';
import { openTestWebhooks, type TestWebhooks } from './testWebhooks.ts';
import { patchWebhook } from './webhookStore.ts';

describe('webhooks at their edges', () => {
  let webhooks: TestWebhooks;
  const receivers: Receiver[] = [];
  before(async () => {
    webhooks = await openTestWebhooks();
    await webhooks.database.venue.createMany({
      data: Array.from({ length: 9 }, (_, index) => ({
        id: 10 + index,
        timezone: 'Europe/Amsterdam',
        live: true,
        redirectOrigins: [],
        revision: 1n,
      })),
    });
  });
  after(() => webhooks.close());
  afterEach(async () => {
    await webhooks.stopSenders();
    await webhooks.database.$executeRaw`TRUNCATE booking.webhook, booking.webhook_delivery`;
    await Promise.all(receivers.splice(0).map((one) => one.stop()));
  });
  const newReceiver = async (answer?: Receiver['answer']) => {
    const one = await startReceiver(answer);
    receivers.push(one);
    return one;
  };
  const queue = (webhook: { id: string }, venueId: number, count: number) =>
    webhooks.database.$executeRaw`
      INSERT INTO booking.webhook_delivery (venue_id, id, webhook_id, event_id, type, payload)
      SELECT ${venueId}, gen_random_uuid(), ${webhook.id}::uuid, gen_random_uuid(), 'webhook.test',
        '{"type": "webhook.test", "timestamp": "2030-01-01T00:00:00.000Z", "data": {}}'
      FROM generate_series(1, ${count}::int)`;

  it('serve another venue soon, though the receivers of eight venues hang with a long queue', async () => {
    const hanging = await newReceiver(() => {});
    for (let venueId = 10; venueId < 18; venueId++)
      for (let index = 0; index < 4; index++)
        await queue(await webhooks.create(hanging.url, { venueId }), venueId, 20);
    webhooks.start({ receivers: createReceivers({ allowPrivate: true, timeoutMs: 1000 }) });
    await eventually('all attempts are taken', () => hanging.received.length >= 64);
    const good = await newReceiver();
    await queue(await webhooks.create(good.url, { venueId: 18 }), 18, 1);
    const from = Date.now();
    await eventually('the other venue is served', () => good.received.length === 1, 30_000);
    const rounds = (Date.now() - from) / 1000;
    assert.ok(rounds < 3, `it waited for ${rounds.toFixed(1)} rounds of attempts that hang`);
  });

  it('stay on when an address that they no longer have says that it is gone', async () => {
    let answer = () => {};
    const old = await newReceiver((_request, response) => {
      answer = () => response.writeHead(410).end();
    });
    const webhook = await webhooks.create(old.url);
    await queue(webhook, 1, 1);
    webhooks.start();
    await eventually('the old address is asked', () => old.received.length === 1);
    const current = await newReceiver();
    await patchWebhook(webhooks.database, { venueId: 1, id: webhook.id }, { url: current.url });
    answer();
    await eventually('the answer is noted', async () =>
      (await webhooks.deliveries(webhook)).every(({ responseStatus }) => responseStatus === 410),
    );
    await pause(200);
    const row = await webhooks.database.webhook.findFirst({ where: { id: webhook.id } });
    assert.equal(row?.active, true);
  });

  it('note the outcome of the last attempt, also when one was replayed while it was under way', async () => {
    const webhook = await webhooks.create('http://127.0.0.1:9/hook');
    await queue(webhook, 1, 1);
    const bounds = { free: 1, perWebhook: 2, perVenue: 8 };
    const [first] = await claimDeliveries(webhooks.database, [], bounds);
    assert.ok(first);
    await replayDelivery(webhooks.database, { venueId: 1, id: webhook.id }, first.id);
    const [second] = await claimDeliveries(webhooks.database, [], bounds);
    assert.ok(second);
    await settleDelivery(webhooks.database, first, { status: 'failed', responseStatus: null, error: 'old' });
    await settleDelivery(webhooks.database, second, { status: 'delivered', responseStatus: 200 });
    const [row] = await webhooks.deliveries(webhook);
    assert.equal(row?.status, 'delivered');
  });
});
