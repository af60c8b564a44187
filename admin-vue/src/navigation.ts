import { ref } from 'vue';
import type { Router } from 'vue-router';

const SLOW_MS = 300;

/** Whether a navigation takes long enough to show progress. */
export const isNavigating = ref(false);

/** Whether the person came from another view. The browser itself announces the first page. */
export const hasNavigated = ref(false);

/** Tracks the duration and the start of navigations. */
export function trackNavigation(router: Router): void {
  let timer: number | undefined;
  const arrive = () => {
    clearTimeout(timer);
    isNavigating.value = false;
  };
  router.beforeEach(() => {
    clearTimeout(timer);
    timer = window.setTimeout(() => (isNavigating.value = true), SLOW_MS);
  });
  router.afterEach((_to, from) => {
    arrive();
    if (from.matched.length > 0) hasNavigated.value = true;
  });
  router.onError(arrive);
}
