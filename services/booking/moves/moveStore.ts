import { instantAt } from '@venue-booking/domain/schedule/venueTime';
import { onUniqueViolation } from '@venue-booking/kit/postgres/sql';
import type { BookingCancellation } from '@venue-booking/proto/booking/adminBooking';
import type { Moves, NewMoves } from '@venue-booking/proto/booking/moves';
import { type FailureData, fail } from '@venue-booking/proto/failures';
import { v7 as newUid } from 'uuid';
import { requireVenue } from '../core/bookingStore.ts';
import type { BookingDatabase, BookingTx } from '../database.ts';

const MINUTES_OF_DAY = 1440;

/** What happens to a booking of a list, as it is stored. */
type MoveAction =
  | { kind: 'move'; slotId: number }
  | { kind: 'cancel'; refund?: BookingCancellation['refund'] }
  /** `until`: ms since 1970. */
  | { kind: 'ask'; until: number };

/** A booking of a list that this process may work on until its lease ends. */
export type ClaimedMove = {
  venueId: number;
  listId: string;
  bookingId: number;
  action: MoveAction;
  /** Of the booking when the list was made. */
  revision: number;
  actor: string;
  byDesk: boolean;
  /** Includes the current one. */
  attempts: number;
};

/**
 * Stores a list of bookings to move or cancel and returns its id.
 * @throws `booking_not_found` for a booking of another venue, `moves_pending`
 */
export async function createMoves(
  database: BookingDatabase,
  {
    venueId,
    items,
    actor,
    byDesk,
  }: { venueId: number; items: NewMoves['items']; actor: string; byDesk: boolean },
): Promise<string> {
  const listId = newUid();
  const actions = await actionsOf(database, { venueId, items });
  const insert = database.raw.$transaction(async (tx) => {
    const stored = await tx.$executeRaw`
      INSERT INTO booking.move_item (venue_id, list_id, booking_id, action, revision, actor, by_desk)
      SELECT b.venue_id, ${listId}::uuid, b.id, wished.action, b.revision, ${actor}, ${byDesk}
      FROM unnest(${items.map(({ booking_id }) => booking_id)}::bigint[], ${actions.map((it) => JSON.stringify(it))}::jsonb[]) AS wished(id, action)
      JOIN booking.booking b ON b.id = wished.id AND b.venue_id + 0 = ${venueId} -- by id; see docs/decisions/0068`;
    if (stored < items.length) throw fail('booking_not_found');
  });
  await onUniqueViolation(insert, () => fail('moves_pending'));
  return listId;
}

/** @throws `validation` for a day to choose until that is over */
async function actionsOf(
  database: BookingDatabase,
  { venueId, items }: { venueId: number; items: NewMoves['items'] },
): Promise<MoveAction[]> {
  const asks = items.some(({ action }) => action === 'ask');
  const timezone = asks ? (await requireVenue(database, venueId)).timezone : 'UTC';
  return items.map(({ action, slot_id: slotId = 0, refund, until: day = '' }): MoveAction => {
    if (action === 'move') return { kind: 'move', slotId };
    if (action === 'cancel') return { kind: 'cancel', ...(refund !== undefined && { refund }) };
    const until = instantAt(timezone, day, MINUTES_OF_DAY) - 60_000;
    if (until <= Date.now()) throw fail('validation', { detail: '`until` must not be over' });
    return { kind: 'ask', until };
  });
}

/** The progress of a list. @throws `moves_not_found` */
export async function showMoves(
  database: BookingTx,
  { venueId, listId }: { venueId: number; listId: string },
): Promise<Moves> {
  const rows = await database.$queryRaw<
    {
      id: number;
      kind: MoveAction['kind'];
      status: 'due' | 'done' | 'refused';
      code: string | null;
      answer: NonNullable<Moves['items'][number]['answer']> | null;
    }[]
  >`
    SELECT m.booking_id::float8 AS id, m.action ->> 'kind' AS kind, m.status, m.failure ->> 'code' AS code,
      CASE WHEN m.status <> 'done' OR m.action ->> 'kind' <> 'ask' THEN NULL
           WHEN b.status = 'cancelled' THEN 'cancelled' WHEN b.revision > m.revision + 1 THEN 'changed'
           WHEN (m.action ->> 'until')::bigint >= date_part('epoch', now()) * 1000 THEN 'waiting' ELSE 'none' END AS answer
    FROM booking.move_item m CROSS JOIN LATERAL (
      SELECT status, revision FROM booking.booking WHERE id = m.booking_id OFFSET 0) b -- by id; see docs/decisions/0068
    WHERE m.list_id = ${listId}::uuid AND m.venue_id = ${venueId} ORDER BY m.booking_id`;
  if (rows.length === 0) throw fail('moves_not_found');
  return {
    id: listId,
    due: rows.filter(({ status }) => status === 'due').length,
    items: rows.map(({ id, kind, status, code, answer }) => ({
      ...{ booking_id: id, action: kind, status },
      ...(code !== null && { error_code: code }),
      ...(answer !== null && { answer }),
    })),
  };
}

/** Claims due bookings of lists under a lease in ms. Replicas share the work, and a crash releases it. */
export const claimMoves = (
  database: BookingDatabase,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedMove[]> => database.$queryRaw<ClaimedMove[]>`
  WITH due AS MATERIALIZED (
    SELECT list_id, booking_id FROM booking.move_item WHERE status = 'due' AND next_at <= now()
    ORDER BY next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )
  UPDATE booking.move_item m SET attempts = m.attempts + 1, next_at = now() + ${leaseMs} * interval '1 millisecond'
  FROM due WHERE (m.list_id, m.booking_id) = (due.list_id, due.booking_id)
  RETURNING m.venue_id AS "venueId", m.list_id::text AS "listId", m.booking_id::float8 AS "bookingId", m.action,
    m.revision, m.actor, m.by_desk AS "byDesk", m.attempts`;

/**
 * Ends the work on a booking, in the transaction of its change. Returns false if another process has ended it
 * already; the caller then rolls back.
 */
export async function endMove(
  tx: BookingTx,
  { listId, bookingId }: ClaimedMove,
  failure: FailureData | null = null,
): Promise<boolean> {
  const ended = await tx.$executeRaw`
    UPDATE booking.move_item SET status = ${failure ? 'refused' : 'done'},
      failure = ${failure && JSON.stringify({ code: failure.code, params: failure.params })}::jsonb
    WHERE list_id = ${listId}::uuid AND booking_id = ${bookingId} AND status = 'due'`;
  return ended === 1;
}

/** Makes a booking due again after a delay in ms. */
export async function retryMove(
  database: BookingDatabase,
  { listId, bookingId }: ClaimedMove,
  delayMs: number,
): Promise<void> {
  await database.$executeRaw`
    UPDATE booking.move_item SET next_at = now() + ${delayMs} * interval '1 millisecond'
    WHERE list_id = ${listId}::uuid AND booking_id = ${bookingId} AND status = 'due'`;
}
