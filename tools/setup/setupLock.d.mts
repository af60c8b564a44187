/**
 * Runs `work` while holding the folder's lock. Waits if another process holds it.
 * @throws Error after waiting for a quarter of an hour
 */
export function withSetupLock<T>(folder: string, work: () => Promise<T>): Promise<T>;
