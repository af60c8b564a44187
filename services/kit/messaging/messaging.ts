import type { EventSubject, StoredEvent } from '@venue-booking/proto/events';
import type { ServiceName } from '@venue-booking/proto/subjects';

/** What goes along with a request: its trace, and how long its answer is wanted, in ms. */
export type RpcMeta = { traceparent: string; budgetMs: number };

/** Answers one request to a procedure; never rejects for an expected failure. */
export type RpcHandler = (path: string, payload: Uint8Array, meta: RpcMeta) => Promise<Uint8Array>;

/** An event on its way, from an outbox or to a consumer; `attempt` is 1 the first time. */
export type Delivery = StoredEvent & { id: string; attempt: number };

/**
 * A durable consumer: every event of `from` on one of `subjects` reaches `handle` at least once. A rejection
 * is tried again later, `handle` itself gives up on an event by resolving.
 */
export type Consumer = {
  name: string;
  from: ServiceName;
  subjects: EventSubject[];
  handle: (delivery: Delivery) => Promise<void>;
};

/** A consumer that can be asked for an event again: `apply` rejects however often that has failed. */
export type ReplayableConsumer = Consumer & { apply: Consumer['handle'] };

/**
 * What lies at the broker for a consumer: events that wait, that are under way or to come again, and those of
 * the latter that failed before.
 */
export type Backlog = { pending: number; unacknowledged: number; redelivered: number };

/** How services reach one another: over NATS, or by function calls inside one process; tested alike. */
export interface Messaging {
  /** Answers the requests to a service; several replicas share them. */
  serve(service: ServiceName, handler: RpcHandler): void;
  /** Sends a request. Rejects with the failure `unavailable` (nobody serves) or `timeout`. */
  request(subject: string, payload: Uint8Array, meta: RpcMeta): Promise<Uint8Array>;
  /** Hands an event over for good: once it resolves, every consumer will get it. */
  publish(from: ServiceName, event: Delivery): Promise<void>;
  consume(consumer: Consumer): Promise<void>;
  /** What lies at the broker for a consumer; null without a broker. Rejects while that can't be known. */
  backlog(consumer: Pick<Consumer, 'name' | 'from'>): Promise<Backlog | null>;
  /** Tells who listens now, and keeps nothing: for what a look at the data shows as well. Never fails. */
  tell(subject: `news.${string}`, news: object): void;
  /**
   * Hears what is told, and events as they pass: fast, but not what passes while it is away. That there may
   * have been some is `missed` once it is back. A subject may end with `>`, which stands for any end.
   */
  listen(
    subject: `news.${string}` | `events.${string}`,
    heard: (news: unknown, subject: string) => void,
    missed?: () => void,
  ): void;
  /**
   * Tells a relay where it stands: the identity of the storage that published events lie in. Another identity
   * than last time means that the storage was lost and that everything kept must be published again.
   */
  storageId(from: ServiceName): Promise<string>;
  /** True while requests and events get through. */
  healthy(): boolean;
  /** Stops taking work, finishes what is under way, disconnects. */
  close(): Promise<void>;
}
