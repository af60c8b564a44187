import { AsyncLocalStorage } from 'node:async_hooks';
import { fail } from '@venue-booking/proto/failures';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { within } from '../concurrency/withTimeout.ts';
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
  const listeners: Parameters<Messaging['listen']>[] = [];
  const underWay = new Set<Promise<unknown>>();
  // While this closes, work in progress may still make requests that it needs to finish.
  const insideWork = new AsyncLocalStorage<true>();
  let closed = false;
  const opened = Promise.withResolvers<void>();

  const track = async <T>(start: () => Promise<T>): Promise<T> => {
    const work = insideWork.run(true, start);
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };

  const tell = (subject: string, news: unknown) => {
    for (const [about, heard] of listeners) {
      const isHeard = about.endsWith('>') ? subject.startsWith(about.slice(0, -1)) : subject === about;
      if (isHeard) heard(news, subject);
    }
  };

  return {
    serve: (service: ServiceName, handler) => void handlers.set(service, handler),

    async request(subject, payload, meta) {
      const [, service = '', ...path] = subject.split('.');
      // A flag, because timers can fire a millisecond before the clock shows the deadline.
      let isAwaited = true;
      const answer = async () => {
        await opened.promise;
        if (!isAwaited) throw fail('timeout');
        const handler = handlers.get(service);
        if (!handler || (closed && !insideWork.getStore())) throw fail('unavailable');
        return track(() => handler(path.join('.'), payload, meta));
      };
      return within(meta.budgetMs, answer()).finally(() => {
        isAwaited = false;
      });
    },

    open: opened.resolve,

    async publish(from, event) {
      await opened.promise;
      if (closed) throw fail('unavailable');
      tell(event.subject, event.payload);
      const wanting = consumers.filter((it) => it.from === from && it.subjects.includes(event.subject));
      await track(() => Promise.all(wanting.map((consumer) => consumer.handle(event))));
    },

    consume: async (consumer) => void consumers.push(consumer),
    backlog: async () => null,
    tell,
    listen: (...listener) => void listeners.push(listener),
    // Events stay in the outbox until they are handled, so there is no storage to lose.
    storageId: async () => 'in-process',
    healthy: () => !closed,

    async close() {
      closed = true;
      opened.resolve();
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
