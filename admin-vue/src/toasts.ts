import { ref } from 'vue';

export type Toast = { id: number; text: string; failure: boolean };

const SHOWN_MS = 6000;
const MOST = 4;
let last = 0;

/** The visible toasts, newest last. */
export const toasts = ref<Toast[]>([]);

export const dismiss = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Shows a toast. A failure stays until it is dismissed, and is not shown twice. */
export function showToast(text: string, { failure = false, shownMs = SHOWN_MS } = {}): void {
  const id = ++last;
  const others = toasts.value.filter((toast) => !failure || toast.text !== text);
  toasts.value = [...others, { id, text, failure }].slice(-MOST);
  if (!failure) setTimeout(() => dismiss(id), shownMs);
}
