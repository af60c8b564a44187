import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import {
  connect,
  headers,
  type Msg,
  nanos,
  RequestError,
  type Subscription,
  TimeoutError,
} from '@nats-io/transport-node';
import { isEventSubject, type StoredEvent } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import { eventStream, type ServiceName } from '@venue-booking/proto/subjects';
import type { Log } from './log.ts';
import type { Consumer, Messaging, RpcHandler } from './messaging.ts';

type Options = { url: string; name: string; log: Log };

/** How long events stay on the stream for consumers that were away; the outbox keeps them as long. */
const KEEP_EVENTS_MS = 7 * 24 * 3600_000;
/** Wait before an event is delivered again, by attempt. */
const REDELIVER_MS = [200, 1000, 5000, 15_000, 60_000];
const ACK_WAIT_MS = 30_000;
/**
 * Deliveries that the broker makes at most: as many as fit into the life of an event. Consumers put an event aside long before; they
 * must be asked again and again while their database is away, or it would be lost.
 */
const MAX_DELIVER = Math.ceil(KEEP_EVENTS_MS / 60_000);

/**
 * Carries calls over NATS request/reply (a queue group per service) and events over JetStream.
 * @throws when the server can't be reached within 10 s; later outages are ridden out by reconnecting.
 */
export async function natsMessaging({ url, name, log }: Options): Promise<Messaging> {
  // noAsyncTraces: stack traces of every request cost a quarter of the gateway's CPU.
  const { username, password, host } = new URL(url);
  const connection = await connect({
    servers: host,
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(url.startsWith('tls:') && { tls: {} }),
    name,
    noAsyncTraces: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    timeout: 10_000,
  });
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const js = jetstream(connection);
  const pulls = new Set<ConsumerMessages>();
  const loops: Promise<void>[] = [];
  const subscriptions: Subscription[] = [];
  const underWay = new Set<Promise<unknown>>();
  let connected = true;
  let closing = false;
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') connected = false;
      if (type === 'reconnect') connected = true;
    }
  })();

  const track = (work: Promise<unknown>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work)).catch(() => {});
  };

  return {
    serve(service, handler) {
      const subscription = connection.subscribe(`rpc.${service}.>`, {
        queue: service,
        callback: (error, message) => {
          if (error) log.error({ err: error }, 'subscription failed');
          else track(respond(service, handler, message, log));
        },
      });
      subscriptions.push(subscription);
    },

    async request(subject, payload, meta) {
      if (!connected) throw fail('unavailable');
      const head = headers();
      head.set('traceparent', meta.traceparent);
      head.set('budget-ms', String(Math.ceil(meta.budgetMs)));
      try {
        const reply = await connection.request(subject, payload, { timeout: meta.budgetMs, headers: head });
        return reply.data;
      } catch (error) {
        if (error instanceof TimeoutError) throw fail('timeout');
        if (error instanceof RequestError) throw fail('unavailable');
        throw error;
      }
    },

    async publish(_from, event) {
      const head = headers();
      head.set('event-id', event.id);
      await js.publish(event.subject, JSON.stringify(event.payload), {
        msgID: event.id,
        timeout: 5000,
        headers: head,
      });
    },

    async consume(consumer) {
      // The loop outlives a lost stream: it makes stream and consumer again and goes on.
      const loop = async () => {
        while (!closing) {
          try {
            await pull(consumer);
          } catch (error) {
            if (closing) return;
            log.warn({ err: error, consumer: consumer.name }, 'consumer interrupted, starting it again');
            await new Promise((resolve) => setTimeout(resolve, 500));
          }
        }
      };
      await ensureStream(manager, consumer.from);
      loops.push(loop());
    },

    watch(subject, heard) {
      connection.subscribe(subject, {
        callback: (error, message) => {
          if (!error && isEventSubject(message.subject))
            heard({ subject: message.subject, payload: message.json() });
        },
      });
    },

    async storageId(from) {
      const info = await ensureStream(manager, from);
      return info.created;
    },

    healthy: () => connected && !connection.isClosed(),

    async close() {
      closing = true;
      // First nothing new, then what is under way, which may need the connection for calls of its own. With the broker away nothing
      // drains, and the library would wait for that for 10 s.
      if (connected)
        await Promise.allSettled([
          ...subscriptions.map((subscription) => subscription.drain()),
          ...[...pulls].map(drainPull),
          ...loops,
        ]);
      await Promise.allSettled(underWay);
      if (connected) await connection.drain().catch(() => {});
      await connection.close();
    },
  };

  async function pull(consumer: Consumer): Promise<void> {
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
    const messages = await (await js.consumers.get(stream, consumer.name)).consume({
      max_messages: 64,
      idle_heartbeat: 1000,
      // A consumer or stream that is gone ends the loop, which then makes them again.
      abort_on_missing_resource: true,
    });
    pulls.add(messages);
    try {
      if (closing) await drainPull(messages);
      for await (const message of messages) track(deliver(consumer, message, log));
    } finally {
      pulls.delete(messages);
    }
  }
}

/**
 * Stops pulling, but takes what the broker has sent already. The library's own `stop` drops that, and the broker would wait 30 s for its
 * acknowledgement before it asks anybody else.
 */
async function drainPull(messages: ConsumerMessages): Promise<void> {
  const { sub } = messages as ConsumerMessages & { sub?: Subscription };
  if (sub) await sub.drain();
  else messages.stop();
}

async function ensureStream(manager: JetStreamManager, service: ServiceName) {
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
  const info = await manager.streams.info(name).catch(() => manager.streams.add(config));
  return { name, created: info.created };
}

async function respond(service: ServiceName, handler: RpcHandler, message: Msg, log: Log): Promise<void> {
  try {
    const path = message.subject.slice(`rpc.${service}.`.length);
    const traceparent = message.headers?.get('traceparent') ?? '';
    const budgetMs = Number(message.headers?.get('budget-ms')) || 5000;
    message.respond(await handler(path, message.data, { traceparent, budgetMs }));
  } catch (error) {
    // For example an answer larger than the broker takes: better told at once than after the caller's whole patience.
    log.error({ err: error, subject: message.subject }, 'request could not be answered');
    message.respond(JSON.stringify({ failure: 'internal', params: {} }));
  }
}

async function deliver(consumer: Consumer, message: JsMsg, log: Log): Promise<void> {
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
