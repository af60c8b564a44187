import { setTimeout as sleep } from 'node:timers/promises';
import { readIfPresent } from './readIfPresent.ts';

/** Whether a process with this id is running. Zombies count as ended. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return procStat(pid)?.[0] !== 'Z';
}

/** Waits until the process has ended; false if it still runs after `ms`. */
export async function waitUntilGone(pid: number, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/**
 * Identifies a process, distinct from a later one with the same id. Uses the start time (in ticks since boot)
 * on Linux; elsewhere only the id.
 */
export const identityOf = (pid: number): string => `${pid} ${procStat(pid)?.[19] ?? ''}`.trim();

/** The command line of a process on Linux, else undefined. */
export const commandOf = (pid: number): string | undefined =>
  readIfPresent(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim();

// The fields after the program's name, which is in parentheses and may contain anything. Field 0 is the
// state, field 19 the start time.
function procStat(pid: number): string[] | undefined {
  const text = readIfPresent(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}
