import { ref } from 'vue';
import type { Router } from 'vue-router';

const SLOW_MS = 300;

/** Whether a navigation takes long enough to show progress. */
export const isUnderWay = ref(false);

/** Whether the person came from another view. The browser itself announces the first page. */
export const isFromAnother = ref(false);

/** Tracks the duration and the start of navigations. */
export function watchWays(router: Router): void {
  let timer: number | undefined;
  const arrive = () => {
    clearTimeout(timer);
    isUnderWay.value = false;
  };
  router.beforeEach(() => {
    clearTimeout(timer);
    timer = window.setTimeout(() => (isUnderWay.value = true), SLOW_MS);
  });
  router.afterEach((_to, from) => {
    arrive();
    if (from.matched.length > 0) isFromAnother.value = true;
  });
  router.onError(arrive);
}
