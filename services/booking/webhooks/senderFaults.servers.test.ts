import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@venue-booking/kit/logging/log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { eventually } from '../../../test/stack/api.ts';
import type { Receiver } from '../../../test/stack/receiver.ts';
import { openTestWebhooks, type TestWebhooks } from '../testing/testWebhooks.ts';
import { createReceivers } from './safeRequest.ts';
import { patchWebhook } from './webhookStore.ts';

/** With a timeout longer than any test. */
const patient = () => ({ receivers: createReceivers({ allowPrivate: true, timeoutMs: 3_600_000 }) });

describe('webhook sender during failures', () => {
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

  it('does not let a receiver that hangs delay another of its venue', async () => {
    const hanging = await webhooks.newReceiver(null);
    const stuck = await webhooks.create(hanging.url);
    await webhooks.create(receiver.url);
    for (let index = 0; index < 60; index++) await webhooks.book();
    webhooks.start(patient());
    await webhooks.received(60, receiver);
    assert.equal(hanging.received.length, 2, 'the limit per webhook');
    assert.ok((await webhooks.deliveries(stuck)).every(({ status }) => status === 'queued'));
  });

  it('does not let a venue whose receivers hang delay another venue', async () => {
    const hanging = await webhooks.newReceiver(null);
    for (let index = 0; index < 20; index++) await webhooks.create(hanging.url);
    for (let index = 0; index < 5; index++) await webhooks.book();
    const other = await webhooks.create(receiver.url, { venueId: 2 });
    await webhooks.queue(other, 2, 20);
    webhooks.start(patient());
    await webhooks.received(20, receiver);
    assert.equal(hanging.received.length, 8, 'the limit per venue');
  });

  it('switches off a webhook whose receiver responds with 410', async () => {
    const webhook = await webhooks.create(receiver.url);
    receiver.answer = 410;
    for (let index = 0; index < 10; index++) await webhooks.book();
    webhooks.start();
    await webhooks.settled(webhook, 'failed');
    const errors = (await webhooks.deliveries(webhook)).map(({ lastError }) => lastError);
    const gone = errors.filter((error) => error === 'the receiver is gone (410)');
    assert.equal(gone.length, receiver.received.length);
    assert.ok(gone.length >= 1 && gone.length <= 4, `${gone.length} sent`);
    assert.equal(errors.filter((error) => error === 'webhook is not active').length, 10 - gone.length);
    assert.equal((await webhooks.database.webhook.findFirst())?.active, false);
    await webhooks.book();
    assert.equal((await webhooks.deliveries(webhook)).length, 10, 'nothing more is queued');
  });

  it('sends nothing for a webhook that was switched off', async () => {
    const webhook = await webhooks.create(receiver.url);
    await webhooks.book();
    await patchWebhook(webhooks.database, { venueId: 1, id: webhook.id }, { active: false });
    webhooks.start();
    await webhooks.settled(webhook, 'failed');
    assert.deepEqual(
      (await webhooks.deliveries(webhook)).map(({ lastError }) => lastError),
      ['webhook is not active'],
    );
    assert.equal(receiver.received.length, 0);
  });

  it('aborts attempts that hang when it stops, and does not count them', async () => {
    const webhook = await webhooks.create(receiver.url);
    receiver.answer = null;
    await webhooks.book();
    const sender = webhooks.start(patient());
    await webhooks.received(1, receiver);
    await sender.stop();
    receiver.answer = 204;
    webhooks.start();
    await webhooks.received(2, receiver);
    await webhooks.settled(webhook, 'delivered');
    assert.equal((await webhooks.deliveries(webhook))[0]?.attempts, 1);
  });

  it('takes over the deliveries of a crashed sender once their lease has expired', async () => {
    const webhook = await webhooks.create(receiver.url);
    await webhooks.book();
    await webhooks.database.$executeRaw`
      UPDATE booking.webhook_delivery SET attempts = 1, next_at = now() + interval '30 seconds'`;
    webhooks.start();
    await sleep(500);
    assert.equal(receiver.received.length, 0);
    await webhooks.skipWaits();
    await webhooks.received(1, receiver);
    await webhooks.settled(webhook, 'delivered');
  });

  it('recovers after a database outage, and logs neither secret nor address', async () => {
    let written = '';
    const log = createLog('test', 'trace', {
      write: (line) => {
        written += line;
      },
    });
    const webhook = await webhooks.create(`${receiver.url}?token=geheim`);
    await webhooks.database.$executeRaw`ALTER TABLE booking.webhook_delivery RENAME TO away`;
    webhooks.start({ log });
    await eventually('the outage is logged', () => written.includes('will try again'));
    await webhooks.database.$executeRaw`ALTER TABLE booking.away RENAME TO webhook_delivery`;
    await webhooks.database.$executeRaw`
      ALTER TABLE booking.webhook_delivery ADD CONSTRAINT broken CHECK (status <> 'delivered')`;
    await webhooks.book();
    await eventually('the error is logged', () => written.includes('webhooks: job failed'));
    await webhooks.database.$executeRaw`ALTER TABLE booking.webhook_delivery DROP CONSTRAINT broken`;
    await webhooks.skipWaits();
    await webhooks.settled(webhook, 'delivered');
    assert.ok(!written.includes('whsec_') && !written.includes(webhook.secret.slice(6)));
    assert.doesNotMatch(written, /geheim|127\.0\.0\.1|k1\.|Ada/);
  });
});
