import type { AvailabilityTx } from '../database.ts';
import type { Interval } from '../schedule/schedule.ts';

/** Blocked times. The database rejects reservations in them (`reject_in_block`). */

/** What a block covers: a facility, the facilities that use a room, or the whole venue if both are null. */
export type BlockScope = { facilityId: number | null; roomId: number | null };

/** A blocked time; `reason` is empty if none was given. */
export type Block = Interval & BlockScope & { id: number; reason: string };

/** SQL condition: a block `b` covers a facility `f` of its venue. */
export const COVERS =
  '(b.facility_id = f.id OR b.room_id = ANY(f.rooms) OR (b.facility_id IS NULL AND b.room_id IS NULL))';

/** SQL condition: some block covers a facility `f` during a range. `OFFSET 0` makes it one index lookup. */
export const blockedSql = (during: string) => `EXISTS (
  SELECT FROM (SELECT * FROM availability.block WHERE venue_id = f.venue_id AND during && ${during} OFFSET 0) b WHERE ${COVERS})`;

const IN_MINUTES = `date_part('epoch', lower(b.during))::bigint / 60 || ',' || date_part('epoch', upper(b.during))::bigint / 60`;

/**
 * SQL of a subquery for the blocked times of a facility `f`, by start. It covers some booking days and two
 * more on both sides. Like `roomUseSql`, it returns one text with two numbers per block.
 */
export const blocksSql = (from: string, count: string) => `
  (SELECT string_agg(${IN_MINUTES}, ',' ORDER BY lower(b.during)) FROM availability.block b
   WHERE b.venue_id = f.venue_id AND b.during && tstzrange(${from}::date - 2, ${from}::date + ${count}::integer + 2) AND ${COVERS})`;

const COLUMNS = `b.id, b.facility_id AS "facilityId", b.room_id AS "roomId", b.reason,
  date_part('epoch', lower(b.during)) * 1000 AS "startsAt", date_part('epoch', upper(b.during)) * 1000 AS "endsAt"`;

/** The blocks of a venue that touch an interval, by start. @param limit maximum number; absent: all */
export const findBlocks = (
  database: AvailabilityTx,
  { venueId, startsAt, endsAt }: { venueId: number; startsAt: number; endsAt: number | null },
  limit?: number,
): Promise<Block[]> =>
  database.$queryRawUnsafe(
    `SELECT ${COLUMNS} FROM availability.block b WHERE b.venue_id = $1 AND b.during && tstzrange($2, $3)
     ORDER BY lower(b.during), b.id LIMIT $4`,
    venueId,
    new Date(startsAt),
    endsAt === null ? null : new Date(endsAt),
    limit ?? null,
  );

/** Those of some blocks that cover a facility. */
export const blocksOf = (
  blocks: readonly Block[],
  { facilityId, rooms }: { facilityId: number; rooms: readonly number[] },
): Block[] =>
  blocks.filter(
    (block) =>
      block.facilityId === facilityId ||
      (block.roomId !== null && rooms.includes(block.roomId)) ||
      isOfVenue(block),
  );

const isOfVenue = ({ facilityId, roomId }: BlockScope) => facilityId === null && roomId === null;

type Times = { venueId: number; scopes: readonly BlockScope[]; intervals: readonly Interval[] };

/** Adds a block for each scope and interval, unless one with this reason covers it. Returns their ids. */
export const addBlocks = (database: AvailabilityTx, times: Times, reason: string): Promise<number[]> =>
  insertBlocks(
    database,
    times.venueId,
    timesOf(times).map((time) => ({ ...time, reason })),
  );

/** Adds blocks, each unless one with its reason covers it. Returns their ids. */
export async function insertBlocks(
  database: AvailabilityTx,
  venueId: number,
  blocks: readonly Omit<Block, 'id'>[],
): Promise<number[]> {
  const rows = await database.$queryRawUnsafe<{ id: number }[]>(
    `SELECT DISTINCT availability.add_block($1, t.facility_id, t.room_id, tstzrange(t.starts_at, t.ends_at), t.reason) AS id
     FROM unnest($2::integer[], $3::integer[], $4::timestamptz[], $5::timestamptz[], $6::text[])
       AS t(facility_id, room_id, starts_at, ends_at, reason)`,
    venueId,
    ...columnsOf(blocks),
    blocks.map(({ reason }) => reason),
  );
  return rows.map(({ id }) => id);
}

/** Removes these times from the blocks of exactly these scopes. */
export async function cutBlocks(database: AvailabilityTx, times: Times): Promise<void> {
  await database.$queryRawUnsafe(
    `SELECT availability.cut_blocks($1, t.facility_id, t.room_id, tstzrange(t.starts_at, t.ends_at))::text
     FROM unnest($2::integer[], $3::integer[], $4::timestamptz[], $5::timestamptz[]) AS t(facility_id, room_id, starts_at, ends_at)`,
    times.venueId,
    ...columnsOf(timesOf(times)),
  );
}

const timesOf = ({ scopes, intervals }: Times): (BlockScope & Interval)[] =>
  scopes.flatMap((scope) => intervals.map((interval) => ({ ...scope, ...interval })));

function columnsOf(rows: readonly (BlockScope & Interval)[]): unknown[] {
  return [
    rows.map(({ facilityId }) => facilityId),
    rows.map(({ roomId }) => roomId),
    rows.map(({ startsAt }) => new Date(startsAt)),
    rows.map(({ endsAt }) => new Date(endsAt)),
  ];
}

/** Removes a block. Returns it, or null if the venue has no such block. */
export async function removeBlock(
  database: AvailabilityTx,
  { venueId, id }: { venueId: number; id: number },
): Promise<Block | null> {
  const [block = null] = await database.$queryRawUnsafe<Block[]>(
    `DELETE FROM availability.block b WHERE b.venue_id = $1 AND b.id = $2::bigint RETURNING ${COLUMNS}`,
    venueId,
    id,
  );
  return block;
}

/**
 * Clears `slot.blocked` where no block is left, for the reads of the previous release. Returns the number of
 * slots.
 */
export const mirrorUnblocked = (
  database: AvailabilityTx,
  { venueId, startsAt, endsAt }: { venueId: number; startsAt: number; endsAt: number },
): Promise<number> =>
  database.$executeRawUnsafe(
    `UPDATE availability.slot s SET blocked = false
     FROM (
       SELECT s.id FROM availability.facility f JOIN availability.slot s ON (s.venue_id, s.facility_id) = (f.venue_id, f.id)
       WHERE f.venue_id = $1 AND s.blocked AND s.ends_at > $2 AND s.starts_at < $3
         -- No slot is longer.
         AND s.starts_at > $2::timestamptz - interval '2 days' AND NOT ${blockedSql('tstzrange(s.starts_at, s.ends_at)')}
       ORDER BY s.id FOR UPDATE OF s
     ) free WHERE s.venue_id = $1 AND s.id = free.id`,
    venueId,
    new Date(startsAt),
    new Date(endsAt),
  );

/** Ids of the facilities of a venue that a block covers. */
export async function facilitiesIn(
  database: AvailabilityTx,
  venueId: number,
  { facilityId, roomId }: BlockScope,
): Promise<number[]> {
  const rows = await database.$queryRawUnsafe<{ id: number }[]>(
    `SELECT f.id FROM availability.facility f CROSS JOIN (VALUES ($2::integer, $3::integer)) AS b(facility_id, room_id)
     WHERE f.venue_id = $1 AND ${COVERS} ORDER BY f.id`,
    venueId,
    facilityId,
    roomId,
  );
  return rows.map(({ id }) => id);
}
