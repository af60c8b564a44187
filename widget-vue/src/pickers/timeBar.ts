import type { Slot } from '@venue-booking/proto/slot';
import { minutesBetween } from '../dates.ts';

/**
 * A day as a bar with one column a minute, from the full hour in which its first time starts. All blocks are
 * as long as the facility's slots are: on a night when clocks change, what the clock shows at both ends says
 * nothing about it.
 * @param slots by time, at least one
 */
export function timeBar(slots: readonly [Slot, ...Slot[]], duration: number) {
  const from = `${slots[0].starts_at.slice(0, 13)}:00`;
  const first = Number(from.slice(11, 13));
  const at = (slot: Slot) => minutesBetween(from, slot.starts_at);
  const length = Math.ceil((Math.max(...slots.map(at)) + duration) / 60);
  return {
    minutes: length * 60,
    /** The hours on it. */
    hours: Array.from({ length }, (_, hour) => (first + hour) % 24),
    /** Where a time stands: a value of `grid-column`. */
    columnOf: (slot: Slot) => `${at(slot) + 1} / span ${duration}`,
  };
}
