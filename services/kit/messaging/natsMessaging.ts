import { setTimeout as sleep } from 'node:timers/promises';
import { type ConsumerMessages, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, type Msg, RequestError, type Subscription, TimeoutError } from '@nats-io/transport-node';
import { fail } from '@venue-booking/proto/failures';
import { eventStream, type ServiceName } from '@venue-booking/proto/subjects';
import { awaitDependency, UnreachableError } from '../concurrency/awaitDependency.ts';
import { connectionReason } from '../errors/connectionReason.ts';
import type { Log } from '../logging/log.ts';
import { EnvError } from '../settings/env.ts';
import { deliver, drainPull, ensureConsumer, ensureStream } from './jetStream.ts';
import { leftSubject, repeatWhenReplicaLeaves } from './leavingReplicas.ts';
import type { Consumer, Messaging, RpcHandler, RpcMeta } from './messaging.ts';
import { connectNats } from './natsConnection.ts';
import { receiveReplyParts, sendReply } from './replyParts.ts';
import { measureSuspension } from './suspension.ts';

/** JetStream's status while it elects a leader or lacks resources. */
const SERVICE_UNAVAILABLE = 503;

/** `stopping` aborts when the process stops. */
type Options = { url: string; name: string; log: Log; stopping?: AbortSignal | undefined };

/**
 * Messaging over NATS: calls as requests, events over JetStream. Waits until NATS is reachable.
 * @throws EnvError as {@link connectNats}
 */
export async function natsMessaging({ url, name, log, stopping }: Options): Promise<Messaging> {
  const waiting = { report: (line: string) => log.warn(`${line}; waiting for it`), signal: stopping };
  const { connection, connected, onReconnect } = await awaitDependency(() => connectNats(url, name), waiting);
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const js = jetstream(connection);
  const newReplyParts = receiveReplyParts(connection);
  const endOfTurn = createEndOfTurn();
  const repeated = repeatWhenReplicaLeaves(connection);
  const served = new Set<ServiceName>();
  const suspendedMs = measureSuspension(connection);
  const pulls = new Set<ConsumerMessages>();
  const loops: Promise<void>[] = [];
  const subscriptions: Subscription[] = [];
  const inProgress = new Set<Promise<unknown>>();
  let closing = false;
  // Restart the pulls: one that was sent while the server hung would wait for up to a minute.
  onReconnect(() => {
    for (const messages of pulls) void drainPull(messages).catch(() => {});
  });

  const track = (work: Promise<unknown>) => {
    inProgress.add(work);
    void work.finally(() => inProgress.delete(work)).catch(() => {});
  };

  return {
    serve(service, handler) {
      const subscription = connection.subscribe(`rpc.${service}.>`, {
        queue: service,
        callback: (error, message) => {
          if (error) log.error({ err: error }, 'subscription failed');
          else track(respond(service, handler, message));
        },
      });
      subscriptions.push(subscription);
      served.add(service);
    },

    request(subject, payload, meta) {
      if (!meta.repeatable) return send(subject, payload, meta);
      const deadline = performance.now() + meta.budgetMs;
      return repeated(subject, () =>
        send(subject, payload, { ...meta, budgetMs: Math.max(1, deadline - performance.now()) }),
      );
    },

    async publish(_from, event) {
      const requestHeaders = headers();
      requestHeaders.set('event-id', event.id);
      if (event.traceparent) requestHeaders.set('traceparent', event.traceparent);
      await js.publish(event.subject, JSON.stringify(event.payload), {
        msgID: event.id,
        timeout: 5000,
        headers: requestHeaders,
      });
    },

    async consume(consumer) {
      // Recreates the stream and the consumer if the broker loses them.
      const loop = async () => {
        while (!closing) {
          try {
            if (connected()) await pull(consumer);
            else await sleep(100);
          } catch (error) {
            if (closing) return;
            log.warn({ err: error, consumer: consumer.name }, 'consumer interrupted, restarting');
            await sleep(500);
          }
        }
      };
      await awaitDependency(() => ensureStream(manager, consumer.from).catch(throwJetStreamError), waiting);
      loops.push(loop());
    },

    async backlog({ from, name }) {
      const info = await manager.consumers.info(eventStream(from).name, name);
      return {
        pending: info.num_pending,
        unacknowledged: info.num_ack_pending,
        redelivered: info.num_redelivered,
      };
    },

    publishNews(subject, news) {
      // Without a connection the library would buffer the message and send it when it is outdated.
      if (connected() && !closing) connection.publish(subject, JSON.stringify(news));
    },

    subscribe(subject, onMessage, onMissed) {
      if (onMissed) onReconnect(onMissed);
      connection.subscribe(subject, {
        callback: (error, message) => {
          if (!error) onMessage(message.json(), message.subject);
        },
      });
    },

    storageId: async (from) => (await ensureStream(manager, from)).created,

    healthy: () => connected() && !connection.isClosed(),

    async close() {
      closing = true;
      // First stop new work, then finish work in progress, which may need the connection for its own calls.
      // Skip this while disconnected: nothing can drain, and the library would wait 10 s.
      if (connected())
        await Promise.allSettled([
          ...subscriptions.map((subscription) => subscription.drain()),
          ...[...pulls].map(drainPull),
          ...loops,
        ]);
      await Promise.allSettled(inProgress);
      // After all responses, because the broker keeps their order.
      if (connected()) for (const service of served) connection.publish(leftSubject(service));
      if (connected()) await connection.drain().catch(() => {});
      await connection.close();
    },
  };

  async function send(subject: string, payload: Uint8Array, meta: RpcMeta): Promise<Uint8Array> {
    const requestHeaders = headers();
    requestHeaders.set('traceparent', meta.traceparent);
    requestHeaders.set('budget-ms', String(Math.ceil(meta.budgetMs)));
    const parts = newReplyParts();
    requestHeaders.set(...parts.header);
    await endOfTurn();
    try {
      return parts.join(
        await connection.request(subject, payload, { timeout: meta.budgetMs, headers: requestHeaders }),
      );
    } catch (error) {
      if (error instanceof TimeoutError) throw fail('timeout');
      if (error instanceof RequestError) throw fail('unavailable');
      throw error;
    } finally {
      parts.close();
    }
  }

  async function pull(consumer: Consumer): Promise<void> {
    const stream = await ensureConsumer(manager, consumer);
    const messages = await (await js.consumers.get(stream, consumer.name)).consume({
      max_messages: 64,
      idle_heartbeat: 1000,
      // A missing consumer or stream ends this pull; the loop then recreates them.
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

  async function respond(service: ServiceName, handler: RpcHandler, message: Msg): Promise<void> {
    try {
      const path = message.subject.slice(`rpc.${service}.`.length);
      const traceparent = message.headers?.get('traceparent') ?? '';
      const budgetMs = (Number(message.headers?.get('budget-ms')) || 5000) - suspendedMs();
      // The caller has already timed out; running it now could overwrite newer changes.
      if (budgetMs <= 0) return void message.respond(JSON.stringify({ failure: 'timeout', params: {} }));
      const response = await handler(path, message.data, { traceparent, budgetMs });
      await endOfTurn();
      sendReply(connection, message, response);
    } catch (error) {
      // For example a response that is too large for a caller without parts. Fail now rather than let it time
      // out.
      log.error({ err: error, subject: message.subject }, 'response could not be sent');
      message.respond(JSON.stringify({ failure: 'internal', params: {} }));
    }
  }
}

/**
 * JetStream itself rejects the request only for reasons that a person must remove, such as a full storage.
 */
function throwJetStreamError(error: unknown): never {
  const isTemporary = !(error instanceof JetStreamApiError) || error.status === SERVICE_UNAVAILABLE;
  const Reported = isTemporary ? UnreachableError : EnvError;
  throw new Reported(`NATS_URL: JetStream is not available (${connectionReason(error)})`);
}

/**
 * Resolves at the end of the current turn of the event loop. The client batches messages sent at the same
 * time into one socket write. Separate writes were a sixth of the CPU time of the gateway and of
 * availability.
 */
function createEndOfTurn(): () => Promise<void> {
  let end: Promise<void> | undefined;
  return () => {
    end ??= new Promise((resolve) =>
      setImmediate(() => {
        end = undefined;
        resolve();
      }),
    );
    return end;
  };
}
