// Lets only one process at a time set up a clone: concurrent `npm ci` runs break each other.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from './setupError.mjs';

const longestWaitMs = 15 * 60_000;
const oldestMs = 60 * 60_000;

/** Runs `work` while holding the clone's lock. Takes over a lock whose holder has ended. */
export async function withSetupLock(root, work) {
  // Not in node_modules, because `npm ci` deletes that.
  const file = path.join(root, '.cache', 'setup.lock');
  const mine = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(mine, String(process.pid));
  } catch (error) {
    throw new SetupError(
      `Set-up is needed, but ${root} is not writable (${error.code}). Run this as the owner of that folder.`,
    );
  }
  try {
    await acquire(file, mine);
    const release = () => rmSync(file, { force: true });
    process.once('exit', release);
    try {
      return await work();
    } finally {
      process.removeListener('exit', release);
      release();
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

async function acquire(file, mine) {
  const deadline = Date.now() + longestWaitMs;
  let told = false;
  while (!tryLink(mine, file)) {
    const holder = readHolder(file);
    if (holder && !isAlive(holder)) {
      takeAway(file, holder, `${mine}.stale`);
      continue;
    }
    if (Date.now() > deadline) {
      throw new SetupError(
        `Process ${holder?.pid} has been setting up this folder for too long. End it, or delete ${file}.`,
      );
    }
    if (holder && !told) {
      console.error(`venue-booking: Waiting for process ${holder.pid}, which is setting up this folder …`);
      told = true;
    }
    await sleep(200);
  }
}

// A hard link makes the lock appear with its content, so no process reads a lock without a process id.
function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file) {
  try {
    const { mtimeMs } = statSync(file);
    return { pid: Number(readFileSync(file, 'utf8')), old: Date.now() - mtimeMs > oldestMs };
  } catch {
    return undefined;
  }
}

// Two processes may see the same dead holder. Neither may delete the other's new lock: check the moved file,
// and put it back if it is not the dead holder's.
function takeAway(file, holder, aside) {
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (Number(readFileSync(aside, 'utf8')) !== holder.pid) tryLink(aside, file);
  rmSync(aside, { force: true });
}

// Process ids are reused after a restart, so an old lock counts as dead whatever process has its id now.
function isAlive({ pid, old }) {
  if (old || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
