import type { Log } from '@venue-booking/kit/logging/log';
import { COLLECT_MS, startWorker, type Worker } from '@venue-booking/kit/scheduling/worker';
import { deliver, isGone } from './deliver.ts';
import { type ClaimedDelivery, claimDeliveries, releaseDelivery, settleDelivery } from './deliveryQueue.ts';
import type { WebhookDeps } from './router.ts';
import { deactivateWebhook } from './webhookStore.ts';

/** Maximum concurrent attempts: in total, per webhook, and per venue. */
const LIMITS = { all: 64, perWebhook: 2, perVenue: 8 };
/** How long a stop waits for responses before it aborts the attempts. */
const STOP_GRACE_MS = 2000;

/** Sends queued webhook deliveries, each at least once, until stopped. Any number of senders may run. */
export function startSender(deps: SenderDeps): Worker {
  const { database, log } = deps;
  return startWorker<ClaimedDelivery>({
    ...{ name: 'webhooks', collectMs: COLLECT_MS, drainMs: STOP_GRACE_MS, pollMs: deps.pollMs ?? 1000, log },
    maxConcurrent: () => LIMITS.all,
    limits: [
      { keyOf: ({ webhookId }) => webhookId, maximum: LIMITS.perWebhook },
      { keyOf: ({ venueId }) => venueId, maximum: LIMITS.perVenue },
    ],
    claim: (free, inProgress) => claimDeliveries(database, inProgress, { free, ...LIMITS }),
    work: (claimed, signal) => tryOnce(deps, claimed, signal),
  });
}

type SenderDeps = Omit<WebhookDeps, 'wakeSender'> & { log: Log; pollMs?: number };

async function tryOnce(deps: SenderDeps, claimed: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const { database } = deps;
  try {
    const outcome = await deliver(deps, claimed, signal);
    await settleDelivery(database, claimed, outcome);
    if (isGone(outcome))
      await deactivateWebhook(database, { venueId: claimed.venueId, id: claimed.webhookId }, claimed.url);
  } catch (error) {
    if (!signal.aborted) throw error;
    await releaseDelivery(database, claimed);
  }
}
