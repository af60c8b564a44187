import type { Slot, SlotPatch } from '@venue-booking/proto/facility/slot';
import { fail } from '@venue-booking/proto/failures';
import { withoutUndefined } from '@venue-booking/proto/primitives';
import type { RulesPreview } from '@venue-booking/proto/venue/rulesChange';
import type { AvailabilityDatabase } from '../database.ts';
import { findSlot, toPublicSlots } from '../reads/slotReads.ts';
import { ensureRows, findRowsOf } from '../slots/slotStore.ts';

type Deps = { database: AvailabilityDatabase };
type Input = { venueId: number; slotId: number; patch: SlotPatch };

/** The change that a patch would make to a slot; null if none. @throws `slot_not_found` */
export async function previewSlot(deps: Deps, { venueId, slotId, patch }: Input): Promise<RulesPreview> {
  if (!(await findSlot(deps, venueId, slotId))) throw fail('slot_not_found');
  const [row] = await findRowsOf(deps.database, venueId, [slotId]);
  const before = { blocked: row?.blocked ?? false, capacity: row?.capacity ?? null };
  const after = { ...before, ...withoutUndefined(patch) };
  const same = before.blocked === after.blocked && before.capacity === after.capacity;
  return { venueId, change: same ? null : { of: 'slot', slotId, before, after } };
}

/** Blocks or unblocks a slot, or sets its capacity; its bookings stay. @throws `slot_not_found` */
export async function patchSlot(deps: Deps, input: Input): Promise<Slot> {
  const { venueId, slotId, patch } = input;
  const found = await findSlot(deps, venueId, slotId);
  if (!found) throw fail('slot_not_found');
  await ensureRows(deps.database, [{ venueId, facilityId: found.rules.facilityId, ...found.slot }]);
  await deps.database.slot.update({
    where: { venueId_id: { venueId, id: BigInt(slotId) } },
    data: withoutUndefined(patch),
  });
  const after = await findSlot(deps, venueId, slotId);
  const [slot] = after ? toPublicSlots(after.rules, [after.slot]) : [];
  if (!slot) throw fail('slot_not_found');
  return slot;
}
