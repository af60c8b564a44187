import type { StoredEvent } from '@venue-booking/proto/events';
import type { ServiceName } from '@venue-booking/proto/subjects';
import type { Delivery, Messaging } from '../messaging/messaging.ts';
import type { Sql } from '../postgres/sql.ts';
import { gathered } from '../process/gathered.ts';
import type { Log } from '../process/log.ts';
import { seldom } from '../process/seldom.ts';
import { startWorker, type Worker } from '../process/worker.ts';
import { outboxStore } from './outboxStore.ts';

/**
 * The transactional outbox of a service. Its table `<service>.outbox` is written in the transaction of the
 * change; a relay then publishes. Rows stay for a week after that, so that events can be published again
 * should the broker lose its storage.
 */

/** Events that are claimed together. */
const BATCH = 100;
/** Events of one subject under way from which on no more of them are taken. */
const SUBJECT_ROOM = 256;
/** Longer than publishing may take, and so that a stop has time left for the calls under way. */
const DRAIN_MS = 6000;
const STORAGE_CHECK_MS = 5000;
/** Outcomes that are written down together: what a crash forgets of them is published once more. */
const NOTE_GATHER_MS = 50;

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

/**
 * Publishes what lies in a service's outbox, each row at least once, side by side, so that one that takes
 * long holds up no other: in one process that is as long as its consumers work. Any number of relays may run.
 */
export function startRelay(deps: {
  database: Sql;
  service: ServiceName;
  messaging: Messaging;
  log: Log;
  pollMs?: number;
  /** How long events are gathered, so that those of a crowd are claimed together. */
  gatherMs?: number;
}): Worker {
  const { database, service, messaging, log, pollMs, gatherMs = 0 } = deps;
  const store = outboxStore(database, service);
  // Of thousands that wait while the broker takes none, each is tried.
  const maySay = seldom(10_000);
  let storageCheckedAt = Number.NEGATIVE_INFINITY;

  const note = gathered(
    async (outcomes: ({ id: string; failed: boolean } | null)[]) => {
      const done = outcomes.filter((it) => it !== null);
      const idsOf = (failed: boolean) => done.filter((it) => it.failed === failed).map(({ id }) => id);
      const [good, bad] = [idsOf(false), idsOf(true)];
      try {
        if (good.length > 0) await store.markPublished(good);
        if (bad.length > 0) await store.putOff(bad);
      } catch (error) {
        log.warn({ err: error }, 'outbox: outcomes not noted, events will be published again');
      }
    },
    { gatherMs: NOTE_GATHER_MS },
  );

  /** Publishes everything again that the broker has lost with its storage. */
  const checkStorage = async () => {
    const storage = await messaging.storageId(service);
    // What an earlier storage took must stand there as published, or it would not be published again.
    await note(null);
    const again = await store.noteStorage(storage);
    if (again > 0)
      log.warn({ events: again }, 'the broker has a new storage: publishing all kept events again');
    storageCheckedAt = performance.now();
  };

  const claim = async (room: number, underWay: readonly Delivery[]) => {
    const perSubject = Map.groupBy(underWay, ({ subject }) => subject);
    const full = [...perSubject].filter(([, events]) => events.length >= SUBJECT_ROOM);
    // What is tried in vain would wait the longer, also when the broker is back.
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
      await messaging.publish(service, event);
    } catch (error) {
      failed = true;
      const { subject, attempt } = event;
      if (maySay(subject)) log.warn({ err: error, subject, attempt }, 'events not published yet, such as');
    }
    await note({ id: event.id, failed });
  };

  return startWorker<Delivery>({
    name: 'outbox',
    claim,
    work: publish,
    atOnce: () => Number.POSITIVE_INFINITY,
    most: BATCH,
    shares: [{ of: ({ subject }) => subject, most: SUBJECT_ROOM }],
    drainMs: DRAIN_MS,
    gatherMs,
    log,
    ...(pollMs !== undefined && { pollMs }),
  });
}
