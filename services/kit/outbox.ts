import type { StoredEvent } from '@venue-booking/proto/events';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { createAlarm } from './alarm.ts';
import type { Log } from './log.ts';
import type { Messaging, OutboxEvent } from './messaging.ts';
import type { Sql } from './sql.ts';

/**
 * The transactional outbox of a service. Its table `<service>.outbox` is written in the transaction of the change; a relay
 * then publishes. Rows stay for a week after that, so that events can be published again should the broker lose its storage.
 */

const BATCH = 200;
const KEEP_DAYS = 7;
const STORAGE_CHECK_MS = 5000;
const CLEAN_UP_MS = 3600_000;

/** Puts events into the outbox of `service` inside the caller's transaction. Answers their ids, in order. */
export async function appendEvents(tx: Sql, service: ServiceName, events: StoredEvent[]): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
    `INSERT INTO ${service}.outbox (subject, payload)
     SELECT it->>'subject', it->'payload' FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS e(it, n) ORDER BY n
     RETURNING id::text`,
    JSON.stringify(events),
  );
  return rows.map(({ id }) => id);
}

export type Relay = {
  /** Says that there is something to publish, so that it does not wait for the next poll. */
  nudge(): void;
  stop(): Promise<void>;
};

/** Publishes what lies in a service's outbox, each row at least once, until stopped. Any number of relays may run. */
export function startRelay(deps: {
  database: Sql;
  service: ServiceName;
  messaging: Messaging;
  log: Log;
  pollMs?: number;
}): Relay {
  const { database, service, messaging, log, pollMs = 1000 } = deps;
  let stopped = false;
  const alarm = createAlarm();
  let storageCheckedAt = 0;
  let cleanedAt = Date.now();

  const run = async () => {
    while (!stopped) {
      alarm.reset();
      try {
        if (Date.now() - storageCheckedAt > STORAGE_CHECK_MS) {
          await republishAfterLoss(database, service, messaging, log);
          storageCheckedAt = Date.now();
        }
        if ((await publishBatch(database, service, messaging, log)) === BATCH) continue;
        if (Date.now() - cleanedAt > CLEAN_UP_MS) {
          await cleanUp(database, service);
          cleanedAt = Date.now();
        }
      } catch (error) {
        storageCheckedAt = 0;
        if (!stopped) log.warn({ err: error }, 'outbox: will try again');
      }
      if (!stopped) await alarm.sleep(pollMs);
    }
  };
  const running = run();

  return {
    nudge: alarm.ring,
    async stop() {
      stopped = true;
      alarm.ring();
      await running;
    },
  };
}

/** Takes a batch under a lease of 30 s, so that replicas share the work and a crash gives it back. */
async function publishBatch(
  database: Sql,
  service: ServiceName,
  messaging: Messaging,
  log: Log,
): Promise<number> {
  const batch = await database.$queryRawUnsafe<OutboxEvent[]>(
    `UPDATE ${service}.outbox SET claimed_until = now() + interval '30 seconds', attempts = attempts + 1
     WHERE seq IN (SELECT seq FROM ${service}.outbox
                   WHERE published_at IS NULL AND (claimed_until IS NULL OR claimed_until < now())
                   ORDER BY seq LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING id::text, subject, payload, attempts AS attempt`,
  );
  if (batch.length === 0) return 0;
  const published: string[] = [];
  const failed: string[] = [];
  await Promise.all(
    batch.map(async (event) => {
      try {
        await messaging.publish(service, event);
        published.push(event.id);
      } catch (error) {
        failed.push(event.id);
        log.warn({ err: error, subject: event.subject, attempt: event.attempt }, 'event not published yet');
      }
    }),
  );
  if (published.length > 0)
    await database.$executeRawUnsafe(
      `UPDATE ${service}.outbox SET published_at = now(), claimed_until = NULL WHERE id = ANY($1::uuid[])`,
      published,
    );
  if (failed.length > 0)
    await database.$executeRawUnsafe(
      `UPDATE ${service}.outbox SET claimed_until = now() + least(power(2, least(attempts, 20)) * 50, 60000) * interval '1 millisecond'
       WHERE id = ANY($1::uuid[])`,
      failed,
    );
  return batch.length;
}

/** When the broker's storage is another than last time, what was published before is gone: publishes it all again. */
async function republishAfterLoss(
  database: Sql,
  service: ServiceName,
  messaging: Messaging,
  log: Log,
): Promise<void> {
  const storage = await messaging.storageId(service);
  // One statement: were the new storage noted first, a crash in between would leave the old events unpublished for good.
  const again = await database.$executeRawUnsafe(
    `WITH changed AS (
       INSERT INTO ${service}.outbox_storage (singleton, storage) VALUES (true, $1)
       ON CONFLICT (singleton) DO UPDATE SET storage = excluded.storage WHERE outbox_storage.storage <> excluded.storage
       RETURNING 1
     )
     UPDATE ${service}.outbox SET published_at = NULL, claimed_until = NULL, attempts = 0
     WHERE published_at IS NOT NULL AND EXISTS (SELECT FROM changed)`,
    storage,
  );
  if (again > 0)
    log.warn({ events: again }, 'the broker has a new storage: publishing all kept events again');
}

async function cleanUp(database: Sql, service: ServiceName): Promise<void> {
  await database.$executeRawUnsafe(
    `DELETE FROM ${service}.outbox WHERE published_at < now() - interval '${KEEP_DAYS} days'`,
  );
}
