import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { Slot, SlotPatch } from '@venue-booking/proto/facility/slot';
import { fail } from '@venue-booking/proto/failures';
import { withoutUndefined } from '@venue-booking/proto/primitives';
import type { RulesPreview } from '@venue-booking/proto/venue/rulesChange';
import { addBlocks, cutBlocks, mirrorUnblocked } from '../blocks/blockStore.ts';
import type { AvailabilityDatabase } from '../database.ts';
import { findSlot, toPublicSlots } from '../reads/slotReads.ts';
import { ensureRows, findRowsOf, mirrorBlocked, setCapacity } from '../slots/slotStore.ts';

type Deps = { database: AvailabilityDatabase };
type Input = { venueId: number; slotId: number; patch: SlotPatch };

/** The change that a patch would make to a slot; null if none. @throws `slot_not_found` */
export async function previewSlot(deps: Deps, { venueId, slotId, patch }: Input): Promise<RulesPreview> {
  const found = await findSlot(deps, venueId, slotId);
  if (!found) throw fail('slot_not_found');
  const [row] = await findRowsOf(deps.database, venueId, [slotId]);
  const before = { blocked: found.slot.reason === 'blocked', capacity: row?.capacity ?? null };
  const after = { ...before, ...withoutUndefined(patch) };
  const same = before.blocked === after.blocked && before.capacity === after.capacity;
  return { venueId, change: same ? null : { of: 'slot', slotId, before, after } };
}

/**
 * Blocks or unblocks the time of a slot, or sets its capacity; its bookings stay.
 * @throws `slot_not_found`, `blocked_elsewhere` if a block of the venue or of a room covers the slot
 */
export async function patchSlot({ database }: Deps, input: Input): Promise<Slot> {
  const { venueId, slotId, patch } = input;
  const found = await findSlot({ database }, venueId, slotId);
  if (!found) throw fail('slot_not_found');
  const { facilityId } = found.rules;
  const slot = { venueId, facilityId, ...found.slot };
  const times = { venueId, scopes: [{ facilityId, roomId: null }], intervals: [found.slot] };
  if (patch.blocked === true) {
    await retryConflicts(() => addBlocks(database, times, ''));
    await retryConflicts(() => mirrorBlocked(database, [slot]));
  }
  if (patch.blocked === false) {
    await retryConflicts(() => cutBlocks(database, times));
    await retryConflicts(() => mirrorUnblocked(database, slot));
  }
  if (patch.capacity !== undefined) {
    await ensureRows(database, [slot]);
    await setCapacity(database, slot, patch.capacity);
  }
  const after = await findSlot({ database }, venueId, slotId);
  const [shown] = after ? toPublicSlots(after.rules, [after.slot]) : [];
  if (!shown) throw fail('slot_not_found');
  if (patch.blocked === false && shown.reason === 'blocked') throw fail('blocked_elsewhere');
  return shown;
}
