import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { eventually } from './api.ts';
import type { Stack } from './stack.ts';

async function manage<T>({ natsUrl }: Stack, work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: natsUrl ?? '' });
  try {
    return await work(await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
}

/** Deletes all streams, as when the broker loses its storage. Returns their names. */
export const wipeBroker = (stack: Stack): Promise<string[]> =>
  manage(stack, async (manager) => {
    const gone: string[] = [];
    for await (const { config } of manager.streams.list()) gone.push(config.name);
    for (const name of gone) await manager.streams.delete(name);
    return gone;
  });

/** Days for which the streams keep events. */
export const daysOfStreams = (stack: Stack): Promise<number[]> =>
  manage(stack, async (manager) => {
    const days: number[] = [];
    for await (const { config } of manager.streams.list()) days.push(config.max_age / 86_400e9);
    return days;
  });

/** Waits until all events are published and every consumer has processed them. Returns the time in ms. */
export const waitUntilIdle = (stack: Stack): Promise<number> =>
  manage(stack, (manager) =>
    eventually('every event is published and consumed', async () => {
      const { rows } = await stack.database.query(
        ['booking', 'catalog', 'payment']
          .map((service) => `SELECT FROM ${service}.outbox WHERE published_at IS NULL`)
          .join(' UNION ALL '),
      );
      let left = rows.length;
      for await (const { config } of manager.streams.list())
        for await (const { num_pending, num_ack_pending } of manager.consumers.list(config.name))
          left += num_pending + num_ack_pending;
      return left === 0;
    }),
  );
