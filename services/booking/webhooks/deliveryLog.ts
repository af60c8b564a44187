import { randomUUID } from 'node:crypto';
import { fail } from '@venue-booking/proto/failures';
import type {
  DeliveriesQuery,
  OfWebhook,
  WebhookDelivery,
  WebhookPayload,
} from '@venue-booking/proto/webhook';
import type { BookingDatabase, BookingTx } from '../database.ts';
import type { WebhookDelivery as Row } from '../gen/prisma/client.ts';
import { getWebhook } from './webhookStore.ts';

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

/** A webhook's deliveries, newest first. @throws `webhook_not_found`; `delivery_not_found` when it does not have `before` */
export async function listDeliveries(
  database: BookingDatabase,
  of: OfWebhook,
  { status, before, limit }: DeliveriesQuery,
): Promise<WebhookDelivery[]> {
  await getWebhook(database, of);
  const ofThis = { venueId: of.venueId, webhookId: of.id };
  const last = before && (await database.webhookDelivery.findFirst({ where: { ...ofThis, id: before } }));
  if (last === null) throw fail('delivery_not_found');
  const rows = await database.webhookDelivery.findMany({
    where: {
      ...ofThis,
      ...(status && { status }),
      ...(last && {
        OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }],
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return rows.map(toDelivery);
}

/** Queues a delivery that says nothing of any booking. @throws `webhook_not_found`, `validation` when it is switched off */
export const queueTest = (database: BookingDatabase, of: OfWebhook): Promise<WebhookDelivery> =>
  database.$transaction(async (tx) => {
    await requireActive(tx, of);
    const payload: WebhookPayload = { type: 'webhook.test', timestamp: new Date().toISOString(), data: {} };
    const row = await tx.webhookDelivery.create({
      data: {
        venueId: of.venueId,
        id: randomUUID(),
        webhookId: of.id,
        eventId: randomUUID(),
        type: payload.type,
        payload,
      },
    });
    return toDelivery(row);
  });

/**
 * Queues a delivery again, whatever became of it, under the same id.
 * @throws `webhook_not_found`, `delivery_not_found`, `validation` when the webhook is switched off
 */
export const replayDelivery = (
  database: BookingDatabase,
  of: OfWebhook,
  deliveryId: string,
): Promise<WebhookDelivery> =>
  database.$transaction(async (tx) => {
    const where = { venueId: of.venueId, webhookId: of.id, id: deliveryId };
    await getWebhook(tx, of);
    if (!(await tx.webhookDelivery.findFirst({ where }))) throw fail('delivery_not_found');
    await requireActive(tx, of);
    const now = new Date();
    const [row] = await tx.webhookDelivery.updateManyAndReturn({
      where,
      data: {
        status: 'queued',
        attempts: 0,
        nextAt: now,
        queuedAt: now,
        responseStatus: null,
        lastError: null,
        deliveredAt: null,
      },
    });
    if (!row) throw fail('delivery_not_found');
    return toDelivery(row);
  });

/** Holds a webhook against being switched off until the transaction ends, so that nothing is left queued for an inactive one. */
async function requireActive(tx: BookingTx, { venueId, id }: OfWebhook): Promise<void> {
  const [row] = await tx.$queryRaw<{ active: boolean }[]>`
    SELECT active FROM booking.webhook WHERE venue_id = ${venueId} AND id = ${id}::uuid FOR SHARE`;
  if (!row) throw fail('webhook_not_found');
  if (!row.active) throw fail('validation', { detail: 'the webhook is not active' });
}
