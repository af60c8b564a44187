import { type Ref, ref, shallowRef } from 'vue';
import { goToInvalid, submittingForm } from '../components/invalidField.ts';
import { ApiError } from './client.ts';

/** The state of a request that changes something. */
export type Sending = {
  busy: Readonly<Ref<boolean>>;
  /** Why the last request failed; cleared when the next one starts. */
  error: Ref<ApiError | undefined>;
  /**
   * Runs the request unless one is running.
   * @returns whether it succeeded: forms close then, and otherwise keep their input
   */
  run: (act: () => Promise<unknown>) => Promise<boolean>;
};

/**
 * For a form or a button: allows one request at a time and keeps its failure. A failure of a submitted form
 * moves the focus to its first invalid field.
 */
export function useSend(): Sending {
  const busy = ref(false);
  const error = shallowRef<ApiError>();
  const run = async (act: () => Promise<unknown>) => {
    if (busy.value) return false;
    const form = submittingForm();
    busy.value = true;
    error.value = undefined;
    try {
      await act();
      return true;
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      error.value = caught;
      void goToInvalid(form);
      return false;
    } finally {
      busy.value = false;
    }
  };
  return { busy, error, run };
}
