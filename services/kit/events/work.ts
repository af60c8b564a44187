import { type EventOf, type EventSubject, readEvent } from '@venue-booking/proto/events';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { newCall, runInCall } from '../messaging/callContext.ts';
import type { Delivery, ReplayableConsumer } from '../messaging/messaging.ts';
import type { Sql } from '../postgres/sql.ts';
import type { Log } from '../process/log.ts';
import { within } from '../process/within.ts';
import { createPutAside } from './putAside.ts';

/**
 * How long one job may take: less than the 30 s that broker and relay wait before they give it to somebody
 * else.
 */
const JOB_BUDGET_MS = 25_000;
/** Deliveries of a job whose provider is away. */
const TRIES_WHILE_AWAY = 4;

/** Rejection of a job that could not be done now and is nobody's fault: the provider is away. */
export class TryLater extends Error {
  constructor(message = 'the provider is away', options?: ErrorOptions) {
    super(message, options);
    this.name = 'TryLater';
  }
}

type Job<S extends EventSubject> = (
  event: EventOf<S>,
  delivery: { eventId: string; attempt: number },
) => Promise<void>;
/** The work that an event asks for, by its subject. */
export type WorkHandlers = { [S in EventSubject]?: Job<S> };

/**
 * A consumer of events that are work, such as calls of a payment provider. A job runs outside any
 * transaction, as a call with 25 s until its deadline. It must be idempotent: it can come again, also while
 * it is under way. One that rejects comes again: with {@link TryLater} a few times, as the service's sweep
 * will ask again; otherwise until it is put aside ({@link createPutAside}).
 */
export function workConsumer(deps: {
  database: Sql;
  service: ServiceName;
  from: ServiceName;
  handlers: WorkHandlers;
  log: Log;
  budgetMs?: number;
}): ReplayableConsumer {
  const { service, from, handlers, log, budgetMs = JOB_BUDGET_MS } = deps;
  const putAside = createPutAside(deps);
  const apply = async ({ id, subject, payload, attempt }: Delivery) => {
    const job = handlers[subject] as Job<EventSubject>;
    const event = readEvent(subject, payload);
    // A job that never ends would hold its place for good, and a clean stop up.
    await runInCall(newCall(budgetMs), () => within(budgetMs, job(event, { eventId: id, attempt })));
  };
  return {
    // A name of its own: a service may also have an inbox on the same stream.
    name: `${service}_work`,
    from,
    subjects: Object.keys(handlers) as EventSubject[],
    apply,
    async handle(delivery) {
      try {
        await apply(delivery);
      } catch (error) {
        if (!(error instanceof TryLater)) return putAside(delivery, error);
        const { id, subject, attempt } = delivery;
        if (attempt < TRIES_WHILE_AWAY) throw error;
        log.warn({ err: error, subject, id }, 'work left to the next sweep');
      }
    },
  };
}
