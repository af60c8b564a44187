import { onScopeDispose, type Ref, shallowRef } from 'vue';

/** A shorter pointer movement is a click. */
const SLACK_PX = 6;
/** Distance to the edge at which the lanes scroll, and the step per frame. */
const [EDGE_PX, STEP_PX] = [48, 14];

type Dragged = { text: string; style: { transform: string } };

/**
 * Drags a booking to another slot with a mouse or pen; Escape cancels. Touch scrolls instead; touch and
 * keyboard use the dialog.
 */
export function useDrag(
  root: Readonly<Ref<HTMLElement | null>>,
  drop: (bookingId: number, slotId: number) => void,
) {
  const dragged = shallowRef<Dragged>();
  let stop = () => {};

  const start = (event: PointerEvent, bookingId: number, text: string) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    stop();
    let [x, y] = [event.clientX, event.clientY];
    const from = { x, y };
    let target: HTMLElement | null = null;
    let frame = 0;
    const aim = () => {
      const under = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-slot]') ?? null;
      if (under === target) return;
      target?.classList.remove('target');
      target = under;
      target?.classList.add('target');
    };
    const draw = () => {
      dragged.value = { text, style: { transform: `translate(${x + 12}px, ${y + 12}px)` } };
      scrollAtEdge(root.value, x, y);
      aim();
      frame = requestAnimationFrame(draw);
    };
    const move = (moved: PointerEvent) => {
      [x, y] = [moved.clientX, moved.clientY];
      if (frame === 0 && Math.hypot(x - from.x, y - from.y) > SLACK_PX) draw();
    };
    const release = (up: PointerEvent) => {
      // The pointer may be released before the next frame.
      [x, y] = [up.clientX, up.clientY];
      if (frame !== 0) aim();
      const slotId = frame === 0 || !target ? null : Number(target.dataset.slot);
      if (frame !== 0) swallowClick();
      stop();
      if (slotId !== null) drop(bookingId, slotId);
    };
    const key = ({ key: pressed }: KeyboardEvent) => {
      if (pressed === 'Escape') stop();
    };
    stop = () => {
      cancelAnimationFrame(frame);
      target?.classList.remove('target');
      dragged.value = undefined;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', stop);
      removeEventListener('keydown', key);
      stop = () => {};
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', stop);
    addEventListener('keydown', key);
  };
  onScopeDispose(() => stop());
  return { dragged, start };
}

function scrollAtEdge(root: HTMLElement | null, x: number, y: number): void {
  if (!root) return;
  const { left, right, top, bottom } = root.getBoundingClientRect();
  const toward = (at: number, first: number, last: number) =>
    at < first + EDGE_PX ? -STEP_PX : at > last - EDGE_PX ? STEP_PX : 0;
  root.scrollBy(toward(x, left, right), toward(y, top, bottom));
}

/** Suppresses the click that follows the release, so that it opens nothing. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => event.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}
