import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnPostgres } from './postgresProgram.ts';
import { readIfPresent } from './readIfPresent.ts';
import { commandOf, isRunning, waitUntilGone } from './runningProcess.ts';

/** A running PostgreSQL server: process id and port on 127.0.0.1. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** Timeout of a start, and how long to wait for another server that is starting or stopping. */
const START_MS = 60_000;
const WAIT_MS = 30_000;

// Sized for small machines. Keep fsync and synchronous_commit on: durability is required.
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
  // Don't log errors: they repeat guests' rows. The services log the error codes.
  log_min_messages: 'log',
};

/**
 * Starts a server on this data and waits up to 60 s until it accepts connections, because it may have to
 * recover.
 * @param underWay called when the start has begun
 * @throws Error when it ended or was not ready in time; the server's log has the reason
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

/** Returns a currently unused port on 127.0.0.1. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/** Finds the server that a killed process left on this data. Waits while it is starting or stopping. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const found = readPidFile(data);
    if (!found) return undefined;
    if (!isRunning(found.pid) || !isServerOf(found.pid, data)) {
      // The server is a zombie, or another process has its id (for example after a power failure). PostgreSQL
      // would take either for a running server, so delete the file. PostgreSQL detects remaining sessions
      // without it.
      rmSync(path.join(data, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (found.status === 'ready') return found;
    if (Date.now() > deadline) {
      throw new Error(
        `A PostgreSQL server (process ${found.pid}) has been ${found.status || 'starting'} for ${WAIT_MS / 1000} s. End that process.`,
      );
    }
    await sleep(20);
  }
}

/** Stops a server: ends sessions, rolls back transactions and writes a checkpoint. Uses force after 20 s. */
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
  throw new Error(`The PostgreSQL server (process ${pid}) does not stop. End that process.`);
}

/** Signals the server of this data to shut down, without waiting: for a process that is exiting. */
export function requestStop(pgCtl: string, data: string): void {
  const found = readPidFile(data);
  if (!found || !isRunning(found.pid) || !isServerOf(found.pid, data)) return;
  if (process.platform === 'win32') spawnPostgres(pgCtl, ['stop', '-D', data, '-m', 'fast'], 'ignore');
  else process.kill(found.pid, 'SIGINT');
}

/** Resolves when a server has ended or is shutting down. */
export async function waitUntilEnding({ pid }: Postmaster, data: string): Promise<void> {
  while (isReady(data, pid) && isRunning(pid)) await sleep(500, undefined, { ref: false });
}

const isReady = (data: string, pid: number | undefined): boolean => {
  const found = readPidFile(data);
  return found?.pid === pid && found?.status === 'ready';
};

// Lines: process id, data folder, start time, port, socket folder, address, shared memory, status.
function readPidFile(data: string): (Postmaster & { status: string }) | undefined {
  const lines = readIfPresent(path.join(data, 'postmaster.pid'))?.split('\n');
  return lines && { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
}

function isServerOf(pid: number, data: string): boolean {
  const command = commandOf(pid);
  return command === undefined || (command.includes('postgres') && command.includes(data));
}
