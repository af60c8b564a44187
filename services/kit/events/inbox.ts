import { setTimeout as sleep } from 'node:timers/promises';
import { type EventOf, type EventSubject, readEvent } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { batchCalls } from '../concurrency/batchCalls.ts';
import { callDeadline } from '../concurrency/callContext.ts';
import { isTransientError } from '../errors/transientError.ts';
import type { Log } from '../logging/log.ts';
import type { Consumer, Delivery, ReplayableConsumer } from '../messaging/messaging.ts';
import type { RetentionRule } from '../postgres/retention.ts';
import type { Database, Sql } from '../postgres/sql.ts';
import { inEventSpan, inTraceOf } from './eventSpans.ts';
import { createFailedEventHandler } from './failedEvents.ts';

/** Longer than an event can be redelivered: outbox and broker keep events for a week. */
export const inboxRetention = (service: ServiceName): RetentionRule => ({
  table: `${service}.inbox`,
  column: 'applied_at',
  maxAge: '30 days',
});
/** Longest wait for an event to be applied. */
const APPLY_BUDGET_MS = 4000;

/** Handlers of events, by subject. `eventId` is the same for every delivery of an event. */
export type Handlers<Tx extends Sql> = {
  [S in EventSubject]?: (tx: Tx, event: EventOf<S>, eventId: string) => Promise<void>;
};

/**
 * Handlers that apply several events of one subject together, without an inbox or a transaction. They must be
 * idempotent: a batch can be applied twice, or in part and then again in full.
 */
export type Batches<Tx extends Sql> = {
  [S in EventSubject]?: (tx: Tx, events: EventOf<S>[]) => Promise<void>;
};

/** Maximum number of events per transaction. */
const MAX_BATCH = 50;

/**
 * A consumer that applies each event once: the row in `<service>.inbox` is written in the transaction of the
 * handler. Events that arrive together share one transaction. When it fails, each is applied alone. An event
 * that keeps failing becomes a dead letter.
 * @param deps.afterwards runs after a delivery was applied or became a dead letter
 */
export function inboxConsumer<Tx extends Sql>(
  deps: {
    database: Database<Tx> & Tx;
    service: ServiceName;
    from: ServiceName;
    afterwards?: Consumer['handle'];
    log: Log;
  } & ({ handlers: Handlers<Tx>; batches?: never } | { handlers?: never; batches: Batches<Tx> }),
): ReplayableConsumer {
  const { database, service, from, handlers = {}, batches, afterwards } = deps;
  const handleFailure = createFailedEventHandler(deps);

  const applyBatches = async (deliveries: Delivery[], batches: Batches<Tx>): Promise<void> => {
    for (const [subject, those] of Map.groupBy(deliveries, (delivery) => delivery.subject)) {
      const events = those.map(({ payload }) => readEvent(subject, payload));
      await (batches[subject] as Batch<Tx>)(database, events);
    }
  };
  const applyOnce = (deliveries: Delivery[]): Promise<void> =>
    database.$transaction(async (tx) => {
      const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
        `INSERT INTO ${service}.inbox (event_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING RETURNING event_id::text AS id`,
        deliveries.map(({ id }) => id),
      );
      const fresh = new Set(rows.map(({ id }) => id));
      for (const delivery of deliveries) {
        const { id, subject, payload } = delivery;
        const handle = () => (handlers[subject] as Handler<Tx>)(tx, readEvent(subject, payload), id);
        // The transaction runs in the context of one of the deliveries.
        if (fresh.delete(id)) await inTraceOf(delivery, handle);
      }
    });
  const applyAll = async (deliveries: Delivery[]): Promise<undefined> => {
    await (batches ? applyBatches(deliveries, batches) : applyOnce(deliveries));
  };
  const apply = batchCalls(applyAll, {
    maxBatch: MAX_BATCH,
    retryAlone: (error) => !isTransientError(error),
  });
  return {
    name: service,
    from,
    subjects: Object.keys(batches ?? handlers) as EventSubject[],
    apply,
    handle: (delivery) =>
      inEventSpan('consume', delivery, async (traced) => {
        await apply(traced).catch((error: unknown) => handleFailure(delivery, error));
        await afterwards?.(delivery);
      }),
  };
}

type Handler<Tx> = (tx: Tx, event: EventOf<EventSubject>, eventId: string) => Promise<void>;
type Batch<Tx> = (tx: Tx, events: EventOf<EventSubject>[]) => Promise<void>;

/** Waits until some replica of this service has applied the events. @throws `not_in_force` */
export async function awaitApplied(database: Sql, service: ServiceName, eventIds: string[]): Promise<void> {
  const until = Math.min(Date.now() + APPLY_BUDGET_MS, callDeadline() - 200);
  for (;;) {
    const [row] = await database.$queryRawUnsafe<{ applied: bigint }[]>(
      `SELECT count(*) AS applied FROM ${service}.inbox WHERE event_id = ANY($1::uuid[])`,
      eventIds,
    );
    if (Number(row?.applied) === eventIds.length) return;
    if (Date.now() > until) throw fail('not_in_force');
    await sleep(10);
  }
}
