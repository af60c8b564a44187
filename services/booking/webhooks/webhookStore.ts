import { randomBytes, randomUUID } from 'node:crypto';
import type { SecretBox } from '@venue-booking/kit/secrets/secretBox';
import {
  type NewWebhook,
  type OfWebhook,
  PREVIOUS_SECRET_HOURS,
  type Webhook,
  type WebhookPatch,
  type WebhookWithSecret,
} from '@venue-booking/proto/booking/webhook';
import { fail } from '@venue-booking/proto/failures';
import { withoutUndefined } from '@venue-booking/proto/primitives';
import type { BookingDatabase, BookingTx } from '../database.ts';
import type { Prisma, Webhook as Row } from '../gen/prisma/client.ts';

const MAX_WEBHOOKS = 20;

/** The context that a webhook's secret is sealed with. */
export const contextOf = ({ venueId, id }: OfWebhook): string => `webhook:${venueId}:${id}`;

/** 32 random bytes in the specification's format (https://www.standardwebhooks.com). */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const toWebhook = ({ id, url, eventTypes, active, createdAt }: Row): Webhook => ({
  id,
  url,
  events: eventTypes as Webhook['events'],
  active,
  created_at: createdAt.toISOString(),
});

/**
 * Saves a webhook whose URL has been checked.
 * @throws `unavailable` until this service has the venue's first event, `validation` at the maximum per venue
 */
export async function createWebhook(
  { database, box }: { database: BookingDatabase; box: SecretBox },
  venueId: number,
  { url, events }: NewWebhook,
): Promise<WebhookWithSecret> {
  const id = randomUUID();
  const secret = newSecret();
  return database.$transaction(async (tx) => {
    // Concurrent creations are counted one after the other. This lock does not block the venue's bookings.
    const venues = await tx.$queryRaw<unknown[]>`
      SELECT FROM booking.venue WHERE id = ${venueId} FOR NO KEY UPDATE`;
    if (venues.length === 0) throw fail('unavailable');
    if ((await tx.webhook.count({ where: { venueId } })) >= MAX_WEBHOOKS)
      throw fail('validation', { detail: `a venue has at most ${MAX_WEBHOOKS} webhooks: delete one first` });
    const row = await tx.webhook.create({
      data: { venueId, id, url, eventTypes: events, secret: box.seal(secret, contextOf({ venueId, id })) },
    });
    return { ...toWebhook(row), secret };
  });
}

/** A venue's webhooks, oldest first. */
export async function listWebhooks(database: BookingDatabase, venueId: number): Promise<Webhook[]> {
  const rows = await database.webhook.findMany({
    where: { venueId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toWebhook);
}

/** @throws `webhook_not_found`, like the functions below */
export async function getWebhook(database: Prisma.TransactionClient, of: OfWebhook): Promise<Webhook> {
  const row = await database.webhook.findUnique({ where: { venueId_id: of } });
  if (!row) throw fail('webhook_not_found');
  return toWebhook(row);
}

/** Switching a webhook off fails its queued deliveries. A new URL makes them due at once. */
export async function patchWebhook(
  database: BookingDatabase,
  of: OfWebhook,
  { url, events, active }: WebhookPatch,
): Promise<Webhook> {
  return database.$transaction(async (tx) => {
    const data = withoutUndefined({ url, eventTypes: events, active });
    const { count } = await tx.webhook.updateMany({ where: of, data });
    if (count === 0) throw fail('webhook_not_found');
    if (active === false) await failQueued(tx, of);
    else if (url !== undefined) await retryNow(tx, of);
    return getWebhook(tx, of);
  });
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(database: BookingDatabase, of: OfWebhook): Promise<Webhook> {
  const webhook = await getWebhook(database, of);
  const { count } = await database.webhook.deleteMany({ where: of });
  if (count === 0) throw fail('webhook_not_found');
  return webhook;
}

/** Replaces a webhook's secret. The previous one also signs for 24 h; any older one stops at once. */
export async function rotateSecret(
  { database, box }: { database: BookingDatabase; box: SecretBox },
  of: OfWebhook,
): Promise<WebhookWithSecret> {
  const secret = newSecret();
  const changed = await database.$executeRaw`
    UPDATE booking.webhook SET previous_secret = secret, secret = ${box.seal(secret, contextOf(of))},
      previous_until = now() + ${PREVIOUS_SECRET_HOURS} * interval '1 hour'
    WHERE venue_id = ${of.venueId} AND id = ${of.id}::uuid`;
  if (changed === 0) throw fail('webhook_not_found');
  return { ...(await getWebhook(database, of)), secret };
}

/** Switches off a webhook whose receiver is gone, unless its URL has changed meanwhile. */
export async function deactivateWebhook(
  database: BookingDatabase,
  of: OfWebhook,
  url: string,
): Promise<void> {
  await database.$transaction(async (tx) => {
    const { count } = await tx.webhook.updateMany({ where: { ...of, url }, data: { active: false } });
    if (count > 0) await failQueued(tx, of);
  });
}

export const NOT_ACTIVE = 'webhook is not active';

/** Attempts in progress are skipped: if one needs a retry, the next attempt finds the webhook inactive. */
const failQueued = (tx: Prisma.TransactionClient, { venueId, id }: OfWebhook) =>
  tx.webhookDelivery.updateMany({
    where: { venueId, webhookId: id, status: 'queued', claimId: null },
    data: { status: 'failed', lastError: NOT_ACTIVE },
  });

const retryNow = (tx: BookingTx, { venueId, id }: OfWebhook) => tx.$executeRaw`
  UPDATE booking.webhook_delivery SET next_at = now()
  WHERE venue_id = ${venueId} AND webhook_id = ${id}::uuid AND status = 'queued' AND claim_id IS NULL AND next_at > now()`;
