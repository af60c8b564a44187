import type { EventSubject, StoredEvent } from '@venue-booking/proto/events';
import type { ServiceName } from '@venue-booking/proto/subjects';

/** Metadata of a request: its trace, and the time left until its deadline, in ms. */
export type RpcMeta = { traceparent: string; budgetMs: number };

/**
 * Metadata of a request by its sender. `repeatable`: the same request may run twice, so it is sent again when
 * a replica of the service leaves before the response has arrived.
 */
export type RequestMeta = RpcMeta & { repeatable?: boolean };

/** Handles a request to a procedure. Expected failures resolve as part of the response. */
export type RpcHandler = (path: string, payload: Uint8Array, meta: RpcMeta) => Promise<Uint8Array>;

/**
 * An event published from an outbox or delivered to a consumer. The first `attempt` is 1. `traceparent`: of
 * the work that made it, if that is traced.
 */
export type Delivery = StoredEvent & { id: string; attempt: number; traceparent?: string | null | undefined };

/**
 * A durable consumer: `handle` gets every event of `from` on one of `subjects` at least once. When `handle`
 * rejects, the event is redelivered later. When it resolves, the event is done.
 */
export type Consumer = {
  name: string;
  from: ServiceName;
  subjects: EventSubject[];
  handle: (delivery: Delivery) => Promise<void>;
};

/** A consumer that can apply a dead letter again: unlike `handle`, `apply` always rejects when that fails. */
export type ReplayableConsumer = Consumer & { apply: Consumer['handle'] };

/**
 * Events of a consumer at the broker: not yet delivered, delivered but not acknowledged, and those of the
 * latter that were delivered more than once.
 */
export type Backlog = { pending: number; unacknowledged: number; redelivered: number };

/**
 * Communication between services: over NATS, or by function calls in one process. The same tests cover both.
 */
export interface Messaging {
  /** Registers the handler of a service's requests. Replicas share the requests. */
  serve(service: ServiceName, handler: RpcHandler): void;
  /** Sends a request. Rejects with the failure `unavailable` (no replica serves it) or `timeout`. */
  request(subject: string, payload: Uint8Array, meta: RequestMeta): Promise<Uint8Array>;
  /** Publishes an event. Once this resolves, every consumer will receive it. */
  publish(from: ServiceName, event: Delivery): Promise<void>;
  consume(consumer: Consumer): Promise<void>;
  /** Returns the backlog of a consumer, or null without a broker. Rejects if the broker does not answer. */
  backlog(consumer: Pick<Consumer, 'name' | 'from'>): Promise<Backlog | null>;
  /**
   * Publishes news to current subscribers without storing anything. Only for changes that the data shows as
   * well. Never fails.
   */
  publishNews(subject: `news.${string}`, news: object): void;
  /**
   * Receives news, and events as they are published. What is sent during an outage is lost; `onMissed` is
   * called after the reconnect. A subject may end with `>`, a wildcard for any suffix.
   */
  subscribe(
    subject: `news.${string}` | `events.${string}`,
    onMessage: (news: unknown, subject: string) => void,
    onMissed?: () => void,
  ): void;
  /**
   * Returns the identity of the storage that holds published events. A new identity means that the broker
   * lost its storage, and that the relay must publish all kept events again.
   */
  storageId(from: ServiceName): Promise<string>;
  /** True while requests and events can be sent. */
  healthy(): boolean;
  /** Stops accepting work, finishes work in progress and disconnects. */
  close(): Promise<void>;
}
