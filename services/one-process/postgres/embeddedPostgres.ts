import { existsSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { retry } from '../../kit/concurrency/retry.ts';
import type { Log } from '../../kit/logging/log.ts';
import { randomSecret } from '../../kit/secrets/randomSecret.ts';
import { EnvError } from '../../kit/settings/env.ts';
import { readOrCreate } from '../embeddedSecrets.ts';
import { makeFolder } from './dataFolder.ts';
import { lockFolder } from './folderLock.ts';
import { checkUser, createData, superuser } from './postgresData.ts';
import { failureOf, findPostgres } from './postgresProgram.ts';
import {
  findPostmaster,
  type Postmaster,
  requestStop,
  startPostmaster,
  stopPostmaster,
  waitUntilEnding,
} from './postmaster.ts';
import { waitUntilGone } from './runningProcess.ts';

const database = 'venue_booking';

/**
 * Runs the PostgreSQL that comes with the dependencies, on 127.0.0.1 and a free port, with its data under
 * `dataDir`. The server stops when this process ends. A server that a killed process left running is taken
 * over as it is.
 * @throws EnvError with the next step in one line, or else an Error with the end of the server's log
 */
export async function startEmbeddedPostgres(options: {
  /** Folder of the data, the password and the log. Only one process can use it at a time. */
  dataDir: string;
  log: Pick<Log, 'info' | 'warn'>;
  /** Additional server settings; `port` replaces the free port. */
  settings?: Record<string, string>;
  /** Called once PostgreSQL is starting, so that the caller can do other, even blocking work. */
  underWay?: () => void;
}) {
  const { log, settings = {}, underWay } = options;
  makeFolder(options.dataDir);
  // The resolved path, because a server left running is recognised by it.
  const dataDir = realpathSync(options.dataDir);
  const data = path.join(dataDir, 'postgres');
  checkUser(data);
  const programs = await findPostgres();
  const unlockFolder = lockFolder(dataDir, path.join(dataDir, 'postgres.owner'));
  let started: Postmaster | undefined;
  const onExit = () => requestStop(programs.pg_ctl, data);
  process.once('exit', onExit);
  const release = () => {
    process.removeListener('exit', onExit);
    unlockFolder();
  };
  try {
    const passwordFile = path.join(dataDir, 'postgres.password');
    const password = readOrCreate(passwordFile, randomSecret(24));
    if (!existsSync(path.join(data, 'PG_VERSION'))) {
      log.info({ dataDir }, 'creating the database files');
      await createData(programs.initdb, data, passwordFile, settings.fsync !== 'off', underWay);
    }
    let running = await takeOver(data, password);
    if (running)
      log.warn({ pid: running.pid }, 'taking over the PostgreSQL server that a killed process left running');
    else {
      const logFile = path.join(dataDir, 'postgres.log');
      running = started = await start(programs.postgres, data, logFile, settings, underWay);
      await prepareDatabase(addressOf(running, password), data);
    }
    const server = running;
    let stopped: Promise<void> | undefined;
    /** Shuts the server down and waits until it has ended. May be called more than once. */
    const stop = () => (stopped ??= stopPostmaster(server, programs.pg_ctl, data).finally(release));
    log.info({ pid: server.pid, port: server.port }, 'PostgreSQL is ready');
    /** Resolves with the reason when the server ends or is shutting down, which includes `stop`. */
    const lost = waitUntilEnding(server, data).then(
      () => `PostgreSQL (process ${server.pid}) was stopped by another program`,
    );
    /** URL for PostgreSQL clients on this machine; contains the password. */
    const url = `${addressOf(server, password)}/${database}`;
    return { url, pid: server.pid, lost, stop };
  } catch (error) {
    if (started) await stopPostmaster(started, programs.pg_ctl, data).catch(() => {});
    release();
    throw error;
  }
}

const addressOf = (server: Postmaster, password: string) =>
  `postgresql://${superuser}:${password}@127.0.0.1:${server.port}`;

/**
 * The server that still runs on this data, verified to be ours. Undefined if there is none or if it just
 * ended.
 */
async function takeOver(data: string, password: string): Promise<Postmaster | undefined> {
  const left = await findPostmaster(data);
  if (!left) return undefined;
  try {
    await prepareDatabase(addressOf(left, password), data);
    return left;
  } catch (error) {
    // A server killed together with its owner may appear alive for a moment.
    if (await waitUntilGone(left.pid, 2_000)) return takeOver(data, password);
    throw error;
  }
}

async function start(
  postgres: string,
  data: string,
  logFile: string,
  settings: Record<string, string>,
  underWay?: () => void,
): Promise<Postmaster> {
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) renameSync(logFile, `${logFile}.old`);
  const before = existsSync(logFile) ? statSync(logFile).size : 0;
  const written = (error: Error) => `${error.message}\n${readFileSync(logFile).subarray(before)}`;
  return retry(() => startPostmaster(postgres, data, logFile, settings, underWay), {
    attempts: 3,
    // The port may have been taken meanwhile, or sessions of a killed server may still be ending.
    when: (error) => /could not bind|shared memory block/.test(written(error as Error)),
    pauseMs: () => 500,
  }).catch((error: Error) => {
    throw failureOf(`PostgreSQL did not start on ${data} (${error.message})`, written(error));
  });
}

// Also verifies that the server at that port is ours: it accepts our password and uses our folder.
async function prepareDatabase(url: string, data: string): Promise<void> {
  const client = new pg.Client({
    connectionString: `${url}/postgres`,
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
  });
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('data_directory') AS folder, (SELECT count(*)::int FROM pg_database WHERE datname = $1) AS present`,
      [database],
    );
    if (rows[0].folder !== data) throw new Error(`the server at that port uses ${rows[0].folder}`);
    if (rows[0].present === 0) await client.query(`CREATE DATABASE ${database}`);
  } catch (error) {
    throw new EnvError(
      `The PostgreSQL server on ${data} cannot be used (${(error as Error).message}). Stop it if it still runs, ` +
        'and check that postgres.password in the same folder is the one it was created with.',
    );
  } finally {
    await client.end().catch(() => {});
  }
}
