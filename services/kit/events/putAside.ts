import type { ServiceName } from '@venue-booking/proto/subjects';
import type { Delivery } from '../messaging/messaging.ts';
import { isPassingFault } from '../postgres/passingFault.ts';
import { type Sql, sqlStateOf } from '../postgres/sql.ts';
import type { Log } from '../process/log.ts';

/** Deliveries after which an event that fails is put aside as a dead letter. */
const MAX_DELIVER = 8;
/** And one that only meets faults that pass: three days at least, while the broker keeps it for seven. */
const LAST_DELIVERY = 5000;
/** For so many ms after such a fault no other puts the event aside: what it needs was held up too. */
const GRACE_MS = 300_000;

type Deps = {
  database: Sql;
  service: ServiceName;
  log: Log;
  now?: () => number;
};

/**
 * What a consumer does with an event that failed: keeps one that failed often enough in
 * `<service>.dead_letter`, for a person to look at. A fault that passes ({@link isPassingFault}) says nothing
 * of the event, which then comes again for as long as it lasts.
 * @returns rejects with the error itself while the event shall come again
 */
export function createPutAside({ database, service, log, now = Date.now }: Deps) {
  /** By event, oldest first: when it last met a fault that passes, in ms since 1970. */
  const disturbed = new Map<string, number>();
  const note = (id: string) => {
    disturbed.delete(id);
    disturbed.set(id, now());
    for (const [other, at] of disturbed) if (at < now() - GRACE_MS) disturbed.delete(other);
  };
  const comesAgain = ({ id, attempt }: Delivery, error: unknown) => {
    if (attempt >= LAST_DELIVERY) return false;
    if (isPassingFault(error)) note(id);
    return attempt < MAX_DELIVER || now() - (disturbed.get(id) ?? 0) < GRACE_MS;
  };

  return async (delivery: Delivery, error: unknown): Promise<void> => {
    if (comesAgain(delivery, error)) throw error;
    const { id, subject, payload } = delivery;
    disturbed.delete(id);
    log.error({ err: error, subject, id }, 'event put aside as a dead letter');
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

/** What went wrong, without the row or text that a library repeats: a person may stand in it. */
export function describeError(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  const sqlState = sqlStateOf(error);
  if (sqlState) return `${name}, SQLSTATE ${sqlState}`;
  if (typeof code === 'string') return `${name}, ${code}`;
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof SyntaxError || error.name.startsWith('Prisma')) return error.name;
  return `${name}: ${error.message.slice(0, 500)}`;
}
