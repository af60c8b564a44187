import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { EnvError } from '../../kit/settings/env.ts';
import { readIfPresent } from './readIfPresent.ts';
import { identityOf, isRunning } from './runningProcess.ts';

/**
 * Makes this process the only owner of a folder, with a lock file that contains its id. Replaces the lock
 * file of a process that was killed.
 * @returns a function that removes the lock
 * @throws EnvError naming the running process that owns the folder
 */
export function lockFolder(folder: string, file: string): () => void {
  const ownFile = `${file}.${process.pid}`;
  writeFileSync(ownFile, identityOf(process.pid));
  try {
    for (let attempt = 0; !tryLink(ownFile, file); attempt++) {
      const owner = readIfPresent(file);
      if ((owner && isAlive(owner)) || attempt > 10) {
        throw new EnvError(
          `DATA_DIR: ${folder} is in use by process ${owner?.split(' ')[0]}. Stop that process, or set DATA_DIR to another ` +
            `folder. If that process does not use the folder, delete ${file}.`,
        );
      }
      removeStaleLock(file, owner, `${ownFile}.stale`);
    }
  } finally {
    rmSync(ownFile, { force: true });
  }
  return () => rmSync(file, { force: true });
}

// A hard link makes the file appear with its content, so no process reads an empty lock file.
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

// Two processes may see the same dead owner, and one may have created its own lock already. Put that one
// back.
function removeStaleLock(file: string, owner: string | undefined, aside: string): void {
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readIfPresent(aside) !== owner) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function isAlive(owner: string): boolean {
  const pid = Number(owner.split(' ')[0]);
  return isRunning(pid) && identityOf(pid) === owner;
}
