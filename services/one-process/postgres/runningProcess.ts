import { setTimeout as sleep } from 'node:timers/promises';
import { readIfThere } from './readIfThere.ts';

/** Whether a process with this id runs; one that has ended and was not yet collected does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return procStat(pid)?.[0] !== 'Z';
}

/** Waits until the process is gone; false when it still runs after `ms`. */
export async function waitUntilGone(pid: number, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/**
 * A text that tells this process from a later one with the same id, where the system says when a process
 * started (Linux, in ticks since boot); elsewhere just the id.
 */
export const identityOf = (pid: number): string => `${pid} ${procStat(pid)?.[19] ?? ''}`.trim();

/** The program that a process runs, where the system tells (Linux). */
export const commandOf = (pid: number): string | undefined =>
  readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim();

// The fields after the program's name, which stands in parentheses and may hold anything: state first, and
// the start time as the twentieth.
function procStat(pid: number): string[] | undefined {
  const text = readIfThere(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}
