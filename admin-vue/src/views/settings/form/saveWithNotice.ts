import { ApiError } from '../../../api/client.ts';
import { showToast } from '../../../toasts.ts';

/**
 * Waits for a change. A change that is saved but not in force everywhere yet counts as done: shows a notice,
 * and reads the current state.
 * @throws ApiError for any other failure
 */
export async function saveWithNotice<T>(
  change: Promise<T>,
  read: () => Promise<T>,
  done: string,
): Promise<T> {
  try {
    const changed = await change;
    showToast(done);
    return changed;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_in_force') throw error;
    showToast(error.message, { failure: true });
    return read();
  }
}
