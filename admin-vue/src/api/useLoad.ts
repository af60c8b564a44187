import { onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import type { ApiError } from './client.ts';

/** What is shown, and how its loading stands. */
export type Load<T> = {
  /** What came last; it stays while it is loaded anew, and when that fails. */
  data: Readonly<Ref<T | undefined>>;
  error: Readonly<Ref<ApiError | undefined>>;
  /** True while it is under way for so long that the person should see it. */
  slow: Readonly<Ref<boolean>>;
  /** Loads it anew, for example after a change. */
  reload: () => Promise<void>;
};

const SLOW_MS = 300;

/**
 * Loads what a view shows, and loads it again when what it depends on changes. An answer that comes after a
 * newer question is thrown away.
 * @param load reads what it depends on before it waits for anything
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>): Load<T> {
  const data = shallowRef<T>();
  const error = shallowRef<ApiError>();
  const slow = ref(false);
  let running: AbortController | undefined;

  const begin = () => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    return { mine, answer: load(mine.signal) };
  };
  const finish = async ({ mine, answer }: ReturnType<typeof begin>) => {
    const timer = setTimeout(() => (slow.value = running === mine), SLOW_MS);
    try {
      const loaded = await answer;
      if (running !== mine) return;
      data.value = loaded;
      error.value = undefined;
    } catch (caught) {
      if (running === mine) error.value = caught as ApiError;
    } finally {
      clearTimeout(timer);
      if (running === mine) slow.value = false;
    }
  };
  watch(begin, (started) => void finish(started), { immediate: true });
  onScopeDispose(() => running?.abort());
  return { data, error, slow, reload: () => finish(begin()) };
}
