import { texts } from './locale.ts';
import { showToast } from './toasts.ts';

const KEY = 'venue-booking-missing';

/** Whether the error means that the file of a view could not be loaded. */
export const isViewLoadError = (error: unknown): boolean =>
  /dynamically imported module|module script|preload CSS/i.test(String(error));

/**
 * Whether to reload the page. After a deployment the server no longer has the files of an open page, so one
 * reload helps. Offline, or after a second failure, the person sees the error.
 */
export function shouldReload(error: unknown): boolean {
  const failed = String(error);
  if (navigator.onLine && sessionStorage.getItem(KEY) !== failed) {
    sessionStorage.setItem(KEY, failed);
    return true;
  }
  showToast(texts.value.connection.viewMissing, { failure: true });
  return false;
}
