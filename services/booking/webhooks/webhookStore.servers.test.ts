import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { deleteExpiredRows } from '@venue-booking/kit/postgres/retention';
import { fail } from '@venue-booking/proto/failures';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { RETENTION_RULES } from '../retention.ts';
import { openTestWebhooks, type TestWebhooks } from '../testing/testWebhooks.ts';
import { listDeliveries, queueTest, replayDelivery } from './deliveryLog.ts';
import {
  contextOf,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  patchWebhook,
  rotateSecret,
} from './webhookStore.ts';

const URL = 'https://www.example.com/hook';

describe('webhooks of a venue', () => {
  let webhooks: TestWebhooks;
  beforeAll(async () => {
    webhooks = await openTestWebhooks();
  });
  afterAll(() => webhooks.close());
  afterEach(() => webhooks.database.$executeRaw`TRUNCATE booking.webhook, booking.webhook_delivery`);

  it('have secrets of 32 random bytes, encrypted in the database', async () => {
    const [one, two] = [await webhooks.create(URL), await webhooks.create(URL)];
    const rotated = await rotateSecret(webhooks, { venueId: 1, id: one.id });
    for (const { secret } of [one, two, rotated]) {
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32);
    }
    assert.equal(new Set([one.secret, two.secret, rotated.secret]).size, 3);
    const [{ dump = '' } = {}] = await webhooks.database.$queryRaw<{ dump: string }[]>`
      SELECT string_agg(w::text, ' ') AS dump FROM booking.webhook w`;
    assert.ok(dump.includes(URL));
    for (const { secret } of [one, two, rotated]) {
      const bytes = Buffer.from(secret.slice(6), 'base64');
      for (const form of [secret.slice(6, 49), bytes.toString('hex'), bytes.toString('base64url')])
        assert.ok(!dump.includes(form));
    }
    assert.ok(!dump.includes('whsec_'));
  });

  it('have secrets that can only be decrypted for the same webhook', async () => {
    const { id, secret } = await webhooks.create(URL);
    const row = await webhooks.database.webhook.findFirstOrThrow({ where: { id } });
    assert.equal(webhooks.box.open(row.secret, contextOf({ venueId: 1, id })), secret);
    for (const other of [
      { venueId: 2, id },
      { venueId: 1, id: randomUUID() },
    ])
      assert.throws(() => webhooks.box.open(row.secret, contextOf(other)));
  });

  it('are limited to 20, also when many are created concurrently', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 26 }, () => webhooks.create(URL)));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 20);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal(failureOf(outcome.reason)?.code, 'validation');
    assert.equal((await listWebhooks(webhooks.database, 1)).length, 20);
    await webhooks.create(URL, { venueId: 2 });
  });

  it('do not exist for another venue, and neither do their deliveries', async () => {
    const { database } = webhooks;
    const { id } = await webhooks.create(URL);
    const own = { venueId: 1, id };
    const { id: deliveryId } = await queueTest(database, own);
    const theirs = await webhooks.create(URL, { venueId: 2 });
    for (const of of [
      { venueId: 2, id },
      { venueId: 1, id: randomUUID() },
    ])
      for (const call of [
        () => getWebhook(database, of),
        () => patchWebhook(database, of, { url: 'https://mine.example' }),
        () => patchWebhook(database, of, { active: false }),
        () => deleteWebhook(database, of),
        () => rotateSecret(webhooks, of),
        () => queueTest(database, of),
        () => listDeliveries(database, of, { limit: 50 }),
        () => replayDelivery(database, of, deliveryId),
      ])
        await assert.rejects(call, fail('webhook_not_found'));
    for (const [of, delivery] of [
      [{ venueId: 2, id: theirs.id }, deliveryId],
      [own, randomUUID()],
    ] as const) {
      await assert.rejects(replayDelivery(database, of, delivery), fail('delivery_not_found'));
      await assert.rejects(
        listDeliveries(database, of, { limit: 50, before: delivery }),
        fail('delivery_not_found'),
      );
    }
    assert.deepEqual((await getWebhook(database, own)).url, URL);
    assert.deepEqual(
      (await listWebhooks(database, 2)).map((one) => one.id),
      [theirs.id],
    );
  });

  it('list their deliveries newest first, by page and status', async () => {
    const { database } = webhooks;
    const { id } = await webhooks.create(URL);
    const of = { venueId: 1, id };
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.unshift((await queueTest(database, of)).id);
    // Deliveries with equal times are not lost between pages.
    await database.$executeRaw`UPDATE booking.webhook_delivery SET created_at = now()`;
    const pages: string[] = [];
    for (let before: string | undefined; ; ) {
      const page = await listDeliveries(database, of, { limit: 2, ...(before && { before }) });
      pages.push(...page.map((delivery) => delivery.id));
      before = page.at(-1)?.id;
      if (page.length < 2) break;
    }
    assert.deepEqual(pages.toSorted(), made.toSorted());
    assert.equal(new Set(pages).size, 5);
    await database.webhookDelivery.updateMany({ where: { id: made[0] ?? '' }, data: { status: 'failed' } });
    const failed = await listDeliveries(database, of, { limit: 50, status: 'failed' });
    assert.deepEqual(
      failed.map((delivery) => [delivery.id, delivery.next_attempt_at]),
      [[made[0], null]],
    );
  });

  it('queue a delivery again under the same id, with its attempts reset', async () => {
    const { database } = webhooks;
    const { id } = await webhooks.create(URL);
    const of = { venueId: 1, id };
    const test = await queueTest(database, of);
    await database.$executeRaw`
      UPDATE booking.webhook_delivery SET status = 'delivered', attempts = 15, delivered_at = now(), response_status = 200,
        queued_at = now() - interval '4 days', next_at = now() - interval '1 day'`;
    const replayed = await replayDelivery(database, of, test.id);
    assert.deepEqual(
      { ...replayed, next_attempt_at: null },
      { ...test, next_attempt_at: null, attempts: 0, status: 'queued' },
    );
    const row = await database.webhookDelivery.findFirstOrThrow();
    assert.ok(Date.now() - row.queuedAt.getTime() < 60_000);
    await patchWebhook(database, of, { active: false });
    for (const call of [() => replayDelivery(database, of, test.id), () => queueTest(database, of)])
      await assert.rejects(call, (error) => failureOf(error)?.code === 'validation');
  });

  it('have at most five queued tests, also when many are requested concurrently', async () => {
    const { id } = await webhooks.create(URL);
    const of = { venueId: 1, id };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, () => queueTest(webhooks.database, of)),
    );
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal(failureOf(outcome.reason)?.code, 'validation');
    assert.equal((await webhooks.deliveries({ id })).length, 5);
    await webhooks.database.$executeRaw`UPDATE booking.webhook_delivery SET status = 'failed'`;
    await queueTest(webhooks.database, of);
  });

  it('keep deliveries for 30 days after they were last queued, and queued ones for longer', async () => {
    const webhook = await webhooks.create(URL);
    for (let index = 0; index < 3; index++) await webhooks.book();
    const [old, queued, young] = await webhooks.deliveries(webhook);
    await webhooks.database.webhookDelivery.updateMany({
      where: { id: { in: [old?.id ?? '', young?.id ?? ''] } },
      data: { status: 'failed' },
    });
    await webhooks.database.$executeRaw`
      UPDATE booking.webhook_delivery SET queued_at = now() - interval '31 days'
      WHERE id = ANY(${[old?.id, queued?.id]}::uuid[])`;
    await webhooks.database.$executeRaw`
      UPDATE booking.webhook_delivery SET created_at = now() - interval '31 days' WHERE id = ${young?.id}::uuid`;
    await deleteExpiredRows(webhooks.database, RETENTION_RULES);
    assert.deepEqual(
      new Set((await webhooks.deliveries(webhook)).map(({ id }) => id)),
      new Set([queued?.id, young?.id]),
    );
  });
});
