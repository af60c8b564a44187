import { DEVICE_DATABASE } from './deviceData.ts';

/**
 * Sends the scans that wait on the device. Their code is loaded where there are any.
 * @throws ApiError while some can't be sent
 */
export async function sendKeptScans(): Promise<void> {
  if (!(await keepsSomething())) return;
  const { sendAllWaiting } = await import('./views/checkIn/sendAllWaiting.ts');
  await sendAllWaiting();
}

/** Forgets whom a venue expects, where the device keeps that for its door. */
export async function forgetListOf(slug: string): Promise<void> {
  if (!(await keepsSomething())) return;
  const { keepListsOf } = await import('./views/checkIn/store.ts');
  await keepListsOf((one) => one !== slug);
}

async function keepsSomething(): Promise<boolean> {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === DEVICE_DATABASE);
}
