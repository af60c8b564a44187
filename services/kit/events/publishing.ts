import { setTimeout as sleep } from 'node:timers/promises';
import type { OutboxEvent } from '../messaging/messaging.ts';
import { gathered } from '../process/gathered.ts';
import type { Log } from '../process/log.ts';
import type { OutboxStore } from './outboxStore.ts';

/** Events of one subject under way from which on no more of them are taken. */
const SUBJECT_ROOM = 256;
/**
 * Events under way from which on others wait a little: most take a few ms, and then they share a database
 * with requests.
 */
const CROWD = 100;
const PATIENCE_MS = 100;
const LOOK_MS = 5;

/** The events that a relay has under way. */
export type Publishing = {
  start(batch: readonly OutboxEvent[]): void;
  /** Waits while many are under way, at most 100 ms: those left then are slow ones. */
  thinOut(): Promise<void>;
  /** What is not to be taken now: see {@link OutboxStore}. */
  taken(): { ids: string[]; subjects: string[] };
  /** Waits until it is noted what came of those that are done. */
  noted(): Promise<void>;
  /** Waits until all are done and noted. */
  finish(): Promise<void>;
};

/**
 * Publishes events side by side, so that one that takes long holds up no other: in one process that is as
 * long as its consumers work. Each subject has room of its own.
 * @param deps.freed hears that a subject which was full has room again
 */
export function createPublishing(deps: {
  publish: (event: OutboxEvent) => Promise<void>;
  store: OutboxStore;
  log: Log;
  freed: () => void;
}): Publishing {
  const { publish, store, log, freed } = deps;
  /** By event id, until its outcome is noted. */
  const underWay = new Map<string, { subject: string; done: Promise<void> }>();

  const fullSubjects = () => {
    const counts = new Map<string, number>();
    for (const { subject } of underWay.values()) counts.set(subject, (counts.get(subject) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= SUBJECT_ROOM).map(([subject]) => subject);
  };

  const note = gathered(async (outcomes: ({ id: string; failed: boolean } | null)[]) => {
    const done = outcomes.filter((it) => it !== null);
    const idsOf = (failed: boolean) => done.filter((it) => it.failed === failed).map(({ id }) => id);
    const [good, bad] = [idsOf(false), idsOf(true)];
    try {
      if (good.length > 0) await store.markPublished(good);
      if (bad.length > 0) await store.putOff(bad);
    } catch (error) {
      log.warn({ err: error }, 'outbox: outcomes not noted, events will be published again');
    }
    const full = fullSubjects().length;
    for (const { id } of done) underWay.delete(id);
    if (fullSubjects().length < full) freed();
  });

  const one = async (event: OutboxEvent) => {
    let failed = false;
    try {
      await publish(event);
    } catch (error) {
      failed = true;
      log.warn({ err: error, subject: event.subject, attempt: event.attempt }, 'event not published yet');
    }
    await note({ id: event.id, failed });
  };

  return {
    start(batch) {
      for (const event of batch) underWay.set(event.id, { subject: event.subject, done: one(event) });
    },
    async thinOut() {
      const until = Date.now() + PATIENCE_MS;
      while (underWay.size >= CROWD && Date.now() < until) await sleep(LOOK_MS);
    },
    taken: () => ({ ids: [...underWay.keys()], subjects: fullSubjects() }),
    // Nothing, behind all that is done by now.
    noted: () => note(null),
    async finish() {
      while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ done }) => done));
    },
  };
}
