import type { ServiceName } from '@venue-booking/proto/subjects';
import type { Log } from '../logging/log.ts';
import { cachedGauges } from '../metrics/cachedGauges.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Sql } from './sql.ts';

/** Maximum count, so that the cost of a scrape has a limit. */
const MAX_COUNTED = 10_000;

/**
 * Measures how many items are queued in tables of a service, and since when. Replicas read the same tables,
 * so they report the same values.
 * @param queues statements by name. Each selects the time since when each item waits. It must use an index
 * and should return the oldest items first, because at most 10,000 are read
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
         FROM (${instants} LIMIT ${MAX_COUNTED}) AS waiting(since)`,
    )
    .join(' UNION ALL ');
  cachedGauges(
    { ...deps, labelNames: ['queue'] },
    {
      venue_booking_queue_items: `Items in a queue of the database, counted up to ${MAX_COUNTED}`,
      venue_booking_queue_oldest_age_seconds: 'Age of the oldest item in the queue; 0 when it is empty',
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

/** Unpublished events. */
export const outboxQueue = (service: ServiceName): string =>
  `SELECT created_at FROM ${service}.outbox WHERE published_at IS NULL ORDER BY seq`;

export const deadLetterQueue = (service: ServiceName): string =>
  `SELECT created_at FROM ${service}.dead_letter`;
