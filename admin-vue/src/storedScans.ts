import { DEVICE_DATABASE } from './deviceData.ts';

/**
 * Sends the scans that are stored on the device. Loads the check-in code only if there are any.
 * @throws ApiError while some can't be sent
 */
export async function sendKeptScans(): Promise<void> {
  if (!(await keepsSomething())) return;
  const { sendAllWaiting } = await import('./views/checkIn/sendUnsentScans.ts');
  await sendAllWaiting();
}

/** Deletes the guest list of a venue from the device. */
export async function forgetListOf(slug: string): Promise<void> {
  if (!(await keepsSomething())) return;
  const { keepListsOf } = await import('./views/checkIn/store.ts');
  await keepListsOf((one) => one !== slug);
}

async function keepsSomething(): Promise<boolean> {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === DEVICE_DATABASE);
}
