import { t } from '@venue-booking/kit/messaging/rpc';
import type { SecretBox } from '@venue-booking/kit/secretBox';
import { fail } from '@venue-booking/proto/failures';
import { VenueId } from '@venue-booking/proto/primitives';
import { DeliveriesQuery, NewWebhook, OfWebhook, WebhookPatch } from '@venue-booking/proto/webhook';
import { z } from 'zod';
import type { BookingDatabase } from '../database.ts';
import { listDeliveries, queueTest, replayDelivery } from './deliveryLog.ts';
import { ReceiverRefused } from './receiverUrl.ts';
import type { Receivers } from './safeRequest.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  patchWebhook,
  rotateSecret,
} from './webhookStore.ts';

export type WebhookDeps = {
  database: BookingDatabase;
  box: SecretBox;
  receivers: Receivers;
  /** Says that something was queued. */
  wakeSender: () => void;
};

/** What booking answers about a venue's webhooks. */
export function webhookRouter(deps: WebhookDeps) {
  const { database } = deps;
  const thenWake = async <T>(queued: Promise<T>): Promise<T> => {
    const answer = await queued;
    deps.wakeSender();
    return answer;
  };
  return t.router({
    create: t.procedure
      .input(z.object({ venueId: VenueId, webhook: NewWebhook }))
      .mutation(async ({ input: { venueId, webhook } }) => {
        await requireReceiver(deps, webhook.url);
        return createWebhook(deps, venueId, webhook);
      }),
    list: t.procedure
      .input(z.object({ venueId: VenueId }))
      .query(({ input }) => listWebhooks(database, input.venueId)),
    get: t.procedure.input(OfWebhook).query(({ input }) => getWebhook(database, input)),
    patch: t.procedure
      .input(z.object({ of: OfWebhook, patch: WebhookPatch }))
      .mutation(async ({ input: { of, patch } }) => {
        await getWebhook(database, of);
        if (patch.url !== undefined) await requireReceiver(deps, patch.url);
        return thenWake(patchWebhook(database, of, patch));
      }),
    delete: t.procedure.input(OfWebhook).mutation(({ input }) => deleteWebhook(database, input)),
    rotateSecret: t.procedure.input(OfWebhook).mutation(({ input }) => rotateSecret(deps, input)),
    test: t.procedure.input(OfWebhook).mutation(({ input }) => thenWake(queueTest(database, input))),
    deliveries: t.procedure
      .input(z.object({ of: OfWebhook, query: DeliveriesQuery }))
      .query(({ input: { of, query } }) => listDeliveries(database, of, query)),
    replay: t.procedure
      .input(z.object({ of: OfWebhook, deliveryId: z.uuid() }))
      .mutation(({ input: { of, deliveryId } }) => thenWake(replayDelivery(database, of, deliveryId))),
  });
}

/** @throws `validation` saying why nothing would be sent to a URL */
async function requireReceiver({ receivers }: WebhookDeps, url: string): Promise<void> {
  try {
    await receivers.check(url);
  } catch (error) {
    if (error instanceof ReceiverRefused) throw fail('validation', { detail: `url: ${error.message}` });
    throw error;
  }
}
