import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What the kernel tells of processes: Linux alone has it in files. */

/**
 * A process to watch; of a `family` its children count too, as PostgreSQL's sessions are processes of their
 * own.
 */
export type Watched = { name: string; pid: number; family?: boolean };

/** Resident memory in bytes; `peak`: the most since its start, null where nobody kept count. */
export type Memory = { now: number; peak: number | null };

/** The kernel's clock tick in user space, on every architecture that Node runs on. */
export const TICKS_PER_SECOND = 100;

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has just ended
  }
};

/** Fields of /proc/<pid>/stat from the third on; the name before them may hold anything. */
const statOf = (pid: number, file = 'stat'): string[] => {
  const stat = read(pid, file);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

const allPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const childrenOf = (pid: number): number[] =>
  allPids().filter((child) => Number(statOf(child)[1] ?? 0) === pid);

/** Fields of a process' statistics. */
const ITS_OWN = [11, 12];
const WITH_ENDED_CHILDREN = [...ITS_OWN, 13, 14];
function ticksOf(pid: number, fields: number[]): number {
  const stat = statOf(pid);
  return fields.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0);
}

/**
 * CPU time that a process has used, in s, with that of its children when it is a family: living ones, and
 * those that have ended.
 */
export function cpuSeconds({ pid, family }: Watched): number {
  const own = ticksOf(pid, family ? WITH_ENDED_CHILDREN : ITS_OWN);
  const children = family ? childrenOf(pid).reduce((sum, child) => sum + ticksOf(child, ITS_OWN), 0) : 0;
  return (own + children) / TICKS_PER_SECOND;
}

/** CPU time in s of processes and of all that they have started and is theirs still, each once. */
export function cpuSecondsOfTrees(roots: number[]): number {
  const all = allPids().map((pid) => ({ pid, parent: Number(statOf(pid)[1] ?? 0) }));
  const counted = new Set(roots);
  for (const pid of counted) for (const { pid: child, parent } of all) if (parent === pid) counted.add(child);
  return [...counted].reduce((sum, pid) => sum + ticksOf(pid, WITH_ENDED_CHILDREN), 0) / TICKS_PER_SECOND;
}

/** CPU time of a process' main thread alone, in s. */
export function mainThreadSeconds(pid: number): number {
  const stat = statOf(pid, `task/${pid}/stat`);
  return (Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) / TICKS_PER_SECOND;
}

const kilobytes = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;

/**
 * Memory of a process. A family shares pages, so each of these counts once (`Pss`), and nobody keeps its
 * peak.
 */
export function memoryOf({ pid, family }: Watched): Memory {
  if (!family) {
    const status = read(pid, 'status');
    return { now: kilobytes(status, 'VmRSS'), peak: kilobytes(status, 'VmHWM') };
  }
  const shares = [pid, ...childrenOf(pid)].map((one) => kilobytes(read(one, 'smaps_rollup'), 'Pss'));
  return { now: shares.reduce((sum, share) => sum + share, 0), peak: null };
}

/**
 * The process that listens at a URL's port on this machine.
 * @throws Error when none of ours does, such as a server in a container.
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
      return false; // somebody else's, or just ended
    }
  };
  // The oldest: sessions inherit nothing, but a server may have been forked once.
  const pid =
    listening &&
    allPids()
      .sort((a, b) => a - b)
      .find(holds);
  if (!pid)
    throw new Error(
      `Nothing of ours listens at ${url}: servers must run on this machine, not in containers.`,
    );
  return pid;
}
