import { type EventOf, type EventSubject, readEvent } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { currentCall } from './callContext.ts';
import type { Log } from './log.ts';
import type { Consumer } from './messaging.ts';
import type { Database, Sql } from './sql.ts';

/** Deliveries after which an event is put aside as a dead letter. */
const MAX_DELIVER = 8;
/** Longest wait for an event to be applied. */
const APPLY_BUDGET_MS = 4000;

/** What to do for each event; `id` is the event's own, the same however often it is delivered. */
type Handlers<Tx extends Sql> = {
  [S in EventSubject]?: (tx: Tx, event: EventOf<S>, id: string) => Promise<void>;
};

/**
 * A consumer whose effects happen once per event: the row in `<service>.inbox` is written in the transaction of the effect.
 * What fails {@link MAX_DELIVER} times is kept in `<service>.dead_letter` for a person to look at.
 */
export function inboxConsumer<Tx extends Sql>(deps: {
  database: Database<Tx>;
  service: ServiceName;
  from: ServiceName;
  handlers: Handlers<Tx>;
  log: Log;
}): Consumer {
  const { database, service, from, handlers, log } = deps;
  return {
    name: service,
    from,
    subjects: Object.keys(handlers) as EventSubject[],
    async handle({ id, subject, payload, attempt }) {
      try {
        await database.$transaction(async (tx) => {
          const fresh = await tx.$executeRawUnsafe(
            `INSERT INTO ${service}.inbox (event_id) VALUES ($1::uuid) ON CONFLICT DO NOTHING`,
            id,
          );
          if (fresh === 0) return;
          const handler = handlers[subject] as (
            tx: Tx,
            event: EventOf<EventSubject>,
            id: string,
          ) => Promise<void>;
          await handler(tx, readEvent(subject, payload), id);
        });
      } catch (error) {
        if (attempt < MAX_DELIVER) throw error;
        log.error({ err: error, subject, id }, 'event put aside as a dead letter');
        await database.$executeRawUnsafe(
          `INSERT INTO ${service}.dead_letter (event_id, subject, payload, error) VALUES ($1::uuid, $2, $3::jsonb, $4)
           ON CONFLICT (event_id) DO NOTHING`,
          id,
          subject,
          JSON.stringify(payload),
          error instanceof Error ? error.message.slice(0, 2000) : 'unknown',
        );
      }
    },
  };
}

/**
 * Waits until events have taken effect in this service, whichever replica applied them.
 * @throws the failure `not_in_force` when that takes too long.
 */
export async function awaitApplied(database: Sql, service: ServiceName, eventIds: string[]): Promise<void> {
  const until = Math.min(
    Date.now() + APPLY_BUDGET_MS,
    (currentCall()?.deadlineAt ?? Number.POSITIVE_INFINITY) - 200,
  );
  for (;;) {
    const [row] = await database.$queryRawUnsafe<{ applied: bigint }[]>(
      `SELECT count(*) AS applied FROM ${service}.inbox WHERE event_id = ANY($1::uuid[])`,
      eventIds,
    );
    if (Number(row?.applied) === eventIds.length) return;
    if (Date.now() > until) throw fail('not_in_force');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
