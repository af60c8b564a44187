import { randomBytes } from 'node:crypto';
import type { Log } from '@venue-booking/kit/logging/log';
import type { Worker } from '@venue-booking/kit/scheduling/worker';
import { createSecretBox } from '@venue-booking/kit/secrets/secretBox';
import {
  type NewWebhook,
  WebhookEventType,
  type WebhookWithSecret,
} from '@venue-booking/proto/booking/webhook';
import { eventually } from '../../../test/stack/api.ts';
import { type Receiver, startReceiver } from '../../../test/stack/receiver.ts';
import { createReceivers, type Receivers } from '../webhooks/safeRequest.ts';
import { startSender } from '../webhooks/sender.ts';
import { createWebhook } from '../webhooks/webhookStore.ts';
import { newBooking, openTestBookings, silentLog } from './testBookings.ts';
import { changeStatus, saveBooking } from './testEffects.ts';

/** The booking database with webhooks of venue 1; venue 2 belongs to somebody else. */
export async function openTestWebhooks() {
  const bookings = await openTestBookings();
  const { database } = bookings;
  await database.venue.create({
    data: { id: 2, timezone: 'Europe/Amsterdam', live: true, redirectOrigins: [], revision: 1n },
  });
  const box = createSecretBox([{ id: 'k1', key: randomBytes(32) }]);
  const senders = new Set<Worker>();
  const receivers: Receiver[] = [];

  const book = async () => (await saveBooking(database, newBooking()))?.id ?? 0;

  return {
    database,
    box,
    book,
    cancel: (id: number) => changeStatus(database, { venueId: 1, id }, { to: 'cancelled', actor: 'guest' }),
    create: (
      url: string,
      { events = [...WebhookEventType.options], venueId = 1 }: Partial<NewWebhook & { venueId: number }> = {},
    ): Promise<WebhookWithSecret> => createWebhook({ database, box }, venueId, { url, events }),
    start(options: { receivers?: Receivers; log?: Log } = {}): Worker {
      const sender = startSender({
        database,
        box,
        receivers: createReceivers({ allowPrivate: true }),
        log: silentLog,
        pollMs: 50,
        ...options,
      });
      senders.add(sender);
      return sender;
    },
    deliveries: (webhook: { id: string }) =>
      database.webhookDelivery.findMany({ where: { webhookId: webhook.id }, orderBy: { createdAt: 'asc' } }),
    /** Makes all queued deliveries due. */
    skipWaits: () =>
      database.$executeRaw`UPDATE booking.webhook_delivery SET next_at = now() WHERE status = 'queued'`,
    async stopSenders() {
      await Promise.all([...senders].map((sender) => sender.stop()));
      senders.clear();
    },
    /** Starts a receiver that runs until `clear`. */
    async newReceiver(answer?: Receiver['answer']): Promise<Receiver> {
      const one = await startReceiver(answer);
      receivers.push(one);
      return one;
    },
    received: (count: number, of: Receiver) =>
      eventually(`${count} received, not ${of.received.length}`, () => of.received.length >= count),
    settled(webhook: { id: string }, status: string) {
      return eventually(`all ${status}`, async () =>
        (await this.deliveries(webhook)).every((delivery) => delivery.status === status),
      );
    },
    /** Queues a number of test deliveries for a webhook. */
    queue: (webhook: { id: string }, venueId: number, count: number) => database.$executeRaw`
      INSERT INTO booking.webhook_delivery (venue_id, id, webhook_id, event_id, type, payload)
      SELECT ${venueId}, gen_random_uuid(), ${webhook.id}::uuid, gen_random_uuid(), 'webhook.test',
        '{"type": "webhook.test", "timestamp": "2030-01-01T00:00:00.000Z", "data": {}}'
      FROM generate_series(1, ${count}::int)`,
    /** Stops senders and receivers and deletes all webhooks. */
    async clear() {
      await this.stopSenders();
      await database.$executeRaw`TRUNCATE booking.webhook, booking.webhook_delivery`;
      await Promise.all(receivers.splice(0).map((one) => one.stop()));
    },
    async close() {
      await this.stopSenders();
      await bookings.close();
    },
  };
}

export type TestWebhooks = Awaited<ReturnType<typeof openTestWebhooks>>;
