import { ref } from 'vue';

export type Toast = { id: number; text: string; problem: boolean };

const SHOWN_MS = 6000;
const MOST = 4;
let last = 0;

/** What the page tells in passing; the newest at the end. */
export const toasts = ref<Toast[]>([]);

/** Takes one away. */
export const dismiss = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Tells in passing what was done. A problem stays until it is dismissed, and is not told twice. */
export function tell(text: string, { problem = false } = {}): void {
  const id = ++last;
  const others = toasts.value.filter((toast) => !problem || toast.text !== text);
  toasts.value = [...others, { id, text, problem }].slice(-MOST);
  if (!problem) setTimeout(() => dismiss(id), SHOWN_MS);
}
