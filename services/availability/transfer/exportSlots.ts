import type { BlockLine, CapacityLine } from '@venue-booking/proto/transfer/archive';
import type { AvailabilityDatabase } from '../database.ts';

/** Rows per page. */
const PAGE = 500;

type Page<Line> = { lines: Line[]; next: number | null };

/** A timestamp as an ISO 8601 text in UTC. */
const ISO = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Slots with a capacity of their own, by id. @param after the id of the last one that was read */
export async function exportCapacities(
  database: AvailabilityDatabase,
  { venueId, after }: { venueId: number; after: number },
): Promise<Page<CapacityLine>> {
  const rows = await database.$queryRawUnsafe<(CapacityLine & { id: number })[]>(
    `SELECT id::float8 AS id, facility_id, ${ISO('starts_at')} AS starts_at, ${ISO('ends_at')} AS ends_at, capacity
     FROM availability.slot WHERE venue_id = $1 AND id > $2 AND capacity IS NOT NULL ORDER BY id LIMIT ${PAGE}`,
    venueId,
    after,
  );
  return pageOf(rows);
}

/** Blocked times, by id. */
export async function exportBlocks(
  database: AvailabilityDatabase,
  { venueId, after }: { venueId: number; after: number },
): Promise<Page<BlockLine>> {
  const rows = await database.$queryRawUnsafe<(BlockLine & { id: number })[]>(
    `SELECT id, facility_id, room_id, ${ISO('lower(during)')} AS starts_at, ${ISO('upper(during)')} AS ends_at, reason
     FROM availability.block WHERE venue_id = $1 AND id > $2::bigint ORDER BY id LIMIT ${PAGE}`,
    venueId,
    after,
  );
  return pageOf(rows);
}

const pageOf = <Line>(rows: (Line & { id: number })[]) => ({
  lines: rows.map(({ id: _, ...line }) => line as Line),
  next: rows.length < PAGE ? null : Number(rows.at(-1)?.id),
});
