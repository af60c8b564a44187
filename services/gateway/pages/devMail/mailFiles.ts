import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * File names of the booking service: time, venue, booking and mail id. The pattern prevents path traversal.
 */
const NAME = /^\d{8}T\d{9}Z-\d+-\d+-[0-9a-f-]{36}\.eml$/;

/** The ids of the mails in a folder, newest first; empty when the folder does not exist yet. */
export async function mailIds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => NAME.test(name))
    .map((name) => name.slice(0, -'.eml'.length))
    .sort()
    .reverse();
}

/** The source of a mail; null for an unknown id. Reads regular files only, no symbolic links. */
export async function readMail(folder: string, id: string): Promise<Buffer | null> {
  const name = `${id}.eml`;
  if (!NAME.test(name)) return null;
  const path = join(folder, name);
  const file = await lstat(path).catch(() => null);
  // The file may have been deleted meanwhile, as only the newest mails are kept.
  return file?.isFile() ? readFile(path).catch(() => null) : null;
}
