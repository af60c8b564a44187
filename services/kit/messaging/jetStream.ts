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
import type { Log } from '../process/log.ts';
import type { Consumer } from './messaging.ts';

/** How long events stay on the stream for consumers that were away; the outbox keeps them as long. */
const KEEP_EVENTS_MS = 7 * 24 * 3600_000;
/** Wait before an event is delivered again, by attempt. */
const REDELIVER_MS = [200, 1000, 5000, 15_000, 60_000];
const ACK_WAIT_MS = 30_000;
/**
 * Deliveries that the broker makes at most: as many as fit into the life of an event. Consumers put an event
 * aside long before; they must be asked again and again while their database is away, or it would be lost.
 */
const MAX_DELIVER = Math.ceil(KEEP_EVENTS_MS / 60_000);
/**
 * How long a stream is left alone that isn't there. Of one that is deleted, a server of 2.9 removes the files
 * after it has forgotten the name: whoever makes it again meanwhile loses theirs too, and gets a stream that
 * takes events and never delivers one.
 */
const GONE_FOR_MS = 1000;

/**
 * Makes sure that the stream of a service's events is there; takes a second when it was not.
 * @returns when it was made, with its name
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
  // Made once: an operator may give it more replicas or another age afterwards.
  const ask = () => manager.streams.info(name);
  const make = () => manager.streams.add(config);
  const info = await ask().catch(() => sleep(GONE_FOR_MS).then(ask).catch(make));
  return { name, created: info.created };
}

/** Makes sure that a consumer is there, and the stream that it reads. @returns the stream's name */
export async function ensureConsumer(manager: JetStreamManager, consumer: Consumer): Promise<string> {
  const { name: stream } = await ensureStream(manager, consumer.from);
  const config = {
    durable_name: consumer.name,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ACK_WAIT_MS),
    max_deliver: MAX_DELIVER,
    // Also how many jobs are under way: some that hang hold nobody up.
    max_ack_pending: 256,
  };
  await manager.consumers.info(stream, consumer.name).catch(() => manager.consumers.add(stream, config));
  return stream;
}

/**
 * Stops pulling, but takes what the broker has sent already. The library's own `stop` drops that, and the
 * broker would wait 30 s for its acknowledgement before it asks anybody else.
 */
export async function drainPull(messages: ConsumerMessages): Promise<void> {
  const { sub } = messages as ConsumerMessages & { sub?: Subscription };
  if (sub) await sub.drain();
  else messages.stop();
}

/** Has an event handled, and acknowledges it or asks for it again later. */
export async function deliver(consumer: Consumer, message: JsMsg, log: Log): Promise<void> {
  const attempt = message.info.deliveryCount;
  // Passed over here, as filtering by several subjects needs a newer server than 2.9.
  if (!isEventSubject(message.subject) || !consumer.subjects.includes(message.subject)) return message.ack();
  const id = message.headers?.get('event-id');
  if (!id) {
    log.error({ subject: message.subject }, 'event without an id, not one of ours');
    return message.ack();
  }
  try {
    await consumer.handle({
      id,
      subject: message.subject,
      payload: message.json<StoredEvent['payload']>(),
      attempt,
    });
    message.ack();
  } catch (error) {
    log.warn({ err: error, consumer: consumer.name, attempt }, 'event will be delivered again');
    message.nak(REDELIVER_MS[Math.min(attempt, REDELIVER_MS.length) - 1]);
  }
}
