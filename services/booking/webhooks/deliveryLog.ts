import { randomUUID } from 'node:crypto';
import type {
  DeliveriesQuery,
  OfWebhook,
  WebhookDelivery,
  WebhookPayload,
} from '@venue-booking/proto/booking/webhook';
import { fail } from '@venue-booking/proto/failures';
import type { BookingDatabase, BookingTx } from '../database.ts';
import type { WebhookDelivery as Row } from '../gen/prisma/client.ts';
import { getWebhook } from './webhookStore.ts';

const MAX_QUEUED_TESTS = 5;

const toDelivery = (row: Row): WebhookDelivery => ({
  id: row.id,
  type: row.type as WebhookDelivery['type'],
  status: row.status as WebhookDelivery['status'],
  attempts: row.attempts,
  response_status: row.responseStatus,
  last_error: row.lastError,
  created_at: row.createdAt.toISOString(),
  delivered_at: row.deliveredAt?.toISOString() ?? null,
  next_attempt_at: row.status === 'queued' ? row.nextAt.toISOString() : null,
  payload: row.payload as WebhookPayload,
});

/**
 * A webhook's deliveries, newest first.
 * @throws `webhook_not_found`; `delivery_not_found` if `before` is not one of its deliveries
 */
export async function listDeliveries(
  database: BookingDatabase,
  of: OfWebhook,
  { status, before, limit }: DeliveriesQuery,
): Promise<WebhookDelivery[]> {
  await getWebhook(database, of);
  const ofThis = { venueId: of.venueId, webhookId: of.id };
  // Look up by primary key; the log index would scan everything.
  const byId = before && { venueId_id: { venueId: of.venueId, id: before } };
  const last = byId ? await database.webhookDelivery.findUnique({ where: byId }) : null;
  if (byId && last?.webhookId !== of.id) throw fail('delivery_not_found');
  const rows = await database.webhookDelivery.findMany({
    where: {
      ...ofThis,
      ...(status && { status }),
      ...(last && {
        // Not an OR of two conditions, which would scan the index from its newest entry.
        createdAt: { lte: last.createdAt },
        NOT: { createdAt: last.createdAt, id: { gte: last.id } },
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return rows.map(toDelivery);
}

/**
 * Queues a test delivery.
 * @throws `webhook_not_found`, `validation` if it is switched off or too many tests are queued
 */
export const queueTest = (database: BookingDatabase, of: OfWebhook): Promise<WebhookDelivery> =>
  database.$transaction(async (tx) => {
    await requireActive(tx, of);
    const type = 'webhook.test';
    const queued = await tx.webhookDelivery.count({
      where: { venueId: of.venueId, webhookId: of.id, status: 'queued', type },
    });
    if (queued >= MAX_QUEUED_TESTS)
      throw fail('validation', {
        detail: `at most ${MAX_QUEUED_TESTS} tests of a webhook are queued at once`,
      });
    const payload: WebhookPayload = { type, timestamp: new Date().toISOString(), data: {} };
    const row = await tx.webhookDelivery.create({
      data: {
        venueId: of.venueId,
        id: randomUUID(),
        webhookId: of.id,
        eventId: randomUUID(),
        type,
        payload,
      },
    });
    return toDelivery(row);
  });

/**
 * Queues a delivery again under the same id, whatever its status.
 * @throws `webhook_not_found`, `delivery_not_found`, `validation` if the webhook is switched off
 */
export const replayDelivery = (
  database: BookingDatabase,
  of: OfWebhook,
  deliveryId: string,
): Promise<WebhookDelivery> =>
  database.$transaction(async (tx) => {
    const where = { venueId: of.venueId, webhookId: of.id, id: deliveryId };
    await requireActive(tx, of);
    await tx.$executeRaw`
      UPDATE booking.webhook_delivery
      SET status = 'queued', attempts = 0, claim_id = NULL, next_at = now(), queued_at = now(),
        response_status = NULL, last_error = NULL, delivered_at = NULL
      WHERE venue_id = ${of.venueId} AND webhook_id = ${of.id}::uuid AND id = ${deliveryId}::uuid`;
    const row = await tx.webhookDelivery.findFirst({ where });
    if (!row) throw fail('delivery_not_found');
    return toDelivery(row);
  });

/**
 * Locks a webhook until the transaction ends. It cannot be switched off meanwhile, so no delivery stays
 * queued for an inactive webhook. Concurrent tests and replays of a webhook run one after the other.
 */
async function requireActive(tx: BookingTx, { venueId, id }: OfWebhook): Promise<void> {
  const [row] = await tx.$queryRaw<{ active: boolean }[]>`
    SELECT active FROM booking.webhook WHERE venue_id = ${venueId} AND id = ${id}::uuid FOR NO KEY UPDATE`;
  if (!row) throw fail('webhook_not_found');
  if (!row.active) throw fail('validation', { detail: 'the webhook is not active' });
}
