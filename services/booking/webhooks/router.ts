import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import type { SecretBox } from '@venue-booking/kit/secrets/secretBox';
import { DeliveriesQuery, NewWebhook, OfWebhook, WebhookPatch } from '@venue-booking/proto/booking/webhook';
import { fail } from '@venue-booking/proto/failures';
import { VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import type { BookingDatabase } from '../database.ts';
import { listDeliveries, queueTest, replayDelivery } from './deliveryLog.ts';
import { ReceiverRejected } from './receiverUrl.ts';
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
  /** Wakes the sender after a delivery was queued. */
  wakeSender: () => void;
};

/** Calls for a venue's webhooks. */
export function webhookRouter(deps: WebhookDeps) {
  const { database } = deps;
  const thenWake = async <T>(queued: Promise<T>): Promise<T> => {
    const answer = await queued;
    deps.wakeSender();
    return answer;
  };
  return t.router({
    create: mutation(z.object({ venueId: VenueId, webhook: NewWebhook }), async ({ venueId, webhook }) => {
      await requireReceiver(deps, webhook.url);
      return createWebhook(deps, venueId, webhook);
    }),
    list: query(z.object({ venueId: VenueId }), (input) => listWebhooks(database, input.venueId)),
    get: query(OfWebhook, (input) => getWebhook(database, input)),
    patch: mutation(z.object({ of: OfWebhook, patch: WebhookPatch }), async ({ of, patch }) => {
      await getWebhook(database, of);
      if (patch.url !== undefined) await requireReceiver(deps, patch.url);
      return thenWake(patchWebhook(database, of, patch));
    }),
    delete: mutation(OfWebhook, (input) => deleteWebhook(database, input)),
    rotateSecret: mutation(OfWebhook, (input) => rotateSecret(deps, input)),
    test: mutation(OfWebhook, (input) => thenWake(queueTest(database, input))),
    deliveries: query(z.object({ of: OfWebhook, query: DeliveriesQuery }), ({ of, query }) =>
      listDeliveries(database, of, query),
    ),
    replay: mutation(z.object({ of: OfWebhook, deliveryId: z.uuid() }), ({ of, deliveryId }) =>
      thenWake(replayDelivery(database, of, deliveryId)),
    ),
  });
}

/** @throws `validation` with the reason why a URL is not allowed */
async function requireReceiver({ receivers }: WebhookDeps, url: string): Promise<void> {
  try {
    await receivers.check(url);
  } catch (error) {
    if (error instanceof ReceiverRejected) throw fail('validation', { detail: `url: ${error.message}` });
    throw error;
  }
}
