import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * The folder for files that are downloaded or unpacked once. A service user often has no home folder; then it
 * is in the clone.
 */
export function cacheFolder(): string {
  // The XDG specification says to ignore an empty or relative path.
  const candidates = [process.env.XDG_CACHE_HOME ?? '', path.join(homedir(), '.cache')].filter((folder) =>
    path.isAbsolute(folder),
  );
  for (const candidate of candidates) {
    const folder = path.join(candidate, 'venue-booking');
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      // Try the next one.
    }
  }
  return path.join(import.meta.dirname, '..', '..', '.cache');
}
