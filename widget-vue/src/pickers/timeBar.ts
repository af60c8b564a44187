import type { Slot } from '@venue-booking/proto/slot';
import { minutesBetween } from '../dates.ts';

/**
 * A day as a bar with one column a minute, from the full hour in which the booking day starts. All blocks are
 * as long as the facility's slots are: on a night when clocks change, what the clock shows at both ends says
 * nothing about it.
 * @param dayStart `HH:MM`
 */
export function timeBar(slots: Slot[], date: string, dayStart: string, duration: number) {
  const first = Number(dayStart.slice(0, 2));
  const at = (slot: Slot) => minutesBetween(`${date}T${dayStart.slice(0, 2)}:00`, slot.starts_at);
  const length = Math.ceil((Math.max(0, ...slots.map(at)) + duration) / 60);
  return {
    minutes: length * 60,
    /** The hours on it. */
    hours: Array.from({ length }, (_, hour) => (first + hour) % 24),
    /** Where a time stands: a value of `grid-column`. */
    columnOf: (slot: Slot) => `${at(slot) + 1} / span ${duration}`,
  };
}
