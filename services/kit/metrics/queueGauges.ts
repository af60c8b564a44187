import type { ServiceName } from '@venue-booking/proto/subjects';
import type { Sql } from '../postgres/sql.ts';
import type { Log } from '../process/log.ts';
import { lookedUpGauges } from './lookedUpGauges.ts';
import type { Metrics } from './metrics.ts';

/** More than this is not counted, so that looking costs the same however much waits. */
const MOST = 10_000;

/**
 * How much waits in the tables of a service, and since when. Replicas look at the same tables, so they say
 * the same.
 * @param queues by name: the statement that selects since when each item waits. It must find them by an
 * index, and at best those first that wait longest, as at most 10,000 are looked at
 */
export function measureQueues(
  deps: { metrics: Metrics; database: Sql; log: Log },
  queues: Record<string, string>,
): void {
  const statement = Object.entries(queues)
    .map(
      ([queue, instants]) =>
        `SELECT '${queue}' AS queue, count(*)::int AS items,
           greatest(0, coalesce(extract(epoch FROM now() - min(since)), 0))::float AS age
         FROM (${instants} LIMIT ${MOST}) AS waiting(since)`,
    )
    .join(' UNION ALL ');
  lookedUpGauges(
    { ...deps, labelNames: ['queue'] },
    {
      venue_booking_queue_items: `What waits in a queue of the database, counted up to ${MOST}`,
      venue_booking_queue_oldest_age_seconds: 'How long the oldest of it waits; 0 when nothing does',
    },
    async () => {
      const rows =
        await deps.database.$queryRawUnsafe<{ queue: string; items: number; age: number }[]>(statement);
      return rows.flatMap(({ queue, items, age }) => [
        { name: 'venue_booking_queue_items', labels: { queue }, value: items },
        { name: 'venue_booking_queue_oldest_age_seconds', labels: { queue }, value: age },
      ]);
    },
  );
}

/** Events that are not published yet. */
export const outboxQueue = (service: ServiceName): string =>
  `SELECT created_at FROM ${service}.outbox WHERE published_at IS NULL ORDER BY seq`;

/** Events that were put aside. */
export const deadLetterQueue = (service: ServiceName): string =>
  `SELECT created_at FROM ${service}.dead_letter`;
