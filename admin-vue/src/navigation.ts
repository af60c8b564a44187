import { ref } from 'vue';
import type { Router } from 'vue-router';

const SLOW_MS = 300;

/** Whether the way to a view takes so long that the person should see it: its file, or who is signed in. */
export const isUnderWay = ref(false);

/** Whether the person came to this view from another one; what the browser opens, it names itself. */
export const isFromAnother = ref(false);

/** Watches how long ways take, and where they begin. */
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
