import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';

/** Shorter than the 30 s of production, so that messages of a killed process are redelivered sooner. */
const ACK_WAIT_MS = 5000;
const STREAMS = ['events_catalog', 'events_payment', 'events_booking'];

/** Inspects and breaks the NATS of a stack for the model test. */
export async function openBroker(url: string) {
  const connection = await connect({ servers: url });
  const manager = await jetstreamManager(connection);
  return {
    /** The number of events that are pending or unacknowledged, or null while a stream is missing. */
    async backlog(): Promise<number | null> {
      try {
        const consumers = (
          await Promise.all(STREAMS.map((stream) => speedUpConsumers(manager, stream)))
        ).flat();
        return consumers.reduce(
          (sum, { num_pending, num_ack_pending }) => sum + num_pending + num_ack_pending,
          0,
        );
      } catch {
        return null;
      }
    },
    /** Deletes the event streams of payment and booking with all their messages. */
    async wipe(): Promise<void> {
      for (const stream of ['events_payment', 'events_booking'])
        await manager.streams.delete(stream).catch(() => {});
    },
    close: () => connection.close(),
  };
}

export type Broker = Awaited<ReturnType<typeof openBroker>>;

/**
 * The consumers of a stream. Shortens the ack wait of new ones, so that a crashed process delays them less.
 */
async function speedUpConsumers(manager: JetStreamManager, stream: string) {
  const consumers = [];
  for await (const consumer of manager.consumers.list(stream)) {
    consumers.push(consumer);
    if (consumer.config.ack_wait !== nanos(ACK_WAIT_MS))
      await manager.consumers.update(stream, consumer.name, { ack_wait: nanos(ACK_WAIT_MS) });
  }
  return consumers;
}
