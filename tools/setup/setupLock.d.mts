/**
 * Runs `work` while no other process does in that folder; waits for its turn.
 * @throws Error when that takes a quarter of an hour
 */
export function withSetupLock<T>(folder: string, work: () => Promise<T>): Promise<T>;
