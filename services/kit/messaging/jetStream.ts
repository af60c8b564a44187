import { setTimeout as sleep } from 'node:timers/promises';
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { nanos, type Subscription } from '@nats-io/transport-node';
import { isEventSubject, type StoredEvent } from '@venue-booking/proto/events';
import { eventStream, type ServiceName } from '@venue-booking/proto/subjects';
import type { Log } from '../logging/log.ts';
import type { Consumer } from './messaging.ts';

/** Retention of a stream, for consumers that were away. The outbox keeps events as long. */
const KEEP_EVENTS_MS = 7 * 24 * 3600_000;
/** Delay before a redelivery, by attempt. */
const REDELIVER_MS = [200, 1000, 5000, 15_000, 60_000];
const ACK_WAIT_MS = 30_000;
/**
 * Maximum deliveries by the broker: as many as fit into the retention. Consumers turn a failing event into a
 * dead letter long before. While their database is away the broker must keep redelivering, or the event is
 * lost.
 */
const MAX_DELIVER = Math.ceil(KEEP_EVENTS_MS / 60_000);
/**
 * Wait before creating a missing stream. When a stream is deleted, NATS 2.9 removes its files after it has
 * freed the name. A stream created in between loses its files too: it accepts events and never delivers any.
 */
const RECREATE_AFTER_MS = 1000;

/**
 * Creates the stream of a service's events if it is missing, which takes a second.
 * @returns the stream's name and when it was created
 */
export async function ensureStream(manager: JetStreamManager, service: ServiceName) {
  const { name, subjects } = eventStream(service);
  const config = {
    name,
    subjects: [subjects],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    max_age: nanos(KEEP_EVENTS_MS),
    duplicate_window: nanos(120_000),
  };
  // Never updates the stream: an operator may have changed its replicas or retention.
  const findStream = () => manager.streams.info(name);
  const createStream = () => manager.streams.add(config);
  const info = await findStream().catch(() => sleep(RECREATE_AFTER_MS).then(findStream).catch(createStream));
  return { name, created: info.created };
}

/** Creates a consumer and its stream if they are missing. @returns the stream's name */
export async function ensureConsumer(manager: JetStreamManager, consumer: Consumer): Promise<string> {
  const { name: stream } = await ensureStream(manager, consumer.from);
  const config = {
    durable_name: consumer.name,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ACK_WAIT_MS),
    max_deliver: MAX_DELIVER,
    // Also the limit of events handled at once, high enough that a few hanging ones block no others.
    max_ack_pending: 256,
  };
  await manager.consumers.info(stream, consumer.name).catch(() => manager.consumers.add(stream, config));
  return stream;
}

/**
 * Stops pulling, but handles the messages that the broker has sent already. The library's own `stop` drops
 * them, and the broker would redeliver them only after the 30 s acknowledgement timeout.
 */
export async function drainPull(messages: ConsumerMessages): Promise<void> {
  const { sub } = messages as ConsumerMessages & { sub?: Subscription };
  if (sub) await sub.drain();
  else messages.stop();
}

/** Handles an event, then acknowledges it or requests a redelivery. */
export async function deliver(consumer: Consumer, message: JsMsg, log: Log): Promise<void> {
  const attempt = message.info.deliveryCount;
  // Filtered here, because a consumer with several filter subjects needs NATS 2.10.
  if (!isEventSubject(message.subject) || !consumer.subjects.includes(message.subject)) return message.ack();
  const id = message.headers?.get('event-id');
  if (!id) {
    log.error({ subject: message.subject }, 'event without an event-id header, ignored');
    return message.ack();
  }
  try {
    await consumer.handle({
      id,
      subject: message.subject,
      payload: message.json<StoredEvent['payload']>(),
      traceparent: message.headers?.get('traceparent') || null,
      attempt,
    });
    message.ack();
  } catch (error) {
    log.warn({ err: error, consumer: consumer.name, attempt }, 'event failed, will be redelivered');
    message.nak(REDELIVER_MS[Math.min(attempt, REDELIVER_MS.length) - 1]);
  }
}
