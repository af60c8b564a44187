import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Time, venue, booking and mail, as the booking service names its files; nothing in it leads elsewhere. */
const NAME = /^\d{8}T\d{9}Z-\d+-\d+-[0-9a-f-]{36}\.eml$/;

/** The ids of the mail in a folder, newest first; none when there is no folder yet. */
export async function mailIds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => NAME.test(name))
    .map((name) => name.slice(0, -'.eml'.length))
    .sort()
    .reverse();
}

/** A mail as it lies in the folder, or null for an id that names none. Only plain files are read. */
export async function readMail(folder: string, id: string): Promise<Buffer | null> {
  const name = `${id}.eml`;
  if (!NAME.test(name)) return null;
  const path = join(folder, name);
  const file = await lstat(path).catch(() => null);
  // It may be gone by now, as only the newest are kept.
  return file?.isFile() ? readFile(path).catch(() => null) : null;
}
