import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { AffectedRequest, RulesChange } from '@venue-booking/proto/venue/rulesChange';
import type { z } from 'zod';
import type { AvailabilityDatabase } from '../database.ts';
import { findSlotsWithoutRoom } from '../rooms/roomUse.ts';
import { findRules } from '../rules/rulesStore.ts';
import { daysAround } from '../schedule/daysAround.ts';
import { findRowsOf, findSharedSlots } from '../slots/slotStore.ts';
import { affectedBookings } from './affectedBookings.ts';

/** The ids of the bookings that a change of the rules affects. */
export async function findAffected(
  { database }: { database: AvailabilityDatabase },
  { venueId, change, bookings }: z.infer<typeof AffectedRequest>,
): Promise<number[]> {
  const slotIds = bookings.map(({ slotId }) => slotId);
  const rows = await findRowsOf(database, venueId, slotIds);
  const becomesExclusive = change.of === 'settings' && change.after.mode === 'FULL';
  const shared = becomesExclusive ? await findSharedSlots(database, venueId, slotIds) : new Set<number>();
  const withoutRoom = await findSlotsWithoutRoom(database, { venueId, rooms: addedRooms(change) }, slotIds);
  const byFacility = Map.groupBy(bookings, ({ slotId }) => parseSlotId(slotId)?.facilityId ?? 0);
  const affected = await Promise.all(
    [...byFacility].map(async ([facilityId, held]) => {
      const rules = await findRules(database, { venueId, facilityId }, daysOf(held));
      return rules ? affectedBookings({ rules, rows, shared, withoutRoom, change }, held) : [];
    }),
  );
  return affected.flat();
}

/** Rooms that a facility uses after a change but not before. */
function addedRooms(change: RulesChange): number[] {
  if (change.of !== 'settings') return [];
  const { before, after } = change;
  return (after.rooms ?? []).filter((room) => !before.rooms?.includes(room));
}

/** The booking days from the first to the last of some slots. */
function daysOf(slots: readonly { slotId: number }[]) {
  const starts = slots.map(({ slotId }) => parseSlotId(slotId)?.startsAt ?? 0);
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  const { from, count } = daysAround(first);
  return { from, count: count + Math.ceil((last - first) / (24 * 3600_000)) };
}
