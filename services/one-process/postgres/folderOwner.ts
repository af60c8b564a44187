import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { EnvError } from '../../kit/process/env.ts';
import { readIfThere } from './readIfThere.ts';
import { identityOf, isRunning } from './runningProcess.ts';

/**
 * Makes this process the only owner of a folder, by a file with its id in it. A file left by a process that
 * was killed is taken over.
 * @returns what gives the folder back.
 * @throws EnvError naming the living process that owns it.
 */
export function ownFolder(folder: string, file: string): () => void {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, identityOf(process.pid));
  try {
    for (let attempt = 0; !tryLink(mine, file); attempt++) {
      const owner = readIfThere(file);
      if ((owner && isAlive(owner)) || attempt > 10) {
        throw new EnvError(
          `DATA_DIR: ${folder} is in use by process ${owner?.split(' ')[0]}: stop that one, or give this one a data folder of ` +
            `its own. If that process has nothing to do with it, delete ${file}.`,
        );
      }
      takeAway(file, owner, `${mine}.stale`);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(file, { force: true });
}

// A hard link appears with its content in one step: nobody reads a file that has no id yet.
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

// Of two that both saw a dead owner, one may already have put its own file there: it is put back.
function takeAway(file: string, owner: string | undefined, aside: string): void {
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readIfThere(aside) !== owner) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function isAlive(owner: string): boolean {
  const pid = Number(owner.split(' ')[0]);
  return isRunning(pid) && identityOf(pid) === owner;
}
