import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';

/** In production 30 s: after this, what a killed process had goes to the next one. */
const ACK_WAIT_MS = 5000;
const STREAMS = ['events_catalog', 'events_payment', 'events_booking'];

/** What the model test looks at and breaks in a stack's NATS. */
export async function openBroker(url: string) {
  const connection = await connect({ servers: url });
  const manager = await jetstreamManager(connection);
  return {
    /** Events that are still to be handled, or being handled, by somebody; null while a stream is missing. */
    async backlog(): Promise<number | null> {
      try {
        const consumers = (await Promise.all(STREAMS.map((stream) => hastened(manager, stream)))).flat();
        return consumers.reduce(
          (sum, { num_pending, num_ack_pending }) => sum + num_pending + num_ack_pending,
          0,
        );
      } catch {
        return null;
      }
    },
    /** Loses the streams that payments and bookings are told of by, with all that is in them. */
    async wipe(): Promise<void> {
      for (const stream of ['events_payment', 'events_booking'])
        await manager.streams.delete(stream).catch(() => {});
    },
    close: () => connection.close(),
  };
}

export type Broker = Awaited<ReturnType<typeof openBroker>>;

/**
 * The consumers of a stream; those that were made since last time are told not to wait as long for a crashed
 * process.
 */
async function hastened(manager: JetStreamManager, stream: string) {
  const consumers = [];
  for await (const consumer of manager.consumers.list(stream)) {
    consumers.push(consumer);
    if (consumer.config.ack_wait !== nanos(ACK_WAIT_MS))
      await manager.consumers.update(stream, consumer.name, { ack_wait: nanos(ACK_WAIT_MS) });
  }
  return consumers;
}
