import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnPostgres } from './postgresProgram.ts';
import { readIfThere } from './readIfThere.ts';
import { commandOf, isRunning, waitUntilGone } from './runningProcess.ts';

/** A running PostgreSQL server: its process id and its port on 127.0.0.1. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** How long a server may take to start, and how long one that starts or stops is waited for. */
const START_MS = 60_000;
const WAIT_MS = 30_000;

// Enough for small machines. Durability is never traded away here: fsync and synchronous_commit stay on.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  huge_pages: 'off',
  io_method: 'sync',
  jit: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  // Without errors, which repeat the rows of guests; the services log their codes.
  log_min_messages: 'log',
};

/**
 * Starts a server on this data and waits until it takes connections (as long as 60 s: it may have to
 * recover).
 * @param underWay is called when it has begun to start
 * @throws Error when it ended or was not ready in time; the server's log says why.
 */
export async function startPostmaster(
  postgres: string,
  data: string,
  logFile: string,
  extra: Record<string, string>,
  underWay?: () => void,
): Promise<Postmaster> {
  const port = Number(extra.port) || (await freePort());
  const args = Object.entries({ ...settings, ...extra, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  // A file, not a pipe: the server must be able to write after this process was killed.
  const log = openSync(logFile, 'a', 0o600);
  const child = spawnPostgres(postgres, ['-D', data, ...args], ['ignore', log, log]);
  closeSync(log);
  let failure: string | undefined;
  child.on('error', (error) => (failure = error.message));
  child.on('exit', (code, signal) => (failure ??= `it ended with ${code ?? signal}`));
  child.unref();
  underWay?.();
  const deadline = Date.now() + START_MS;
  while (!isReady(data, child.pid)) {
    if (failure) throw new Error(failure);
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      throw new Error(`it was not ready within ${START_MS / 1000} s`);
    }
    await sleep(5);
  }
  return { pid: child.pid as number, port };
}

/** A port on 127.0.0.1 that nothing listens on at this moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/** The server that a killed process left on this data, if any; waits while it starts or stops. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const found = readPidFile(data);
    if (!found) return undefined;
    if (!isRunning(found.pid) || !isServerOf(found.pid, data)) {
      // Nobody collected the dead server, or its id belongs to something else by now (after a power cut,
      // say): PostgreSQL would take both for a running server. It sees remaining sessions without this file
      // too.
      rmSync(path.join(data, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (found.status === 'ready') return found;
    if (Date.now() > deadline) {
      throw new Error(
        `A PostgreSQL server (process ${found.pid}) has been ${found.status || 'starting'} for ${WAIT_MS / 1000} s: end that process.`,
      );
    }
    await sleep(20);
  }
}

/** Stops a server: sessions are cut off, transactions rolled back, everything written; harder after 20 s. */
export async function stopPostmaster({ pid }: Postmaster, pgCtl: string, data: string): Promise<void> {
  if (process.platform === 'win32') {
    spawnPostgres(pgCtl, ['stop', '-D', data, '-m', 'fast'], 'ignore');
    if (await waitUntilGone(pid, 20_000)) return;
  }
  const steps = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, ms] of steps) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitUntilGone(pid, ms)) return;
  }
  throw new Error(`The PostgreSQL server (process ${pid}) does not end: end that process.`);
}

/** Tells the server of this data to shut down, and does not wait: for a process that is just ending. */
export function tellToStop(pgCtl: string, data: string): void {
  const found = readPidFile(data);
  if (!found || !isRunning(found.pid) || !isServerOf(found.pid, data)) return;
  if (process.platform === 'win32') spawnPostgres(pgCtl, ['stop', '-D', data, '-m', 'fast'], 'ignore');
  else process.kill(found.pid, 'SIGINT');
}

/** Settles when a server is no longer at work: it has ended, or somebody told it to. */
export async function untilEnding({ pid }: Postmaster, data: string): Promise<void> {
  while (isReady(data, pid) && isRunning(pid)) await sleep(500, undefined, { ref: false });
}

const isReady = (data: string, pid: number | undefined): boolean => {
  const found = readPidFile(data);
  return found?.pid === pid && found?.status === 'ready';
};

// Lines: process id, data folder, start time, port, socket folder, address, shared memory, status.
function readPidFile(data: string): (Postmaster & { status: string }) | undefined {
  const lines = readIfThere(path.join(data, 'postmaster.pid'))?.split('\n');
  return lines && { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
}

function isServerOf(pid: number, data: string): boolean {
  const command = commandOf(pid);
  return command === undefined || (command.includes('postgres') && command.includes(data));
}
