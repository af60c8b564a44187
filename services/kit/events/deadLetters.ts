import type { DeadLetter } from '@venue-booking/proto/deadLetter';
import { isEventSubject, type StoredEvent } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { z } from 'zod';
import type { ReplayableConsumer } from '../messaging/messaging.ts';
import { mutation, query, t } from '../messaging/rpc.ts';
import type { Sql } from '../postgres/sql.ts';
import { describeError } from './putAside.ts';

const MOST_LISTED = 500;

type Row = { id: string; subject: string; payload: StoredEvent['payload']; error: string; created_at: Date };

/** The events that a service could not apply. @param deps.consumers those that put them aside */
export function createDeadLetters(deps: {
  database: Sql;
  service: ServiceName;
  consumers: readonly ReplayableConsumer[];
}) {
  const { database, service, consumers } = deps;
  const columns = 'event_id::text AS id, subject, payload, error, created_at';
  return {
    /** The newest 500, newest first; of one venue when it is named. */
    async list({ venueId }: { venueId?: number | undefined }): Promise<DeadLetter[]> {
      const rows = await database.$queryRawUnsafe<Row[]>(
        `SELECT ${columns} FROM ${service}.dead_letter WHERE $1::text IS NULL OR payload->>'venueId' = $1::text
         ORDER BY created_at DESC, event_id LIMIT ${MOST_LISTED}`,
        venueId === undefined ? null : String(venueId),
      );
      return rows.map((row) => letterOf(service, row));
    },

    /** Applies one again, and takes it off the list. @throws `dead_letter_not_found`, `dead_letter_again` */
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

/** Twice at once is as once: the inbox has the effect happen once, and work is idempotent. */
async function applyAgain(
  consumers: readonly ReplayableConsumer[],
  { id, subject, payload }: Row,
): Promise<void> {
  if (!isEventSubject(subject)) throw new Error('this event is no longer known');
  const wanting = consumers.filter((consumer) => consumer.subjects.includes(subject));
  if (wanting.length === 0) throw new Error('nothing takes this event any more');
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

/** How other services reach a service's dead letters. */
export const deadLetterRouter = (letters: DeadLetters) =>
  t.router({
    list: query(z.object({ venueId: z.int().optional() }), letters.list),
    replay: mutation(z.object({ id: z.uuid() }), letters.replay),
  });
