import { setTimeout as sleep } from 'node:timers/promises';
import { type EventOf, type EventSubject, readEvent } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { deadlineOfCall } from '../messaging/callContext.ts';
import type { Consumer, Delivery, ReplayableConsumer } from '../messaging/messaging.ts';
import type { OldRows } from '../postgres/forgetting.ts';
import { isPassingFault } from '../postgres/passingFault.ts';
import type { Database, Sql } from '../postgres/sql.ts';
import { gathered } from '../process/gathered.ts';
import type { Log } from '../process/log.ts';
import { createPutAside } from './putAside.ts';

/** Kept for longer than an event can come again: outbox and broker have it for a week. */
export const oldInbox = (service: ServiceName): OldRows => ({
  table: `${service}.inbox`,
  column: 'applied_at',
  keep: '30 days',
});
/** Longest wait for an event to be applied. */
const APPLY_BUDGET_MS = 4000;

/** What an event does, by its subject; `eventId` is the same at every delivery of it. */
export type Handlers<Tx extends Sql> = {
  [S in EventSubject]?: (tx: Tx, event: EventOf<S>, eventId: string) => Promise<void>;
};

/**
 * What events of one subject do together, without an inbox and a transaction: they may take effect twice, and
 * in part, as the rest then follows.
 */
export type Batches<Tx extends Sql> = {
  [S in EventSubject]?: (tx: Tx, events: EventOf<S>[]) => Promise<void>;
};

/** Events that are applied in one transaction at most. */
const MOST_TOGETHER = 50;

/**
 * A consumer whose effects happen once per event: the row in `<service>.inbox` is written in the transaction
 * of the effect. Events that wait together share one; when it fails, each is applied alone. What fails again
 * and again by itself is put aside as a dead letter.
 * @param deps.afterwards what to do when a delivery has taken effect, or was put aside
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
  const putAside = createPutAside(deps);

  const takeTogether = async (deliveries: Delivery[], batches: Batches<Tx>): Promise<void> => {
    for (const [subject, those] of Map.groupBy(deliveries, (delivery) => delivery.subject)) {
      const events = those.map(({ payload }) => readEvent(subject, payload));
      await (batches[subject] as Batch<Tx>)(database, events);
    }
  };
  const takeOnce = (deliveries: Delivery[]): Promise<void> =>
    database.$transaction(async (tx) => {
      const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
        `INSERT INTO ${service}.inbox (event_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING RETURNING event_id::text AS id`,
        deliveries.map(({ id }) => id),
      );
      const fresh = new Set(rows.map(({ id }) => id));
      for (const { id, subject, payload } of deliveries)
        if (fresh.delete(id)) await (handlers[subject] as Handler<Tx>)(tx, readEvent(subject, payload), id);
    });
  const applyTogether = async (deliveries: Delivery[]): Promise<undefined> => {
    await (batches ? takeTogether(deliveries, batches) : takeOnce(deliveries));
  };
  const apply = gathered(applyTogether, {
    most: MOST_TOGETHER,
    alone: (error) => !isPassingFault(error),
  });
  return {
    name: service,
    from,
    subjects: Object.keys(batches ?? handlers) as EventSubject[],
    apply,
    async handle(delivery) {
      await apply(delivery).catch((error: unknown) => putAside(delivery, error));
      await afterwards?.(delivery);
    },
  };
}

type Handler<Tx> = (tx: Tx, event: EventOf<EventSubject>, eventId: string) => Promise<void>;
type Batch<Tx> = (tx: Tx, events: EventOf<EventSubject>[]) => Promise<void>;

/** Waits until events have taken effect here, whichever replica applied them. @throws `not_in_force` */
export async function awaitApplied(database: Sql, service: ServiceName, eventIds: string[]): Promise<void> {
  const until = Math.min(Date.now() + APPLY_BUDGET_MS, deadlineOfCall() - 200);
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
