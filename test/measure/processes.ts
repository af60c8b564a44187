import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Figures of processes, read from /proc: Linux only. */

/** A process to watch. A `family` includes its children: PostgreSQL has a process per session. */
export type Watched = { name: string; pid: number; family?: boolean };

/** Resident memory in bytes. `peak` is the maximum since its start, null for a family. */
export type Memory = { now: number; peak: number | null };

/** The kernel's clock tick in user space, on every architecture that Node.js runs on. */
export const TICKS_PER_SECOND = 100;

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // the process has just ended
  }
};

/** Fields of /proc/<pid>/stat from the third on. The second, the name, may contain spaces and brackets. */
const statOf = (pid: number): string[] => {
  const stat = read(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

const allPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const childrenOf = (pid: number): number[] =>
  allPids().filter((child) => Number(statOf(child)[1] ?? 0) === pid);

/** Indexes into `statOf`: user and system time. */
const ITS_OWN = [11, 12];
const WITH_ENDED_CHILDREN = [...ITS_OWN, 13, 14];
function ticksOf(pid: number, fields: number[]): number {
  const stat = statOf(pid);
  return fields.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0);
}

/** Processor time of a process in s. A family includes its children, also those that have ended. */
export function cpuSeconds({ pid, family }: Watched): number {
  const own = ticksOf(pid, family ? WITH_ENDED_CHILDREN : ITS_OWN);
  const children = family ? childrenOf(pid).reduce((sum, child) => sum + ticksOf(child, ITS_OWN), 0) : 0;
  return (own + children) / TICKS_PER_SECOND;
}

/** Processor time in s of processes and all their descendants, each counted once. */
export function cpuSecondsOfTrees(roots: number[]): number {
  const all = allPids().map((pid) => ({ pid, parent: Number(statOf(pid)[1] ?? 0) }));
  const counted = new Set(roots);
  for (const pid of counted) for (const { pid: child, parent } of all) if (parent === pid) counted.add(child);
  return [...counted].reduce((sum, pid) => sum + ticksOf(pid, WITH_ENDED_CHILDREN), 0) / TICKS_PER_SECOND;
}

const kilobytes = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;

/** Memory of a process. For a family, shared pages count once (`Pss`). */
export function memoryOf({ pid, family }: Watched): Memory {
  if (!family) {
    const status = read(pid, 'status');
    return { now: kilobytes(status, 'VmRSS'), peak: kilobytes(status, 'VmHWM') };
  }
  const shares = [pid, ...childrenOf(pid)].map((one) => kilobytes(read(one, 'smaps_rollup'), 'Pss'));
  return { now: shares.reduce((sum, share) => sum + share, 0), peak: null };
}

/**
 * The id of the process that listens at a URL's port on this machine.
 * @throws Error if there is none, such as for a server in a container
 */
export function listenerOf(url: string): number {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const listening = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, , state]) => local?.endsWith(`:${port}`) && state === '0A');
  const socket = `socket:[${listening?.[9]}]`;
  const holds = (pid: number) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === socket);
    } catch {
      return false; // another user's process, or one that has just ended
    }
  };
  // A forked child shares the socket. The parent is older.
  const pid =
    listening &&
    allPids()
      .sort((a, b) => a - b)
      .find(holds);
  if (!pid) throw new Error(`No process of this machine listens at ${url}; containers are not supported.`);
  return pid;
}
