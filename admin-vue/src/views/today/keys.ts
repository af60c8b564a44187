/** The slot that an arrow key, Home or End moves to; null for other keys and at the edge. */
export function nextSlot(from: HTMLElement, key: string): HTMLElement | null {
  const lane = from.closest('.lane');
  if (!lane) return null;
  const slots = slotsIn(lane);
  const at = slots.indexOf(from);
  if (key === 'ArrowRight') return slots[at + 1] ?? null;
  if (key === 'ArrowLeft') return slots[at - 1] ?? null;
  if (key === 'Home') return slots[0] ?? null;
  if (key === 'End') return slots.at(-1) ?? null;
  if (key === 'ArrowDown') return nearestIn(lane, 'nextElementSibling', from);
  if (key === 'ArrowUp') return nearestIn(lane, 'previousElementSibling', from);
  return null;
}

/** A phone hides past slots. */
export const isVisible = (slot: HTMLElement): boolean => slot.offsetParent !== null;
const slotsIn = (lane: Element) => [...lane.querySelectorAll<HTMLElement>('.slot')].filter(isVisible);
/** The start on the axis, in minutes. */
const minuteOf = (slot: HTMLElement) => Number(slot.parentElement?.style.getPropertyValue('--from'));

/** The slot with the nearest start in the next lane that has slots. */
function nearestIn(
  lane: Element,
  step: 'nextElementSibling' | 'previousElementSibling',
  from: HTMLElement,
): HTMLElement | null {
  const away = (slot: HTMLElement) => Math.abs(minuteOf(slot) - minuteOf(from));
  for (let other = lane[step]; other; other = other[step]) {
    const [nearest] = slotsIn(other).toSorted((a, b) => away(a) - away(b));
    if (nearest) return nearest;
  }
  return null;
}
