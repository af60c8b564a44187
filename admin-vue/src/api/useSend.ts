import { computed, type Ref, ref, shallowRef } from 'vue';
import { goToInvalid, submittingForm } from '../components/invalidField.ts';
import { isReadOnly } from '../readOnly.ts';
import { ApiError } from './client.ts';

/** The state of a request that changes something. */
export type Sending = {
  /** Whether the button is inactive: a request is running, or the person may change nothing here. */
  busy: Readonly<Ref<boolean>>;
  /** Why the last request failed; cleared when the next one starts. */
  error: Ref<ApiError | undefined>;
  /**
   * Runs the request unless `busy`.
   * @returns whether it succeeded: forms close then, and otherwise keep their input
   */
  run: (act: () => Promise<unknown>) => Promise<boolean>;
};

/**
 * For a form or a button: allows one request at a time and keeps its failure. A failure of a submitted form
 * moves the focus to its first invalid field.
 * @param options.reading the requests change nothing, so people who may only read make them too
 */
export function useSend({ reading = false } = {}): Sending {
  const isSending = ref(false);
  const busy = computed(() => isSending.value || (!reading && isReadOnly.value));
  const error = shallowRef<ApiError>();
  const run = async (act: () => Promise<unknown>) => {
    if (busy.value) return false;
    const form = submittingForm();
    isSending.value = true;
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
      isSending.value = false;
    }
  };
  return { busy, error, run };
}
