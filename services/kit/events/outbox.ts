import type { StoredEvent } from '@venue-booking/proto/events';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { batchCalls } from '../concurrency/batchCalls.ts';
import { createThrottle } from '../concurrency/throttle.ts';
import type { Log } from '../logging/log.ts';
import type { Delivery, Messaging } from '../messaging/messaging.ts';
import type { Sql } from '../postgres/sql.ts';
import { COLLECT_MS, startWorker, type Worker } from '../scheduling/worker.ts';
import { currentTraceparent } from '../tracing/spans.ts';
import { inEventSpan } from './eventSpans.ts';
import { outboxStore } from './outboxStore.ts';

/**
 * The transactional outbox of a service. The table `<service>.outbox` is written in the transaction of the
 * change; a relay then publishes the rows. Published rows are kept for a week, to publish them again if the
 * broker loses its storage.
 */

/** Maximum number of events per claim. */
const BATCH = 100;
/** Maximum number of events of one subject being published at once. */
const SUBJECT_ROOM = 256;
/** Longer than the timeout of a publication. The rest of the stop budget is for calls in progress. */
const DRAIN_MS = 6000;
const STORAGE_CHECK_MS = 5000;

/** Inserts events into the outbox of `service` in the caller's transaction. Returns their ids, in order. */
export async function appendEvents(tx: Sql, service: ServiceName, events: StoredEvent[]): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
    `INSERT INTO ${service}.outbox (subject, payload, traceparent)
     SELECT it->>'subject', it->'payload', $2::text
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS e(it, n) ORDER BY n
     RETURNING id::text`,
    JSON.stringify(events),
    currentTraceparent(),
  );
  return rows.map(({ id }) => id);
}

/**
 * Publishes the rows of a service's outbox, each at least once. Rows are published concurrently, so that a
 * slow one delays no other; in single-process mode publishing takes as long as the consumers do. Any number
 * of relays may run.
 */
export function startRelay(deps: {
  database: Sql;
  service: ServiceName;
  messaging: Messaging;
  log: Log;
  pollMs?: number;
  /** How long the relay waits after a wake-up, so that events of a burst share a claim. */
  collectMs?: number;
}): Worker {
  const { database, service, messaging, log, pollMs, collectMs = 0 } = deps;
  const store = outboxStore(database, service);
  // Limit the warnings: while the broker is away, thousands of events fail.
  const mayLog = createThrottle(10_000);
  let storageCheckedAt = Number.NEGATIVE_INFINITY;

  const recordOutcome = batchCalls(
    async (outcomes: ({ id: string; failed: boolean } | null)[]) => {
      const done = outcomes.filter((it) => it !== null);
      const idsOf = (failed: boolean) => done.filter((it) => it.failed === failed).map(({ id }) => id);
      const [good, bad] = [idsOf(false), idsOf(true)];
      try {
        if (good.length > 0) await store.markPublished(good);
        if (bad.length > 0) await store.delayRetry(bad);
      } catch (error) {
        log.warn({ err: error }, 'outbox: outcomes not recorded, events will be published again');
      }
    },
    { collectMs: COLLECT_MS },
  );

  /** Publishes all kept events again if the broker has lost its storage. */
  const checkStorage = async () => {
    const storage = await messaging.storageId(service);
    // First record the events that the old storage took as published. Only published events are published
    // again.
    await recordOutcome(null);
    const republished = await store.recordStorage(storage);
    if (republished > 0)
      log.warn({ events: republished }, 'the broker lost its storage: publishing all kept events again');
    storageCheckedAt = performance.now();
  };

  const claim = async (room: number, underWay: readonly Delivery[]) => {
    const perSubject = Map.groupBy(underWay, ({ subject }) => subject);
    const full = [...perSubject].filter(([, events]) => events.length >= SUBJECT_ROOM);
    // Don't claim while disconnected: each failed attempt would lengthen the backoff past the broker's
    // return.
    if (!messaging.healthy()) return [];
    try {
      if (performance.now() - storageCheckedAt > STORAGE_CHECK_MS) await checkStorage();
      return await store.claim(room, {
        ids: underWay.map(({ id }) => id),
        subjects: full.map(([subject]) => subject),
      });
    } catch (error) {
      storageCheckedAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  };

  const publish = async (event: Delivery) => {
    let failed = false;
    try {
      await inEventSpan('publish', event, (traced) => messaging.publish(service, traced));
    } catch (error) {
      failed = true;
      const { subject, attempt } = event;
      if (mayLog(subject)) log.warn({ err: error, subject, attempt }, 'event not published, will retry');
    }
    await recordOutcome({ id: event.id, failed });
  };

  return startWorker<Delivery>({
    name: 'outbox',
    claim,
    work: publish,
    maxConcurrent: () => Number.POSITIVE_INFINITY,
    maxClaim: BATCH,
    limits: [{ keyOf: ({ subject }) => subject, maximum: SUBJECT_ROOM }],
    drainMs: DRAIN_MS,
    collectMs,
    log,
    ...(pollMs !== undefined && { pollMs }),
  });
}
