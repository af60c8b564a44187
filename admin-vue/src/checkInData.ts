import { DEVICE_DATABASE } from './deviceData.ts';

/**
 * Sends the scans that are stored on the device. Loads the check-in code only if there are any.
 * @throws ApiError while some can't be sent
 */
export async function sendUnsentScans(): Promise<void> {
  if (!(await hasStoredData())) return;
  const { sendAllUnsentScans } = await import('./views/checkIn/sendAllUnsentScans.ts');
  await sendAllUnsentScans();
}

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
