/** Name of the IndexedDB database with the encrypted check-in data of this device. */
export const DEVICE_DATABASE = 'venue-booking-check-in';

/** Deletes the database with its key. Open connections close themselves on the `versionchange` event. */
export const wipeDevice = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DEVICE_DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
