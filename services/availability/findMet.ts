import type { MeetsRequest } from '@venue-booking/proto/rulesChange';
import { parseSlotId } from '@venue-booking/proto/slotId';
import type { z } from 'zod';
import type { AvailabilityDatabase } from './database.ts';
import { daysAround } from './reads.ts';
import { meetsBookings } from './rulesChange.ts';
import { findRules } from './rulesStore.ts';
import { findRowsOf, findShared } from './slotStore.ts';

/** The numbers of those bookings that a change of the rules meets. */
export async function findMet(
  { database }: { database: AvailabilityDatabase },
  { venueId, change, bookings }: z.infer<typeof MeetsRequest>,
): Promise<number[]> {
  const slotIds = bookings.map(({ slotId }) => slotId);
  const rows = await findRowsOf(database, venueId, slotIds);
  const becomesExclusive = change.of === 'settings' && change.after.mode === 'FULL';
  const shared = becomesExclusive ? await findShared(database, venueId, slotIds) : new Set<number>();
  const byFacility = Map.groupBy(bookings, ({ slotId }) => parseSlotId(slotId)?.facilityId ?? 0);
  const met = await Promise.all(
    [...byFacility].map(async ([facilityId, held]) => {
      const rules = await findRules(database, { venueId, facilityId }, daysOf(held));
      return rules ? meetsBookings({ rules, rows, shared, change }, held) : [];
    }),
  );
  return met.flat();
}

/** The booking days from the first to the last of some slots. */
function daysOf(slots: readonly { slotId: number }[]) {
  const starts = slots.map(({ slotId }) => parseSlotId(slotId)?.startsAt ?? 0);
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  const { from, count } = daysAround(first);
  return { from, count: count + Math.ceil((last - first) / (24 * 3600_000)) };
}
