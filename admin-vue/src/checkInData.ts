import { DEVICE_DATABASE } from './deviceData.ts';
import { retryWhile } from './retryWhile.ts';

/**
 * Sends the scans that are stored on the device. Loads the check-in code only if there are any.
 * @throws ApiError while some can't be sent
 */
export async function sendUnsentScans(): Promise<void> {
  if (!(await hasStoredData())) return;
  const { sendAllUnsentScans } = await import('./views/checkIn/sendAllUnsentScans.ts');
  await sendAllUnsentScans();
}

/** Whether the last background attempt to send stored scans failed. */
let isUnsent = false;

/** Sends stored scans in the background. After a failure, {@link retryUnsentScans} tries again. */
export async function sendInBackground(): Promise<void> {
  isUnsent = false;
  await sendUnsentScans().catch(() => {
    isUnsent = true;
  });
}

/** Sends stored scans again until the server has them. An open check-in sends its own. */
export const retryUnsentScans = (): (() => void) => retryWhile(() => isUnsent, sendInBackground);

/** Deletes the guest list of a venue from the device. */
export async function deleteGuestList(slug: string): Promise<void> {
  if (!(await hasStoredData())) return;
  const { deleteGuestListsExcept } = await import('./views/checkIn/store.ts');
  await deleteGuestListsExcept((one) => one !== slug);
}

async function hasStoredData(): Promise<boolean> {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === DEVICE_DATABASE);
}
