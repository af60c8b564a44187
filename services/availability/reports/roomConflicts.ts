import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import type { AvailabilityDatabase } from '../database.ts';
import { DURING, usesOf } from '../rooms/roomUse.ts';
import type { FacilityRules } from '../rules/rulesStore.ts';
import { overlapsAny } from '../schedule/intervals.ts';
import type { Interval } from '../schedule/schedule.ts';
import { withBuffer } from '../slots/slot.ts';

/** Whether a time within the opening hours cannot be sold, because another slot has a room that it needs. */
export type IsRoomTaken = (slot: Interval) => boolean;

type Row = Interval & { room: number | null; slot: number | null };

/**
 * Finds the times at which facilities of a venue cannot be sold because their rooms are taken. Runs one
 * statement, or none if no facility uses rooms. Slots that are occupied or without places are
 * excluded, because their own ledger row decides.
 * @param interval from the start of the first time to the end of the last one
 * @returns a check for each facility; null if it uses no rooms
 */
export async function findRoomConflicts(
  database: AvailabilityDatabase,
  { venueId, facilities }: { venueId: number; facilities: readonly FacilityRules[] },
  interval: Interval,
): Promise<(rules: FacilityRules) => IsRoomTaken | null> {
  const users = facilities.filter(({ rooms }) => rooms.length > 0);
  if (users.length === 0) return () => null;
  const rows = await database.$queryRawUnsafe<Row[]>(
    `SELECT r.id AS room, ${DURING}, NULL::float8 AS slot
     FROM unnest($2::integer[]) AS r(id) ${usesOf('$1', "tstzrange($4::timestamptz, $5::timestamptz + interval '2 days')")}
     UNION ALL
     SELECT NULL, date_part('epoch', s.starts_at) * 1000, date_part('epoch', s.ends_at) * 1000,
       s.id::float8
     FROM availability.slot s JOIN availability.facility f ON (f.venue_id, f.id) = (s.venue_id, s.facility_id)
     WHERE s.venue_id = $1 AND s.facility_id = ANY($3::integer[])
       AND s.starts_at >= $4::timestamptz AND s.starts_at < $5::timestamptz
       AND (s.booked > 0 OR coalesce(s.capacity, f.capacity) = 0)
     ORDER BY "startsAt"`,
    venueId,
    [...new Set(users.flatMap(({ rooms }) => rooms))],
    users.map(({ facilityId }) => facilityId),
    new Date(interval.startsAt),
    new Date(interval.endsAt),
  );
  const withOwnRow = new Set(rows.map(({ slot }) => slot));
  const usesByRoom = Map.groupBy(rows, ({ room }) => room);
  return (rules) => {
    if (rules.rooms.length === 0) return null;
    const uses = rules.rooms.map((room) => usesByRoom.get(room) ?? []);
    return (slot) =>
      uses.some((ofRoom) => overlapsAny(ofRoom, withBuffer(rules, slot))) &&
      !withOwnRow.has(slotIdOf(rules.facilityId, slot.startsAt));
  };
}
