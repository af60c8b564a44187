import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { event } from '@venue-booking/proto/events';
import { startNats } from '../../../test/servers/nats.ts';
import type { FreezableServer } from '../../../test/servers/testServer.ts';
import { localMessaging } from '../messaging/localMessaging.ts';
import type { Delivery, Messaging } from '../messaging/messaging.ts';
import { natsMessaging } from '../messaging/natsMessaging.ts';
import { createLog } from '../process/log.ts';
import { untilNextLook } from './testPace.ts';

export const silentLog = createLog('test', 'silent');

/** Somewhere for services to meet. */
export type TestTransport = {
  /** What a process of its own would have; in one process all have the same. */
  open(): Promise<Messaging>;
  /** Closes what was opened and forgets all events. */
  reset(): Promise<void>;
  stop(): Promise<void>;
};

/** The broker of a transport over NATS, for tests that break it. */
export type NatsTransport = TestTransport & { server: FreezableServer };

export async function localTransport(): Promise<TestTransport> {
  let messaging = localMessaging();
  const reset = async () => {
    await messaging.close();
    messaging = localMessaging();
  };
  const open = async () => {
    messaging.open();
    return messaging;
  };
  return { open, reset, stop: reset };
}

/** Over a real NATS server of its own, as the names of streams are fixed. */
export async function natsTransport(): Promise<NatsTransport> {
  const server = await startNats({ own: true });
  const opened = new Set<Messaging>();
  const closeAll = async () => {
    const closing = [...opened];
    opened.clear();
    await Promise.allSettled(closing.map((messaging) => messaging.close()));
  };
  return {
    server,
    async open() {
      const messaging = await natsMessaging({ url: server.url, name: 'test', log: silentLog });
      opened.add(messaging);
      return messaging;
    },
    async reset() {
      await closeAll();
      await forgetStreams(server.url);
    },
    async stop() {
      await closeAll();
      await server.stop();
    },
  };
}

/** Loses all that a broker has stored. */
export async function forgetStreams(url: string): Promise<void> {
  const connection = await connect({ servers: url });
  const { streams } = await jetstreamManager(connection);
  for await (const name of streams.names()) await streams.delete(name);
  await connection.close();
}

/** Every way for services to meet. */
export const transports = { 'in one process': localTransport, 'over NATS': natsTransport };

/** A broker knows of a subscription once it answers something that was sent after it. */
export const isKnown = (server: Messaging): Promise<unknown> => server.storageId('catalog');

/** An event of the catalog's, and a consumer that hears of the ids of such. */
export const fact = (venueId: number) => ({
  id: randomUUID(),
  ...event('events.catalog.opening_exception_changed', { venueId, date: '2030-06-03', removed: true }),
});
export const consumer = (handle: (id: string) => void) => ({
  name: 'availability',
  from: 'catalog' as const,
  subjects: ['events.catalog.opening_exception_changed' as const],
  handle: async ({ id }: { id: string }) => handle(id),
});

/** Publishes as a relay does: until it gets through, counting. */
export async function publishSurely(messaging: Messaging, event: Omit<Delivery, 'attempt'>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await messaging.publish('catalog', { ...event, attempt });
    } catch (error) {
      if (attempt === 500) throw error;
      await sleep(20);
    }
  }
}

/** Waits until `holds`; the test's own time limit is the last resort. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const startedAt = Date.now();
  for (;;) {
    const waitedMs = Date.now() - startedAt;
    if (await holds()) return;
    if (waitedMs >= withinMs) throw new Error(`not within ${withinMs} ms: ${holds}`);
    await sleep(untilNextLook(waitedMs));
  }
}
