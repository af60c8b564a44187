import type { Slot } from '@venue-booking/proto/facility/slot';
import { minutesBetween } from '../texts/dates.ts';

/**
 * Layout of a day as a bar with one column per minute, starting at the full hour of its first slot. Every
 * block is as long as the facility's slots, because local times are misleading on nights when the clocks
 * change.
 * @param slots in order of time, at least one
 */
export function timeBar(slots: readonly [Slot, ...Slot[]], duration: number) {
  const from = `${slots[0].starts_at.slice(0, 13)}:00`;
  const first = Number(from.slice(11, 13));
  const at = (slot: Slot) => minutesBetween(from, slot.starts_at);
  const length = Math.ceil((Math.max(...slots.map(at)) + duration) / 60);
  return {
    minutes: length * 60,
    /** Labels for the hours. */
    hours: Array.from({ length }, (_, hour) => (first + hour) % 24),
    /** Position of a slot, as a value of `grid-column`. */
    columnOf: (slot: Slot) => `${at(slot) + 1} / span ${duration}`,
  };
}
