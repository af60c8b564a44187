import { type Ref, ref, shallowRef } from 'vue';
import { ApiError } from './client.ts';

/** A request that the person has made, and what became of it. */
export type Sending = {
  busy: Readonly<Ref<boolean>>;
  /** Why the last one was refused; gone when the next one begins. */
  error: Ref<ApiError | undefined>;
  /**
   * Sends it unless one is under way.
   * @returns whether it was done: forms close then, and keep what was typed otherwise
   */
  run: (act: () => Promise<unknown>) => Promise<boolean>;
};

/** For a form or a button: one request at a time, its refusal beside it. */
export function useSend(): Sending {
  const busy = ref(false);
  const error = shallowRef<ApiError>();
  const run = async (act: () => Promise<unknown>) => {
    if (busy.value) return false;
    busy.value = true;
    error.value = undefined;
    try {
      await act();
      return true;
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      error.value = caught;
      return false;
    } finally {
      busy.value = false;
    }
  };
  return { busy, error, run };
}
