import { createAlarm } from '@venue-booking/kit/process/alarm';
import type { Log } from '@venue-booking/kit/process/log';
import type { SecretBox } from '@venue-booking/kit/secretBox';
import type { BookingDatabase } from '../database.ts';
import { deliver, isGone } from './deliver.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  forgetOldDeliveries,
  releaseDelivery,
  settleDelivery,
} from './deliveryQueue.ts';
import type { Receivers } from './safeRequest.ts';
import { deactivateWebhook } from './webhookStore.ts';

/** Attempts under way at once: in all, for one webhook, and for all webhooks of one venue. */
const BOUNDS = { all: 64, perWebhook: 2, perVenue: 8 };
/** How long a stop waits for answers before it breaks the attempts off. */
const STOP_GRACE_MS = 2000;
const CLEAN_UP_MS = 3600_000;

export type Sender = {
  /** Says that there is something to send, so that it does not wait for the next poll. */
  wake(): void;
  stop(): Promise<void>;
};

/** Sends what is queued for webhooks, each at least once, until stopped. Any number of senders may run. */
export function startSender(deps: {
  database: BookingDatabase;
  box: SecretBox;
  receivers: Receivers;
  log: Log;
  pollMs?: number;
}): Sender {
  const { database, log, pollMs = 1000 } = deps;
  const underWay = new Map<ClaimedDelivery, Promise<void>>();
  const breakOff = new AbortController();
  let stopped = false;
  const alarm = createAlarm();
  let cleanedAt = 0;

  const attempt = async (claimed: ClaimedDelivery) => {
    try {
      await tryOnce(deps, claimed, breakOff.signal);
    } catch (error) {
      log.warn({ err: error }, 'webhook delivery not settled, will be tried again');
    } finally {
      underWay.delete(claimed);
      alarm.ring();
    }
  };

  const run = async () => {
    while (!stopped) {
      alarm.reset();
      try {
        const free = BOUNDS.all - underWay.size;
        const claimed =
          free > 0 ? await claimDeliveries(database, [...underWay.keys()], { free, ...BOUNDS }) : [];
        for (const delivery of claimed) underWay.set(delivery, attempt(delivery));
        if (Date.now() - cleanedAt > CLEAN_UP_MS) {
          await forgetOldDeliveries(database);
          cleanedAt = Date.now();
        }
      } catch (error) {
        if (!stopped) log.warn({ err: error }, 'webhooks: will try again');
      }
      if (!stopped) await alarm.sleep(pollMs);
    }
  };
  const running = run();

  return {
    wake: alarm.ring,
    async stop() {
      stopped = true;
      alarm.ring();
      await running;
      const timer = setTimeout(() => breakOff.abort(), STOP_GRACE_MS);
      await Promise.allSettled(underWay.values());
      clearTimeout(timer);
    },
  };
}

async function tryOnce(
  deps: Parameters<typeof startSender>[0],
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
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
