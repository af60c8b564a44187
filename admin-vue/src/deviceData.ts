/** What the check-in keeps on the device, encrypted: the database of the browser that it lies in. */
export const DEVICE_DATABASE = 'venue-booking-check-in';

/** Removes all of it, with its key. Whoever has it open closes it by themselves. */
export const wipeDevice = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DEVICE_DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
