import { onScopeDispose } from 'vue';

/**
 * Calls `look` every `everyMs` while the page is visible, and at once when it becomes visible again. Stops
 * when the component is gone.
 */
export function whileVisible(look: () => void, everyMs: number): void {
  const lookIfVisible = () => {
    if (document.visibilityState === 'visible') look();
  };
  const timer = setInterval(lookIfVisible, everyMs);
  document.addEventListener('visibilitychange', lookIfVisible);
  onScopeDispose(() => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookIfVisible);
  });
}
