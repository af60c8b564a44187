import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, it, vi } from 'vitest';
import { eventually } from '../../../test/stack/api.ts';
import type { BookingDatabase } from '../database.ts';
import { openTestWebhooks, type TestWebhooks } from '../testing/testWebhooks.ts';
import { queueTest, replayDelivery } from './deliveryLog.ts';
import { claimDeliveries, releaseDelivery, settleDelivery } from './deliveryQueue.ts';
import { createReceivers } from './safeRequest.ts';
import { patchWebhook } from './webhookStore.ts';

/** Timeout of requests to receivers that hang, in ms. */
const HANG_MS = 2000;

describe('webhook deliveries in edge cases', () => {
  let webhooks: TestWebhooks;
  beforeAll(async () => {
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
  afterAll(() => webhooks.close());
  afterEach(() => webhooks.clear());

  it('reach another venue soon although the receivers of eight venues with long queues hang', async () => {
    const hanging = await webhooks.newReceiver(() => {});
    for (let venueId = 10; venueId < 18; venueId++)
      for (let index = 0; index < 4; index++)
        await webhooks.queue(await webhooks.create(hanging.url, { venueId }), venueId, 20);
    webhooks.start({ receivers: createReceivers({ allowPrivate: true, timeoutMs: HANG_MS }) });
    await eventually('all attempts are in use', () => hanging.received.length >= 64);
    const good = await webhooks.newReceiver();
    await webhooks.queue(await webhooks.create(good.url, { venueId: 18 }), 18, 1);
    const from = Date.now();
    await eventually('the other venue is served', () => good.received.length === 1);
    const rounds = (Date.now() - from) / HANG_MS;
    assert.ok(rounds < 3, `waited for ${rounds.toFixed(1)} rounds of attempts that hang`);
  });

  it('leave the webhook active when its old URL responds with 410', async () => {
    let answer = () => {};
    const old = await webhooks.newReceiver((_request, response) => {
      answer = () => response.writeHead(410).end();
    });
    const webhook = await webhooks.create(old.url);
    await webhooks.queue(webhook, 1, 1);
    webhooks.start();
    await eventually('the old URL is called', () => old.received.length === 1);
    const current = await webhooks.newReceiver();
    await patchWebhook(webhooks.database, { venueId: 1, id: webhook.id }, { url: current.url });
    answer();
    await eventually('the response is stored', async () =>
      (await webhooks.deliveries(webhook)).every(({ responseStatus }) => responseStatus === 410),
    );
    await sleep(200);
    const row = await webhooks.database.webhook.findFirst({ where: { id: webhook.id } });
    assert.equal(row?.active, true);
  });

  it('store the outcome of the last attempt, also after a replay during an attempt', async () => {
    const webhook = await webhooks.create('http://127.0.0.1:9/hook');
    await webhooks.queue(webhook, 1, 1);
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

  it('store no outcome of an attempt that began before a replay', async () => {
    const webhook = await webhooks.create('http://127.0.0.1:9/hook');
    await webhooks.queue(webhook, 1, 1);
    const [first] = await claimDeliveries(webhooks.database, [], { free: 1, perWebhook: 2, perVenue: 8 });
    assert.ok(first);
    await replayDelivery(webhooks.database, { venueId: 1, id: webhook.id }, first.id);
    await settleDelivery(webhooks.database, first, { status: 'delivered', responseStatus: 200 });
    const [row] = await webhooks.deliveries(webhook);
    assert.deepEqual([row?.status, row?.attempts], ['queued', 0]);
  });

  it('are locked only as far as a sender claims them', async () => {
    for (let index = 0; index < 4; index++)
      await webhooks.queue(await webhooks.create('http://127.0.0.1:9/hook'), 1, 5);
    await webhooks.database.$transaction(async (tx) => {
      const bounds = { free: 3, perWebhook: 2, perVenue: 8 };
      assert.equal((await claimDeliveries(tx as BookingDatabase, [], bounds)).length, 3);
      const open = await webhooks.database.$queryRaw<unknown[]>`
        SELECT FROM booking.webhook_delivery FOR UPDATE SKIP LOCKED`;
      assert.equal(open.length, 17);
    });
  });

  it('are retried at once after a change of URL, also those with an attempt in progress', async () => {
    const webhook = await webhooks.create('http://127.0.0.1:9/hook');
    const of = { venueId: 1, id: webhook.id };
    await webhooks.queue(webhook, 1, 2);
    const bounds = { free: 2, perWebhook: 2, perVenue: 8 };
    const [waits, underWay] = await claimDeliveries(webhooks.database, [], bounds);
    assert.ok(waits && underWay);
    const failed = { status: 'queued', responseStatus: null, error: 'no', waitMs: 3600_000 } as const;
    const due = async () => (await claimDeliveries(webhooks.database, [], bounds)).map(({ id }) => id);
    await settleDelivery(webhooks.database, waits, failed);
    assert.deepEqual(await due(), []);
    await patchWebhook(webhooks.database, of, { url: 'http://127.0.0.1:9/other' });
    assert.deepEqual(await due(), [waits.id], 'the other one is not sent twice');
    await settleDelivery(webhooks.database, underWay, failed);
    assert.deepEqual(await due(), [underWay.id]);
  });

  it('are due at once after a release, although columns hold whole milliseconds', async () => {
    const webhook = await webhooks.create('http://127.0.0.1:9/hook');
    await webhooks.queue(webhook, 1, 1);
    const bounds = { free: 1, perWebhook: 1, perVenue: 1 };
    for (let round = 0; round < 20; round++)
      await webhooks.database.$transaction(async (tx) => {
        // In one transaction, so that its time stands still.
        const database = tx as BookingDatabase;
        const [claimed] = await claimDeliveries(database, [], bounds);
        assert.ok(claimed, `not due in round ${round}`);
        await releaseDelivery(database, claimed);
        const [again] = await claimDeliveries(database, [], bounds);
        assert.ok(again, `not due again in round ${round}`);
        await releaseDelivery(database, again);
      });
  });

  it('use the clock of the database alone', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3600_000 });
    const webhook = await webhooks.create('http://127.0.0.1:9/hook');
    const of = { venueId: 1, id: webhook.id };
    const bounds = { free: 8, perWebhook: 8, perVenue: 8 };
    const { id } = await queueTest(webhooks.database, of);
    for (let round = 0; round < 2; round++) {
      const [claimed] = await claimDeliveries(webhooks.database, [], bounds);
      assert.equal(claimed?.id, id);
      assert.ok(claimed.ageMs >= -1 && claimed.ageMs < 600_000, `${claimed.ageMs} ms`);
      await replayDelivery(webhooks.database, of, id);
    }
    await webhooks.book();
    assert.equal(
      (await webhooks.deliveries(webhook)).length,
      2,
      'the webhook existed when the booking was made',
    );
  });
});
