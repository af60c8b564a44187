import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** Far more than the data of all servers of a run. */
const ROOM = 4 * 1024 ** 3;

/**
 * Creates a folder for the data of one test server: in memory where there is room, because copying a database
 * creates a thousand files.
 */
export const makeDataFolder = (name: string): Promise<string> =>
  mkdtemp(path.join(hasRoom() ? MEMORY : tmpdir(), `venue-booking-${name}-`));

function hasRoom(): boolean {
  // TMPDIR says where temporary files should be.
  if (process.env.TMPDIR || freemem() < ROOM) return false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}
