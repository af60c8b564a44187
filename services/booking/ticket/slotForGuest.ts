import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { SlotCheck, SlotReason } from '@venue-booking/proto/facility/slot';
import { type FailureCode, fail } from '@venue-booking/proto/failures';

export type SlotDeps = {
  /** A slot in the guests' view. @throws `slot_not_found` */
  checkSlot: (slot: { venueId: number; slotId: number; placesAlone: boolean }) => Promise<SlotCheck>;
};

const FAILURES: Record<Exclude<SlotReason, 'full' | 'add_on_gone'>, FailureCode> = {
  blocked: 'slot_blocked',
  past: 'slot_past',
  notice: 'slot_past',
  too_far: 'slot_too_far',
  overlap: 'slot_blocked',
  closed: 'slot_unknown',
  room_taken: 'room_taken',
};

/** The slot of a guest's own change. @throws `slot_unknown` */
export const slotForGuest = ({ checkSlot }: SlotDeps, of: { venueId: number; slotId: number }) =>
  checkSlot({ ...of, placesAlone: true }).catch((error: unknown) => {
    throw failureOf(error)?.code === 'slot_not_found' ? fail('slot_unknown') : error;
  });

/**
 * Rejects a slot that takes no guests, whatever places and add-ons are left. @throws the failure for its
 * reason
 */
export function requireOpen({ reason }: SlotCheck): void {
  if (reason !== undefined && reason !== 'full' && reason !== 'add_on_gone') throw fail(FAILURES[reason]);
}
