import { AsyncLocalStorage } from 'node:async_hooks';
import { fail } from '@venue-booking/proto/failures';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { withTimeout } from '../concurrency/withTimeout.ts';
import type { Consumer, Messaging, RpcHandler } from './messaging.ts';

/**
 * `open` starts the delivery of requests and events; call it when all services are registered. An event
 * delivered earlier would never reach a consumer that registers later.
 */
type LocalMessaging = Messaging & { open(): void };

/** Messaging between services of one process. Payloads are bytes and calls have deadlines, as over NATS. */
export function localMessaging(): LocalMessaging {
  const handlers = new Map<string, RpcHandler>();
  const consumers: Consumer[] = [];
  const subscribers: Parameters<Messaging['subscribe']>[] = [];
  const inProgress = new Set<Promise<unknown>>();
  // While this closes, work in progress may still make requests that it needs to finish.
  const trackedWork = new AsyncLocalStorage<true>();
  let closed = false;
  const opened = Promise.withResolvers<void>();

  const track = async <T>(start: () => Promise<T>): Promise<T> => {
    const work = trackedWork.run(true, start);
    inProgress.add(work);
    return work.finally(() => inProgress.delete(work));
  };

  const publishNews = (subject: string, news: unknown) => {
    for (const [pattern, onMessage] of subscribers) {
      const matches = pattern.endsWith('>') ? subject.startsWith(pattern.slice(0, -1)) : subject === pattern;
      if (matches) onMessage(news, subject);
    }
  };

  return {
    serve: (service: ServiceName, handler) => void handlers.set(service, handler),

    async request(subject, payload, meta) {
      const [, service = '', ...path] = subject.split('.');
      // A flag, because timers can fire a millisecond before the clock shows the deadline.
      let isAwaited = true;
      const respond = async () => {
        await opened.promise;
        if (!isAwaited) throw fail('timeout');
        const handler = handlers.get(service);
        if (!handler || (closed && !trackedWork.getStore())) throw fail('unavailable');
        return track(() => handler(path.join('.'), payload, meta));
      };
      return withTimeout(meta.budgetMs, respond()).finally(() => {
        isAwaited = false;
      });
    },

    open: opened.resolve,

    async publish(from, event) {
      await opened.promise;
      if (closed) throw fail('unavailable');
      publishNews(event.subject, event.payload);
      const interested = consumers.filter((it) => it.from === from && it.subjects.includes(event.subject));
      await track(() => Promise.all(interested.map((consumer) => consumer.handle(event))));
    },

    consume: async (consumer) => void consumers.push(consumer),
    backlog: async () => null,
    publishNews,
    subscribe: (...subscriber) => void subscribers.push(subscriber),
    // Events stay in the outbox until they are handled, so there is no storage to lose.
    storageId: async () => 'in-process',
    healthy: () => !closed,

    async close() {
      closed = true;
      opened.resolve();
      while (inProgress.size > 0) await Promise.allSettled(inProgress);
    },
  };
}
