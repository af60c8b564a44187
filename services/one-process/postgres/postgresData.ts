import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { EnvError } from '../../kit/settings/env.ts';
import { failureOf, spawnPostgres } from './postgresProgram.ts';

export const superuser = 'postgres';

/**
 * Checks that the data belongs to this user, as PostgreSQL requires, even for root. @throws EnvError if it
 * does not
 */
export function checkUser(data: string): void {
  const me = process.getuid?.();
  if (me === undefined || !existsSync(data)) return;
  const owner = statSync(data).uid;
  if (owner === me) return;
  throw new EnvError(
    `DATA_DIR: ${data} belongs to user ${owner}, not to user ${me}. Start as that user, or set DATA_DIR to another folder.`,
  );
}

/**
 * Creates an empty database cluster with only the superuser. It is created in a temporary folder and then
 * renamed, so that a killed start never leaves a partial cluster.
 * @param underWay called when `initdb` has started
 */
export async function createData(
  initdb: string,
  data: string,
  passwordFile: string,
  durable: boolean,
  underWay?: () => void,
) {
  const aside = `${data}.new`;
  rmSync(aside, { recursive: true, force: true });
  const args = [
    ...['-D', aside, '-U', superuser, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
    // Sorts and folds text the same way on every system.
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    // The password is random, so slow hashing adds no security and would delay every connection.
    ...['-c', 'scram_iterations=1'],
    ...(durable ? [] : ['--no-sync']),
  ];
  const child = spawnPostgres(initdb, args, ['ignore', 'pipe', 'pipe']);
  underWay?.();
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(String(error)));
    child.on('close', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  clearTimeout(timer);
  if (code !== 0)
    throw failureOf(`The database files could not be created in ${data} (${code})`, `${code} ${output}`);
  renameSync(aside, data);
}
