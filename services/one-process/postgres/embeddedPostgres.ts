import { existsSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { EnvError } from '../../kit/process/env.ts';
import type { Log } from '../../kit/process/log.ts';
import { retry } from '../../kit/process/retry.ts';
import { randomSecret } from '../../kit/randomSecret.ts';
import { keep } from '../embeddedSecrets.ts';
import { makeFolder } from './dataFolder.ts';
import { ownFolder } from './folderOwner.ts';
import { checkUser, createData, superuser } from './postgresData.ts';
import { failureOf, findPostgres } from './postgresProgram.ts';
import {
  findPostmaster,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
  tellToStop,
  untilEnding,
} from './postmaster.ts';
import { waitUntilGone } from './runningProcess.ts';

const database = 'venue_booking';

/**
 * Runs the PostgreSQL that came with the dependencies, on 127.0.0.1 and a free port, with its data under
 * `dataDir`. When this process ends in whatever way it can notice, the server ends as well; one left running
 * by a killed process is taken over as it is.
 * @throws EnvError that says what to do in one line; where that is not known, an Error with the end of the
 * server's log.
 */
export async function startEmbeddedPostgres(options: {
  /** Where data, password and log are kept. One process at a time uses it. */
  dataDir: string;
  log: Pick<Log, 'info' | 'warn'>;
  /** Server settings beside the usual ones; `port` asks for that port instead of a free one. */
  settings?: Record<string, string>;
  /** Is called once PostgreSQL is at work, for what goes on beside it even if that holds up all else here. */
  underWay?: () => void;
}) {
  const { log, settings = {}, underWay } = options;
  makeFolder(options.dataDir);
  // By its real name, by which a server left running is known again.
  const dataDir = realpathSync(options.dataDir);
  const data = path.join(dataDir, 'postgres');
  checkUser(data);
  const programs = await findPostgres();
  const release = ownFolder(dataDir, path.join(dataDir, 'postgres.owner'));
  let started: Postmaster | undefined;
  const onExit = () => tellToStop(programs.pg_ctl, data);
  process.once('exit', onExit);
  const letGo = () => {
    process.removeListener('exit', onExit);
    release();
  };
  try {
    const passwordFile = path.join(dataDir, 'postgres.password');
    const password = keep(passwordFile, randomSecret(24));
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
    /** Shuts the server down and waits until it is gone; may be called more than once. */
    const stop = () => (stopped ??= stopPostmaster(server, programs.pg_ctl, data).finally(letGo));
    log.info({ pid: server.pid, port: server.port }, 'PostgreSQL is ready');
    /** Settles, with a sentence, when the server ends or is told to, as it does after `stop` too. */
    const lost = untilEnding(server, data).then(
      () => `PostgreSQL (process ${server.pid}) was ended from outside`,
    );
    /** For any PostgreSQL client on this machine; holds the password. */
    const url = `${addressOf(server, password)}/${database}`;
    return { url, pid: server.pid, lost, stop };
  } catch (error) {
    if (started) await stopPostmaster(started, programs.pg_ctl, data).catch(() => {});
    letGo();
    throw error;
  }
}

const addressOf = (server: Postmaster, password: string) =>
  `postgresql://${superuser}:${password}@127.0.0.1:${server.port}`;

/** The server that still runs on this data, proven to be ours; undefined for none, or one just ending. */
async function takeOver(data: string, password: string): Promise<Postmaster | undefined> {
  const left = await findPostmaster(data);
  if (!left) return undefined;
  try {
    await prepareDatabase(addressOf(left, password), data);
    return left;
  } catch (error) {
    // One that was killed together with its owner may look alive for a moment longer.
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

// Also the proof that the server at that port is ours: it knows our password and serves our folder.
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
    if (rows[0].folder !== data) throw new Error(`the server there serves ${rows[0].folder}`);
    if (rows[0].present === 0) await client.query(`CREATE DATABASE ${database}`);
  } catch (error) {
    throw new EnvError(
      `The PostgreSQL server on ${data} could not be used (${(error as Error).message}): end it if it still runs, ` +
        'and check that postgres.password beside it is the one it was made with.',
    );
  } finally {
    await client.end().catch(() => {});
  }
}
