import path from 'node:path';
import { fetchFromDebian } from './debianPackages.ts';
import { isExecutable, type Program } from './executable.ts';

// Server programs are often in folders that only root's PATH contains.
const folders = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
];

/**
 * Finds a program by one of its names, on this machine or in Debian's packages.
 * @throws Error that says what to install
 */
export async function findProgram(names: string[]): Promise<Program> {
  for (const name of names) {
    const file = folders.map((folder) => path.join(folder, name)).find(isExecutable);
    if (file) return { file };
  }
  const fetched = await fetchFromDebian(names);
  if (fetched) return fetched;
  throw new Error(
    `Tests need ${names.join(' or ')}: install it (it only has to be on the PATH), or, for NATS and Redis, start Docker ` +
      'or name a running server in TEST_NATS_URL and TEST_REDIS_URL.',
  );
}
