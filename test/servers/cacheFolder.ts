import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * Where what was fetched or unpacked once is kept. A service user often has no home folder; it then lies in
 * the clone.
 */
export function cacheFolder(): string {
  // The XDG specification has an empty or relative path ignored.
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
      // The next one, then.
    }
  }
  return path.join(import.meta.dirname, '..', '..', '.cache');
}
