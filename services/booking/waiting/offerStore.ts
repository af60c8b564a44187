import type { SkippedReason } from '@venue-booking/proto/booking/waitingList';
import type { BookingTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { type Entry, findEntries, mailColumns, type WaitingDay } from './waitingStore.ts';

/** Guests considered at a time. */
export const CANDIDATES = 20;

const ofDay = ({ venueId, facilityId, day }: WaitingDay) =>
  Prisma.sql`(w.venue_id, w.facility_id, w.day) = (${venueId}, ${facilityId}, ${day}::date)`;

/** The condition on `w` that its guest has no open offer of the venue. */
const HAS_NO_OFFER = Prisma.sql`NOT EXISTS (
  SELECT FROM booking.waiting o WHERE o.venue_id = w.venue_id AND o.mailbox_hash = w.mailbox_hash AND o.status = 'offered')`;

/**
 * The first guests in order of arrival who wait for a slot and whose parties fit into its free places. Looks
 * up each size of party in the index, so that parties that do not fit cost nothing.
 * @param of.tried ids of entries to leave out
 */
export function findNext(
  database: BookingTx,
  day: WaitingDay,
  { slotId, free, tried }: { slotId: number; free: number; tried: readonly bigint[] },
): Promise<Entry[]> {
  const among = Prisma.sql`(n.venue_id, n.facility_id, n.day) = (${day.venueId}, ${day.facilityId}, ${day.day}::date) AND n.status = 'waiting'`;
  return findEntries(
    database,
    Prisma.sql`w.id = ANY(ARRAY(
      WITH RECURSIVE size AS (
        SELECT s.slot_id, (SELECT min(n.people) FROM booking.waiting n WHERE ${among} AND n.slot_id = s.slot_id) AS people
        FROM (VALUES (0::bigint), (${BigInt(slotId)})) AS s(slot_id)
        UNION ALL
        SELECT size.slot_id, (SELECT min(n.people) FROM booking.waiting n
          WHERE ${among} AND n.slot_id = size.slot_id AND n.people > size.people)
        FROM size WHERE size.people < ${free}
      )
      SELECT next.id FROM size CROSS JOIN LATERAL (
        SELECT w.id FROM booking.waiting w
        WHERE ${ofDay(day)} AND w.status = 'waiting' AND w.slot_id = size.slot_id AND w.people = size.people
          AND w.id <> ALL (${tried}::bigint[]) AND ${HAS_NO_OFFER}
        ORDER BY w.id LIMIT ${CANDIDATES}) next
      WHERE size.people <= ${free} ORDER BY next.id LIMIT ${CANDIDATES}))`,
    CANDIDATES,
  );
}

/**
 * Marks entries as being offered a slot under the uids of their bookings-to-be, before the ledger reserves
 * anything. So whoever finds such a reservation also finds its entry. Returns those that were still waiting.
 * @throws a unique violation if one of these guests has another open offer of the venue
 */
export const beginOffers = (
  database: BookingTx,
  slotId: number,
  offers: readonly { id: bigint; uid: string }[],
): Promise<{ id: bigint; uid: string }[]> => database.$queryRaw`
  UPDATE booking.waiting w SET status = 'offered', offer_uid = o.uid, offer_slot_id = ${BigInt(slotId)}, offer_until = NULL
  FROM unnest(${offers.map(({ id }) => id)}::bigint[], ${offers.map(({ uid }) => uid)}::uuid[]) AS o(id, uid)
  WHERE w.id = o.id AND w.status = 'waiting' RETURNING w.id, w.offer_uid::text AS uid`;

/**
 * Opens an offer whose places are reserved, and queues its mail and SMS. Returns whether it was still being
 * made.
 */
export async function openOffer(
  database: BookingTx,
  { id, uid, until, hasSms }: { id: bigint; uid: string; until: number; hasSms: boolean },
): Promise<boolean> {
  const rows = await database.$executeRaw`
    UPDATE booking.waiting w SET offer_until = ${new Date(until)}, skipped = NULL, ${mailColumns('offer')},
      sms_status = CASE WHEN sms.is_on THEN 'queued' END, sms_next_at = CASE WHEN sms.is_on THEN now() END,
      sms_note = NULL, sms_attempts = 0, sms_counted = false
    FROM (SELECT v.id AS venue_id, ${hasSms} AND v.sms_offers AS is_on FROM booking.venue v) sms
    WHERE sms.venue_id = w.venue_id AND id = ${id} AND status = 'offered' AND offer_uid = ${uid}::uuid AND offer_until IS NULL AND erased_at IS NULL`;
  return rows === 1;
}

/** Entries whose offer is open or being made. */
export const findOffers = (database: BookingTx, day: WaitingDay): Promise<Entry[]> =>
  findEntries(
    database,
    Prisma.sql`${ofDay(day)} AND w.status IN ('unconfirmed', 'waiting', 'offered') AND w.status = 'offered'`,
    1000,
  );

/** Records why an entry could not be offered a place. */
export const recordSkipped = (database: BookingTx, id: bigint, reason: SkippedReason): Promise<number> =>
  database.$executeRaw`
    UPDATE booking.waiting SET skipped = ${reason} WHERE id = ${id} AND status = 'waiting' AND skipped IS DISTINCT FROM ${reason}`;

/**
 * Records why earlier guests who wait for a slot were passed over: their party is too large, or they have
 * another open offer.
 * @param offered.before the last id that got an offer
 * @param offered.free the free places at that time
 */
export const recordPassed = (
  database: BookingTx,
  day: WaitingDay,
  { slotId, before, free }: { slotId: number; before: bigint; free: number },
): Promise<number> => database.$executeRaw`
  UPDATE booking.waiting p SET skipped = passed.reason FROM (
    SELECT w.id, CASE WHEN w.people > ${free} THEN 'places_short' ELSE 'offer_open' END AS reason
    FROM booking.waiting w
    WHERE ${ofDay(day)} AND w.status = 'waiting' AND w.id < ${before} AND w.slot_id IN (0, ${BigInt(slotId)})
      AND (w.people > ${free} OR NOT ${HAS_NO_OFFER})) passed
  WHERE p.id = passed.id AND p.skipped IS DISTINCT FROM passed.reason`;

/** Start of the slot in a column, from its id: see proto/src/facility/slotId.ts. */
const startOf = (column: Prisma.Sql) =>
  Prisma.sql`timestamptz '2020-01-01T00:00Z' + (${column} % 67108864) * interval '1 minute'`;

/**
 * Ends entries whose slot has begun.
 * @param isOver whether the whole day is over
 */
export const expireEntries = (database: BookingTx, day: WaitingDay, isOver: boolean): Promise<number> =>
  database.$executeRaw`
    UPDATE booking.waiting w SET status = 'expired', ended_at = now(), ${mailColumns(null)}
    WHERE ${ofDay(day)} AND w.status IN ('unconfirmed', 'waiting')
      AND (${isOver} OR (w.slot_id <> 0 AND ${startOf(Prisma.sql`w.slot_id`)} <= now()))`;

/** Which of these reservations are offers of a waiting list: open ones, and those that are being made. */
export async function findOfferUids(
  database: BookingTx,
  uids: readonly string[],
): Promise<Map<string, 'open' | 'being made'>> {
  const rows = await database.$queryRaw<{ uid: string; open: boolean }[]>`
    SELECT offer_uid::text AS uid, offer_until IS NOT NULL AS open FROM booking.waiting
    WHERE offer_uid = ANY(${uids}::uuid[]) AND status = 'offered'`;
  return new Map(rows.map(({ uid, open }) => [uid, open ? 'open' : 'being made']));
}
