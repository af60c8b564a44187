import { isEventSubject, type StoredEvent } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import type { DeadLetter } from '@venue-booking/proto/reports/deadLetter';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { z } from 'zod';
import type { ReplayableConsumer } from '../messaging/messaging.ts';
import { mutation, query, t } from '../messaging/rpc.ts';
import type { Sql } from '../postgres/sql.ts';
import { describeError } from './failedEvents.ts';

const MAX_LISTED = 500;

type Row = { id: string; subject: string; payload: StoredEvent['payload']; error: string; created_at: Date };

/**
 * The events that a service could not apply. @param deps.consumers the service's consumers, which apply
 * replayed events
 */
export function createDeadLetters(deps: {
  database: Sql;
  service: ServiceName;
  consumers: readonly ReplayableConsumer[];
}) {
  const { database, service, consumers } = deps;
  const columns = 'event_id::text AS id, subject, payload, error, created_at';
  return {
    /** Returns the newest 500 dead letters, newest first, optionally of one venue only. */
    async list({ venueId }: { venueId?: number | undefined }): Promise<DeadLetter[]> {
      const rows = await database.$queryRawUnsafe<Row[]>(
        `SELECT ${columns} FROM ${service}.dead_letter WHERE $1::text IS NULL OR payload->>'venueId' = $1::text
         ORDER BY created_at DESC, event_id LIMIT ${MAX_LISTED}`,
        venueId === undefined ? null : String(venueId),
      );
      return rows.map((row) => letterOf(service, row));
    },

    /** Applies a dead letter again and deletes it. @throws `dead_letter_not_found`, `dead_letter_again` */
    async replay({ id }: { id: string }): Promise<DeadLetter> {
      const [row] = await database.$queryRawUnsafe<Row[]>(
        `SELECT ${columns} FROM ${service}.dead_letter WHERE event_id = $1::uuid`,
        id,
      );
      if (!row) throw fail('dead_letter_not_found');
      await applyAgain(consumers, row).catch((error: unknown) => {
        throw fail('dead_letter_again', { reason: describeError(error) });
      });
      await database.$executeRawUnsafe(`DELETE FROM ${service}.dead_letter WHERE event_id = $1::uuid`, id);
      return letterOf(service, row);
    },
  };
}
export type DeadLetters = ReturnType<typeof createDeadLetters>;

/** Concurrent replays are safe: the inbox applies an event once, and batch consumers are idempotent. */
async function applyAgain(
  consumers: readonly ReplayableConsumer[],
  { id, subject, payload }: Row,
): Promise<void> {
  if (!isEventSubject(subject)) throw new Error('unknown event subject');
  const wanting = consumers.filter((consumer) => consumer.subjects.includes(subject));
  if (wanting.length === 0) throw new Error('no consumer handles this event any more');
  for (const consumer of wanting) await consumer.apply({ id, subject, payload, attempt: 1 });
}

function letterOf(service: ServiceName, { id, subject, payload, error, created_at }: Row): DeadLetter {
  const fields = payload as DeadLetter['payload'];
  const venueId = Number(fields.venueId);
  return {
    id,
    service,
    subject,
    venue_id: Number.isInteger(venueId) ? venueId : null,
    payload: fields,
    error,
    created_at: new Date(created_at).toISOString(),
  };
}

/** Procedures with which other services list and replay a service's dead letters. */
export const deadLetterRouter = (letters: DeadLetters) =>
  t.router({
    list: query(z.object({ venueId: z.int().optional() }), letters.list),
    replay: mutation(z.object({ id: z.uuid() }), letters.replay),
  });
