import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { event } from '@venue-booking/proto/events';
import { startNats } from '../../../test/servers/nats.ts';
import type { FreezableServer } from '../../../test/servers/testServer.ts';
import { createLog } from '../logging/log.ts';
import { localMessaging } from '../messaging/localMessaging.ts';
import type { Delivery, Messaging } from '../messaging/messaging.ts';
import { natsMessaging } from '../messaging/natsMessaging.ts';
import { PATIENCE_MS, pollPauseMs } from './testTiming.ts';

export const silentLog = createLog('test', 'silent');

/** A transport for messaging in tests. */
export type TestTransport = {
  /** The messaging of one process. In single-process mode all callers share it. */
  open(): Promise<Messaging>;
  /** Closes what was opened and deletes all events. */
  reset(): Promise<void>;
  stop(): Promise<void>;
};

/** A transport over NATS whose broker a test can stop or freeze. */
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

/** Uses its own NATS server, because stream names are fixed. */
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
      await deleteStreams(server.url);
    },
    async stop() {
      await closeAll();
      await server.stop();
    },
  };
}

/** Deletes all streams of a broker. */
export async function deleteStreams(url: string): Promise<void> {
  const connection = await connect({ servers: url });
  const { streams } = await jetstreamManager(connection);
  for await (const name of streams.names()) await streams.delete(name);
  await connection.close();
}

/** Every transport. */
export const transports = { 'in one process': localTransport, 'over NATS': natsTransport };

/**
 * Waits until the broker has processed earlier subscriptions: it handles messages of a connection in order.
 */
export const subscriptionsReady = (server: Messaging): Promise<unknown> => server.storageId('catalog');

/** An event of the catalog, and a consumer that passes on the ids of such events. */
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

/** Publishes like a relay: retries until it succeeds, counting attempts. */
export async function publishWithRetry(
  messaging: Messaging,
  event: Omit<Delivery, 'attempt'>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await messaging.publish('catalog', { ...event, attempt });
    } catch (error) {
      if (attempt === 500) throw error;
      await sleep(20);
    }
  }
}

/** Waits until `holds` returns true. @throws after `withinMs` */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = PATIENCE_MS): Promise<void> {
  const startedAt = Date.now();
  for (;;) {
    const waitedMs = Date.now() - startedAt;
    if (await holds()) return;
    if (waitedMs >= withinMs) throw new Error(`not within ${withinMs} ms: ${holds}`);
    await sleep(pollPauseMs(waitedMs));
  }
}
