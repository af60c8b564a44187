/** What the check-in keeps on the device, encrypted: the database of the browser that it lies in. */
export const DEVICE_DATABASE = 'venue-booking-check-in';

/** Removes all of it, with its key. Whoever has it open closes it by themselves. */
export const wipeDevice = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DEVICE_DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });

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
