import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { openTestWebhooks, type TestWebhooks } from '../testing/testWebhooks.ts';

const URL = 'http://127.0.0.1:9/hook';

describe('mail and webhook deliveries of a booking change', () => {
  let webhooks: TestWebhooks;
  beforeAll(async () => {
    webhooks = await openTestWebhooks();
  });
  afterAll(() => webhooks.close());
  afterEach(() => webhooks.clear());

  const mails = async (id: number) =>
    (
      await webhooks.database.mail.findMany({
        where: { bookingId: BigInt(id) },
        orderBy: { createdAt: 'asc' },
      })
    ).map(({ kind }) => kind);
  const events = (id: number) =>
    webhooks.database.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM booking.outbox WHERE payload->>'bookingId' = ${String(id)} ORDER BY seq`;

  it('are queued in the transaction of the change', async () => {
    const webhook = await webhooks.create(URL);
    const id = await webhooks.book();
    await webhooks.cancel(id);
    assert.deepEqual(await mails(id), ['confirmed', 'cancelled']);
    const deliveries = await webhooks.deliveries(webhook);
    assert.deepEqual(
      deliveries.map(({ type }) => type),
      ['booking.created', 'booking.cancelled'],
    );
    assert.deepEqual(
      deliveries.map(({ eventId }) => eventId),
      (await events(id)).map((event) => event.id),
    );
  });

  it('are not queued for a webhook that is being switched off concurrently', async () => {
    const webhook = await webhooks.create(URL);
    let booked: Promise<number> | undefined;
    await webhooks.database.$transaction(async (tx) => {
      await tx.webhook.update({
        where: { venueId_id: { venueId: 1, id: webhook.id } },
        data: { active: false },
      });
      booked = webhooks.book();
      await Promise.race([booked, new Promise((resolve) => setTimeout(resolve, 200))]);
    });
    assert.ok(await booked);
    assert.deepEqual(await webhooks.deliveries(webhook), []);
  });
});
