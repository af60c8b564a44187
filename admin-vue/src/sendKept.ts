import { DEVICE_DATABASE } from './deviceData.ts';

/**
 * Sends the scans that wait on the device. Their code is loaded where there are any.
 * @throws ApiError while some can't be sent
 */
export async function sendKept(): Promise<void> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === DEVICE_DATABASE)) return;
  const { sendAllWaiting } = await import('./views/checkIn/sendAllWaiting.ts');
  await sendAllWaiting();
}
