import { onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import type { ApiError } from './client.ts';

/** Loaded data with its loading state. */
export type Load<T> = {
  /** The last loaded data; kept during a reload and after a failed one. */
  data: Readonly<Ref<T | undefined>>;
  error: Readonly<Ref<ApiError | undefined>>;
  /** True when loading takes longer than `SLOW_MS`. */
  slow: Readonly<Ref<boolean>>;
  /** Loads the data again, for example after a change. */
  reload: () => Promise<void>;
};

const SLOW_MS = 300;

/**
 * Loads the data of a view, and loads it again when its dependencies change. A response to a stale
 * request is discarded.
 * @param load reads its reactive dependencies before its first await
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>): Load<T> {
  const data = shallowRef<T>();
  const error = shallowRef<ApiError>();
  const slow = ref(false);
  let running: AbortController | undefined;

  const begin = () => {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    return { controller, result: load(controller.signal) };
  };
  const finish = async ({ controller, result }: ReturnType<typeof begin>) => {
    const timer = setTimeout(() => (slow.value = running === controller), SLOW_MS);
    try {
      const loaded = await result;
      if (running !== controller) return;
      data.value = loaded;
      error.value = undefined;
    } catch (caught) {
      if (running === controller) error.value = caught as ApiError;
    } finally {
      clearTimeout(timer);
      if (running === controller) slow.value = false;
    }
  };
  watch(begin, (started) => void finish(started), { immediate: true });
  onScopeDispose(() => running?.abort());
  return { data, error, slow, reload: () => finish(begin()) };
}
