import type { ServiceName } from '@venue-booking/proto/subjects';
import type { Log } from './log.ts';
import type { Delivery } from './messaging.ts';
import { type Sql, sqlStateOf } from './sql.ts';

/** Deliveries after which an event is put aside as a dead letter. */
const MAX_DELIVER = 8;

/**
 * What to do with an event that failed: keeps one that failed often enough in `<service>.dead_letter`, for a person to look at.
 * @throws the error itself while the event shall come again.
 */
export async function putAside(
  deps: { database: Sql; service: ServiceName; log: Log; maxDeliver?: number | undefined },
  { id, subject, payload, attempt }: Delivery,
  error: unknown,
): Promise<void> {
  const { database, service, log, maxDeliver = MAX_DELIVER } = deps;
  if (attempt < maxDeliver) throw error;
  log.error({ err: error, subject, id }, 'event put aside as a dead letter');
  await database.$executeRawUnsafe(
    `INSERT INTO ${service}.dead_letter (event_id, subject, payload, error) VALUES ($1::uuid, $2, $3::jsonb, $4)
     ON CONFLICT (event_id) DO NOTHING`,
    id,
    subject,
    JSON.stringify(payload),
    describeError(error),
  );
}

/** What went wrong, without the row or the text that a library repeats in its message: a person may stand in it. */
export function describeError(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  const sqlState = sqlStateOf(error);
  if (sqlState) return `${name}, SQLSTATE ${sqlState}`;
  if (typeof code === 'string') return `${name}, ${code}`;
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof SyntaxError || error.name.startsWith('Prisma')) return error.name;
  return `${name}: ${error.message.slice(0, 500)}`;
}
