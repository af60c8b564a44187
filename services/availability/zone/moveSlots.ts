import { sameClock } from '@venue-booking/domain/schedule/zoneChange';
import { parseSlotId, slotIdOf } from '@venue-booking/proto/facility/slotId';
import type { AvailabilityTx } from '../database.ts';

/**
 * Slots of a venue that keep their clock time in another time zone. A slot's id contains its start, so it
 * gets another id; allocations, rooms and add-ons follow. Blocks keep their clock time as well.
 */

export type ZoneMove = { venueId: number; from: string; to: string };

/** A slot of the ledger; times in ms since 1970. `breakMs`: the break that was sold with it. */
type Slot = { id: number; startsAt: number; endsAt: number; breakMs: number; booked: number };
/** A slot, and its id and times after the move. */
type Moved = Slot & { newId: number; newStartsAt: number; newEndsAt: number };

/** Far from every slot, so that no slot meets one that has not moved yet. */
const APART = "interval '10000000 hours'";

/**
 * Moves all slots of a venue, past ones included: otherwise a coming slot could move onto a past one. New
 * bookings wait until the transaction ends, and then see the new time zone.
 * @throws an exclusion violation if two booked slots would overlap; {@link findClashes} finds them before
 */
export async function moveSlots(tx: AvailabilityTx, move: ZoneMove): Promise<void> {
  const { venueId } = move;
  // Keeps new slots out: their foreign key waits for these rows.
  await tx.$executeRaw`SELECT FROM availability.facility WHERE venue_id = ${venueId} ORDER BY id FOR UPDATE`;
  await tx.$executeRaw`
    SELECT availability.lock_rooms(array(SELECT DISTINCT unnest(rooms) FROM availability.facility WHERE venue_id = ${venueId}))`;
  const slots = await readSlots(tx, venueId, 'FOR UPDATE');
  // Such a slot covers two times for seconds. The event is retried.
  const [pending] = await tx.$queryRaw<unknown[]>`
    SELECT FROM availability.own_move WHERE venue_id = ${venueId} LIMIT 1`;
  if (pending) throw new Error('a booking of the venue is being moved');
  await moveBlocks(tx, move);
  const moved = await mergeFree(tx, venueId, toMoved(move, slots));
  const changed = moved.filter(({ id, newId, endsAt, newEndsAt }) => id !== newId || endsAt !== newEndsAt);
  if (changed.length === 0) return;
  const values = [
    venueId,
    changed.map(({ id }) => id),
    changed.map(({ newId }) => newId),
    changed.map(({ newStartsAt }) => new Date(newStartsAt)),
    changed.map(({ newEndsAt }) => new Date(newEndsAt)),
  ];
  await tx.$executeRawUnsafe(LEAVE_ROOMS, ...values.slice(0, 2));
  await tx.$executeRawUnsafe(LEAVE, ...values.slice(0, 2));
  await tx.$executeRawUnsafe(FOLLOW_ADD_ONS, venueId);
  await tx.$executeRawUnsafe(ARRIVE_ROOMS, ...values);
  await tx.$executeRawUnsafe(ARRIVE, ...values);
  await tx.$executeRawUnsafe(FOLLOW_ADD_ONS, venueId);
  await tx.$executeRawUnsafe(FOLLOW_RESIZES, venueId);
}

/** After the slots are locked, so that nobody who holds one of them waits for the blocks. */
async function moveBlocks(tx: AvailabilityTx, { venueId, from, to }: ZoneMove): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('blocks of venue ' || ${venueId}::integer, 0))`;
  const blocks = await tx.$queryRaw<{ id: number; startsAt: number; endsAt: number }[]>`
    SELECT id, date_part('epoch', lower(during)) * 1000 AS "startsAt", date_part('epoch', upper(during)) * 1000 AS "endsAt"
    FROM availability.block WHERE venue_id = ${venueId}`;
  const moved = blocks.map(({ id, startsAt, endsAt }) => {
    const start = sameClock(from, to, startsAt);
    const end = sameClock(from, to, endsAt);
    // A block within a repeated hour could end before it starts: it keeps its length.
    return { id, start, end: end > start ? end : start + endsAt - startsAt };
  });
  await tx.$executeRaw`
    UPDATE availability.block b SET during = tstzrange(m.starts_at, m.ends_at)
    FROM unnest(${moved.map(({ id }) => id)}::integer[], ${moved.map(({ start }) => new Date(start))}::timestamptz[],
      ${moved.map(({ end }) => new Date(end))}::timestamptz[]) AS m(id, starts_at, ends_at)
    WHERE b.venue_id = ${venueId} AND b.id = m.id`;
}

/** The booked slots that would overlap another one of their facility or of their rooms, by id. */
export async function findClashes(tx: AvailabilityTx, move: ZoneMove): Promise<number[]> {
  const { venueId } = move;
  const slots = toMoved(move, await readSlots(tx, venueId)).filter(({ booked }) => booked > 0);
  const byId = new Map(slots.map((slot) => [slot.id, slot]));
  const uses = await tx.$queryRaw<{ slotId: number; roomId: number; breakMs: number }[]>`
    SELECT u.slot_id::float8 AS "slotId", u.room_id AS "roomId",
      date_part('epoch', upper(u.during) - s.ends_at) * 1000 AS "breakMs"
    FROM availability.room_use u JOIN availability.slot s ON (s.venue_id, s.id) = (u.venue_id, u.slot_id)
    WHERE u.venue_id = ${venueId}`;
  const inRooms = uses.flatMap(({ slotId, roomId, breakMs }) => {
    const slot = byId.get(slotId);
    return slot ? [{ ...slot, breakMs, roomId }] : [];
  });
  const groups = [
    ...Map.groupBy(slots, ({ id }) => parseSlotId(id)?.facilityId).values(),
    ...Map.groupBy(inRooms, ({ roomId }) => roomId).values(),
  ];
  return [...new Set(groups.flatMap(overlapping))].sort((a, b) => a - b);
}

function overlapping(slots: Moved[]): number[] {
  const sorted = slots.toSorted((a, b) => a.newStartsAt - b.newStartsAt);
  return sorted.flatMap((slot, at) => {
    const next = sorted[at + 1];
    if (slot.newEndsAt <= slot.newStartsAt) return [slot.id];
    return next && next.newStartsAt < slot.newEndsAt + slot.breakMs ? [slot.id, next.id] : [];
  });
}

const readSlots = (tx: AvailabilityTx, venueId: number, lock = ''): Promise<Slot[]> =>
  tx.$queryRawUnsafe<Slot[]>(
    `SELECT id::float8 AS id, date_part('epoch', starts_at) * 1000 AS "startsAt",
       date_part('epoch', ends_at) * 1000 AS "endsAt", booked,
       coalesce(date_part('epoch', free_at - ends_at) * 1000, 0) AS "breakMs"
     FROM availability.slot WHERE venue_id = $1 ORDER BY slot.id ${lock}`,
    venueId,
  );

const toMoved = ({ from, to }: ZoneMove, slots: readonly Slot[]): Moved[] =>
  slots.map((slot) => {
    const newStartsAt = sameClock(from, to, slot.startsAt);
    const newId = slotIdOf(parseSlotId(slot.id)?.facilityId ?? 0, newStartsAt);
    if (newId === null) throw new Error(`slot ${slot.id} has no id in ${to}`);
    return { ...slot, newId, newStartsAt, newEndsAt: sameClock(from, to, slot.endsAt) };
  });

/**
 * Merges slots without places into the slot that gets the same id, as happens in an hour that is repeated.
 * Two booked ones stay, and the move fails.
 */
async function mergeFree(tx: AvailabilityTx, venueId: number, slots: readonly Moved[]): Promise<Moved[]> {
  const kept = new Map<number, Moved>();
  const twice: { free: Moved; other: Moved }[] = [];
  for (const slot of slots) {
    const known = kept.get(slot.newId);
    const [other, free] = known && known.booked === 0 ? [slot, known] : [known ?? slot, slot];
    kept.set(slot.newId, other);
    if (known) twice.push({ free, other });
  }
  const merged = twice.filter(({ free }) => free.booked === 0);
  for (const { free, other } of merged) {
    await tx.$executeRaw`
      UPDATE availability.allocation SET slot_id = ${other.id} WHERE venue_id = ${venueId} AND slot_id = ${free.id}`;
    await tx.$executeRaw`DELETE FROM availability.slot WHERE venue_id = ${venueId} AND id = ${free.id}`;
  }
  const gone = new Set(merged.map(({ free }) => free.id));
  return slots.filter(({ id }) => !gone.has(id));
}

/** The new ids and times of slots. */
const MOVED =
  'unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[]) AS m(id, new_id, starts_at, ends_at)';

/** In two steps, because exclusion constraints and keys are checked row by row: first all slots leave. */
const LEAVE = `
  UPDATE availability.slot
  SET id = -id, starts_at = starts_at + ${APART}, ends_at = ends_at + ${APART}, free_at = free_at + ${APART}
  WHERE venue_id = $1 AND id = ANY($2::bigint[])`;
const LEAVE_ROOMS = `
  UPDATE availability.room_use
  SET slot_id = -slot_id, during = tstzrange(lower(during) + ${APART}, upper(during) + ${APART})
  WHERE venue_id = $1 AND slot_id = ANY($2::bigint[])`;
/** The break after a slot stays as long as it was. */
const ARRIVE = `
  UPDATE availability.slot s SET id = m.new_id, starts_at = m.starts_at, ends_at = m.ends_at,
    free_at = m.ends_at + (s.free_at - s.ends_at)
  FROM ${MOVED} WHERE s.venue_id = $1 AND s.id = -m.id`;
const ARRIVE_ROOMS = `
  UPDATE availability.room_use u
  SET slot_id = m.new_id,
    during = tstzrange(m.starts_at + (lower(u.during) - s.starts_at), m.ends_at + (upper(u.during) - s.ends_at))
  FROM ${MOVED} JOIN availability.slot s ON s.venue_id = $1 AND s.id = -m.id
  WHERE u.venue_id = $1 AND u.slot_id = -m.id`;

/** Add-ons in `column` with the id `slot` where they are counted by slot; NULL if there are none. */
const addOnsAt = (column: string, slot: string, stock = "h -> 'stock'") => `(
  SELECT jsonb_agg(CASE WHEN (h ->> 'slot')::bigint = 0 THEN h
    ELSE h || jsonb_build_object('slot', ${slot}, 'stock', ${stock}) END ORDER BY n)
  FROM jsonb_array_elements(${column}) WITH ORDINALITY AS l(h, n))`;

/**
 * Add-ons of live allocations follow their slot. A trigger counts them again, with the stock of the slot: the
 * stock at the time of an earlier booking may be too small for all of them.
 */
const FOLLOW_ADD_ONS = `
  UPDATE availability.allocation a SET add_ons = f.add_ons
  FROM availability.allocation b
  JOIN availability.slot s ON (s.venue_id, s.id) = (b.venue_id, b.slot_id)
  CROSS JOIN LATERAL (SELECT ${addOnsAt(
    'b.add_ons',
    'b.slot_id',
    `(SELECT u.stock FROM availability.add_on_use u WHERE (u.venue_id, u.facility_id, u.day, u.slot_id, u.key)
        = (s.venue_id, s.facility_id, (h ->> 'day')::date, (h ->> 'slot')::bigint, h ->> 'key'))`,
  )} AS add_ons) f
  WHERE b.venue_id = $1 AND b.released_at IS NULL AND b.add_ons IS NOT NULL AND f.add_ons <> b.add_ons
    AND (a.venue_id, a.booking_uid) = (b.venue_id, b.booking_uid)`;
const FOLLOW_RESIZES = `
  UPDATE availability.resize r SET add_ons_before = ${addOnsAt('r.add_ons_before', 'a.slot_id')},
    add_ons_after = ${addOnsAt('r.add_ons_after', 'a.slot_id')}
  FROM availability.allocation a WHERE r.venue_id = $1 AND (a.venue_id, a.booking_uid) = (r.venue_id, r.booking_uid)`;
