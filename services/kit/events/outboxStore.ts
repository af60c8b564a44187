import type { ServiceName } from '@venue-booking/proto/subjects';
import type { Delivery } from '../messaging/messaging.ts';
import type { RetentionRule } from '../postgres/retention.ts';
import type { Sql } from '../postgres/sql.ts';

/** Published events are kept for a week, to publish them again if the broker loses its storage. */
export const outboxRetention = (service: ServiceName): RetentionRule => ({
  table: `${service}.outbox`,
  column: 'published_at',
  maxAge: '7 days',
});

/** The relay's statements on the table `<service>.outbox`. */
export const outboxStore = (database: Sql, service: ServiceName) => ({
  /**
   * Claims events, oldest first, under a lease of 30 s. Replicas share the work; after a crash the lease
   * expires.
   * @param except ids of events in progress here, whose lease may have expired, and subjects at their limit
   */
  claim: (limit: number, except: { ids: string[]; subjects: string[] }): Promise<Delivery[]> =>
    database.$queryRawUnsafe<Delivery[]>(
      `WITH due AS MATERIALIZED ( -- a plain subquery could run once per event and lock further rows each time
         SELECT seq FROM ${service}.outbox
         WHERE published_at IS NULL AND (claimed_until IS NULL OR claimed_until < now())
           AND id <> ALL ($1::uuid[]) AND subject <> ALL ($2::text[])
         ORDER BY seq LIMIT ${limit} FOR UPDATE SKIP LOCKED
       )
       UPDATE ${service}.outbox SET claimed_until = now() + interval '30 seconds', attempts = attempts + 1
       FROM due WHERE outbox.seq = due.seq
       RETURNING id::text, subject, payload, attempts AS attempt, traceparent`,
      except.ids,
      except.subjects,
    ),

  markPublished: (ids: string[]): Promise<number> =>
    database.$executeRawUnsafe(
      `UPDATE ${service}.outbox SET published_at = now(), claimed_until = NULL WHERE id = ANY($1::uuid[])`,
      ids,
    ),

  /**
   * Delays the next attempt: 100 ms after the first failure, twice as long after each further one, at most a
   * minute.
   */
  delayRetry: (ids: string[]): Promise<number> =>
    database.$executeRawUnsafe(
      `UPDATE ${service}.outbox SET claimed_until = now() + least(power(2, least(attempts, 20)) * 50, 60000) * interval '1 millisecond'
       WHERE id = ANY($1::uuid[])`,
      ids,
    ),

  /**
   * Records the id of the broker's storage. A new id means that the published events are lost, so all kept
   * events become unpublished. Returns how many. Works in batches, as no statement may take long. The id is
   * recorded after the last batch, so that another replica continues after a crash.
   */
  async recordStorage(storage: string): Promise<number> {
    // Adds a millisecond, because the column rounds to milliseconds.
    const [changed] = await database.$queryRawUnsafe<{ at: string | null }[]>(
      `SELECT CASE WHEN max(storage) IS DISTINCT FROM $1 THEN (now() + interval '1 millisecond')::text END AS at FROM ${service}.outbox_storage`,
      storage,
    );
    if (!changed?.at) return 0;
    for (let events = 0; ; ) {
      events += await database.$executeRawUnsafe(
        `UPDATE ${service}.outbox SET published_at = NULL, claimed_until = NULL, attempts = 0
         WHERE seq IN (SELECT seq FROM ${service}.outbox WHERE published_at < $1::timestamptz ORDER BY published_at LIMIT 5000 FOR UPDATE)`,
        changed.at,
      );
      const recorded = await database.$executeRawUnsafe(
        `INSERT INTO ${service}.outbox_storage (singleton, storage)
         SELECT true, $1 WHERE NOT EXISTS (SELECT FROM ${service}.outbox WHERE published_at < $2::timestamptz)
         ON CONFLICT (singleton) DO UPDATE SET storage = excluded.storage`,
        storage,
        changed.at,
      );
      if (recorded > 0) return events;
    }
  },
});
