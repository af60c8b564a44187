import type { StoredEvent } from '@venue-booking/proto/events';
import type { ServiceName } from '@venue-booking/proto/subjects';
import type { Messaging } from '../messaging/messaging.ts';
import type { Sql } from '../postgres/sql.ts';
import { createAlarm } from '../process/alarm.ts';
import { every } from '../process/every.ts';
import type { Log } from '../process/log.ts';
import { outboxStore } from './outboxStore.ts';
import { createPublishing } from './publishing.ts';

/**
 * The transactional outbox of a service. Its table `<service>.outbox` is written in the transaction of the
 * change; a relay then publishes. Rows stay for a week after that, so that events can be published again
 * should the broker lose its storage.
 */

const BATCH = 100;
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
  wake(): void;
  stop(): Promise<void>;
};

/**
 * Publishes what lies in a service's outbox, each row at least once, until stopped. Any number of relays may
 * run.
 */
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
  const store = outboxStore(database, service);
  const publishing = createPublishing({
    publish: (event) => messaging.publish(service, event),
    store,
    log,
    freed: alarm.ring,
  });

  /** Publishes everything again that the broker has lost with its storage. */
  const checkStorage = async () => {
    const storage = await messaging.storageId(service);
    // What an earlier storage took must stand there as published, or it would not be published again.
    await publishing.noted();
    const again = await store.noteStorage(storage);
    if (again > 0)
      log.warn({ events: again }, 'the broker has a new storage: publishing all kept events again');
  };

  const run = async () => {
    while (!stopped) {
      alarm.reset();
      try {
        if (Date.now() - storageCheckedAt > STORAGE_CHECK_MS) {
          await checkStorage();
          storageCheckedAt = Date.now();
        }
        await publishing.thinOut();
        const batch = await store.claim(BATCH, publishing.taken());
        publishing.start(batch);
        if (batch.length === BATCH) continue;
      } catch (error) {
        storageCheckedAt = 0;
        if (!stopped) log.warn({ err: error }, 'outbox: will try again');
      }
      if (!stopped) await alarm.sleep(pollMs);
    }
  };
  const running = run();
  // Beside it, as events must not wait for that.
  const cleanUp = async () => {
    while (!stopped && (await store.cleanUp()));
  };
  const cleaning = every(CLEAN_UP_MS, { name: 'outbox clean-up', budgetMs: CLEAN_UP_MS, run: cleanUp }, log);

  return {
    wake: alarm.ring,
    async stop() {
      stopped = true;
      alarm.ring();
      await Promise.all([running, cleaning.stop()]);
      await publishing.finish();
    },
  };
}
