import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ownFolder } from './folderOwner.ts';
import type { Log } from './log.ts';
import { explainFailure, findPostgres, spawnPostgres } from './postgresProgram.ts';
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { waitUntilGone } from './runningProcess.ts';

const database = 'venue_booking';
const user = 'postgres';

export interface EmbeddedPostgres {
  /** For any PostgreSQL client on this machine; holds the password. */
  url: string;
  /** The server's process id. */
  pid: number;
  /** Shuts the server down and waits until it is gone; may be called more than once. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Where data, password and log are kept. One process at a time uses it. */
  dataDir: string;
  log: Pick<Log, 'info' | 'warn'>;
  /** Server settings beside the usual ones; `port` asks for that port instead of a free one. */
  settings?: Record<string, string>;
}

/**
 * Runs the PostgreSQL that came with the dependencies, on 127.0.0.1 and a free port, with its data under
 * `dataDir`. A server left running by a killed process is taken over as it is.
 * @throws Error that says what to do, with the end of the server's log.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options;
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  // By its real name, by which a server left running is known again.
  const dataDir = realpathSync(options.dataDir);
  const data = path.join(dataDir, 'postgres');
  checkUser(data);
  const programs = await findPostgres();
  const release = ownFolder(dataDir, path.join(dataDir, 'postgres.owner'));
  let started: Postmaster | undefined;
  try {
    const password = readPassword(path.join(dataDir, 'postgres.password'));
    if (!existsSync(path.join(data, 'PG_VERSION'))) {
      log.info({ dataDir }, 'creating the database files');
      await createData(programs.initdb, data, path.join(dataDir, 'postgres.password'), settings);
    }
    let running = await takeOver(data, password);
    if (running) log.warn({ pid: running.pid }, 'taking over the PostgreSQL server that a killed process left running');
    else {
      running = started = await start(programs.postgres, data, path.join(dataDir, 'postgres.log'), settings);
      await prepareDatabase(addressOf(running, password), data);
    }
    const server = running;
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= stopPostmaster(server, programs.pg_ctl, data).finally(release));
    log.info({ pid: server.pid, port: server.port }, 'PostgreSQL is ready');
    return { url: `${addressOf(server, password)}/${database}`, pid: server.pid, stop };
  } catch (error) {
    if (started) await stopPostmaster(started, programs.pg_ctl, data).catch(() => {});
    release();
    throw error;
  }
}

const addressOf = (server: Postmaster, password: string) => `postgresql://${user}:${password}@127.0.0.1:${server.port}`;

/** The server that still runs on this data, proven to be ours; undefined when there is none, or it is just ending. */
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

// PostgreSQL takes only files of the user it runs as, and root is no exception to that here.
function checkUser(data: string): void {
  const me = process.getuid?.();
  if (me === undefined || !existsSync(data)) return;
  const owner = statSync(data).uid;
  if (owner === me) return;
  throw new Error(`${data} belongs to user ${owner}, not to user ${me}: start this as that user, or set DATA_DIR to another folder.`);
}

function readPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

// Made aside and moved into place, so that a start that was killed half-way never leaves half a database.
async function createData(initdb: string, data: string, passwordFile: string, settings: Record<string, string>) {
  const aside = `${data}.new`;
  rmSync(aside, { recursive: true, force: true });
  const args = ['-D', aside, '-U', user, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  // Sorts and folds text the same way on every system.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (settings.fsync === 'off') args.push('--no-sync');
  const child = spawnPostgres(initdb, args, ['ignore', 'pipe', 'pipe']);
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(String(error)));
    child.on('close', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  clearTimeout(timer);
  if (code !== 0) {
    throw new Error(`Creating the database files in ${data} failed (${code}). ${explainFailure(`${code} ${output}`)}\n${lastLines(output)}`);
  }
  renameSync(aside, data);
}

async function start(postgres: string, data: string, logFile: string, settings: Record<string, string>): Promise<Postmaster> {
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) renameSync(logFile, `${logFile}.old`);
  const before = existsSync(logFile) ? statSync(logFile).size : 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await startPostmaster(postgres, data, logFile, settings);
    } catch (error) {
      // The port may have been taken meanwhile, or sessions of a killed server may still be ending.
      const written = `${(error as Error).message}\n${readFileSync(logFile).subarray(before)}`;
      if (attempt < 3 && /could not bind|shared memory block/.test(written)) {
        await sleep(500);
        continue;
      }
      throw new Error(
        `PostgreSQL did not start on ${data}: ${(error as Error).message}. ${explainFailure(written)}\n` +
          `The end of ${logFile}:\n${lastLines(written)}`,
      );
    }
  }
}

// Also the proof that the server at that port is ours: it knows our password and serves our folder.
async function prepareDatabase(url: string, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres`, connectionTimeoutMillis: 10_000, query_timeout: 30_000 });
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('data_directory') AS folder, (SELECT count(*)::int FROM pg_database WHERE datname = $1) AS present`,
      [database],
    );
    if (rows[0].folder !== data) throw new Error(`the server there serves ${rows[0].folder}`);
    if (rows[0].present === 0) await client.query(`CREATE DATABASE ${database}`);
  } catch (error) {
    throw new Error(
      `The PostgreSQL server on ${data} could not be used (${(error as Error).message}): end it if it still runs, ` +
        'and check that postgres.password beside it is the one it was made with.',
    );
  } finally {
    await client.end().catch(() => {});
  }
}

const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-15).join('\n');
