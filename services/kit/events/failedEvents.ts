import type { ServiceName } from '@venue-booking/proto/subjects';
import { sqlStateOf } from '../errors/sqlState.ts';
import { isTransientError } from '../errors/transientError.ts';
import type { Log } from '../logging/log.ts';
import type { Delivery } from '../messaging/messaging.ts';
import type { Sql } from '../postgres/sql.ts';

/** Deliveries after which an event that fails becomes a dead letter. */
const MAX_DELIVER = 8;
/**
 * The same for an event that met only transient faults: at least three days, of the seven that the broker
 * keeps it.
 */
const LAST_DELIVERY = 5000;
/**
 * For this long after a transient fault no other error makes the event a dead letter: events that it depends
 * on were delayed too.
 */
const GRACE_MS = 300_000;

type Deps = {
  database: Sql;
  service: ServiceName;
  log: Log;
  now?: () => number;
};

/**
 * Handles events that failed: stores an event that failed often enough in `<service>.dead_letter`, where the
 * operator can inspect it. Transient faults ({@link isTransientError}) are not the event's fault, so it is
 * redelivered while they last.
 * @returns a function that rejects with the given error if the event should be redelivered
 */
export function createFailedEventHandler({ database, service, log, now = Date.now }: Deps) {
  /** Time of the last transient fault of each event, in ms since 1970, oldest first. */
  const lastTransientFault = new Map<string, number>();
  const recordTransientFault = (id: string) => {
    lastTransientFault.delete(id);
    lastTransientFault.set(id, now());
    for (const [other, at] of lastTransientFault) if (at < now() - GRACE_MS) lastTransientFault.delete(other);
  };
  const shouldRedeliver = ({ id, attempt }: Delivery, error: unknown) => {
    if (attempt >= LAST_DELIVERY) return false;
    if (isTransientError(error)) recordTransientFault(id);
    return attempt < MAX_DELIVER || now() - (lastTransientFault.get(id) ?? 0) < GRACE_MS;
  };

  return async (delivery: Delivery, error: unknown): Promise<void> => {
    if (shouldRedeliver(delivery, error)) throw error;
    const { id, subject, payload } = delivery;
    lastTransientFault.delete(id);
    log.error({ err: error, subject, id }, 'event stored as a dead letter');
    await database.$executeRawUnsafe(
      `INSERT INTO ${service}.dead_letter (event_id, subject, payload, error) VALUES ($1::uuid, $2, $3::jsonb, $4)
       ON CONFLICT (event_id) DO NOTHING`,
      id,
      subject,
      JSON.stringify(payload),
      describeError(error),
    );
  };
}

/**
 * Describes an error without the rows or values that libraries put into messages: they may be personal data.
 */
export function describeError(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  const sqlState = sqlStateOf(error);
  if (sqlState) return `${name}, SQLSTATE ${sqlState}`;
  if (typeof code === 'string') return `${name}, ${code}`;
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof SyntaxError || error.name.startsWith('Prisma')) return error.name;
  return `${name}: ${error.message.slice(0, 500)}`;
}
