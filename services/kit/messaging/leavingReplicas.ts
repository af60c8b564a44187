import type { NatsConnection } from '@nats-io/transport-node';
import type { ServiceName } from '@venue-booking/proto/subjects';

/** A replica publishes this after its last response. */
export const leftSubject = (service: ServiceName) => `news.left.${service}`;

/**
 * Returns a function that sends a request, and sends it again if a replica of its service leaves before the
 * response has arrived. The broker delivers the responses of a replica before its departure. So the replica
 * either lost the request, or another one has it, and then it runs twice. Without this, a lost request would
 * wait for its deadline.
 */
export function repeatWhenReplicaLeaves(connection: NatsConnection) {
  const open = new Map<string, Set<() => void>>();
  connection.subscribe(leftSubject('*' as ServiceName), {
    callback: (error, { subject }) => {
      // After this turn, in which the responses before this message resolve.
      if (!error)
        setImmediate(() => {
          for (const repeat of open.get(subject) ?? []) repeat();
        });
    },
  });
  return async <T>(subject: string, send: () => Promise<T>): Promise<T> => {
    const [, service] = subject.split('.');
    const key = leftSubject(service as ServiceName);
    const waiting = open.get(key) ?? new Set();
    open.set(key, waiting);
    const left = Promise.withResolvers<void>();
    waiting.add(left.resolve);
    try {
      const first = send();
      const answered = first.then((value) => ({ value }));
      const early = await Promise.race([answered, left.promise]);
      if (early) return early.value;
      return await Promise.any([first, send()]).catch(({ errors }: AggregateError) => {
        throw errors.at(-1);
      });
    } finally {
      waiting.delete(left.resolve);
    }
  };
}
