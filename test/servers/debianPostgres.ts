import { execFile } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startChildServer } from './childServer.ts';
import { librariesOf, packagedFile, unpackFromDebian } from './debianPackages.ts';
import type { FreezableServer } from './testServer.ts';

const run = promisify(execFile);
const PROGRAMS = 'usr/lib/postgresql/*/bin/pg_dump';
/** Runs PostgreSQL when the tests run as root, because it refuses to run as root. */
const NOBODY = 65_534;

/**
 * A PostgreSQL of this system or its packages, which has the programs for backups, unlike the one of the
 * dependencies. `user` is its superuser.
 * @returns the server, the folder of its programs, and the environment that these need
 */
export async function startDebianPostgres(
  user: string,
  password: string,
): Promise<FreezableServer & { programs: string; env: Record<string, string> }> {
  const folder = await unpackFromDebian('postgresql');
  if (folder === undefined) throw new Error('Tests of backups need the packages of Debian or Ubuntu.');
  const programs = path.dirname(packagedFile(folder, PROGRAMS));
  const env = librariesOf(folder);
  const isRoot = process.getuid?.() === 0;
  const server = await startChildServer({
    name: 'postgres',
    program: isRoot ? { file: 'setpriv', env } : { file: path.join(programs, 'postgres'), env },
    scheme: 'postgresql',
    async prepare(_port, own) {
      const passwordFile = path.join(own, 'password');
      await writeFile(passwordFile, password);
      const as = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
      if (isRoot) for (const file of [own, passwordFile]) await chown(file, NOBODY, NOBODY);
      const settings = ['--auth=scram-sha-256', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'];
      await run(
        path.join(programs, 'initdb'),
        ['-D', path.join(own, 'data'), '-U', user, `--pwfile=${passwordFile}`, ...settings],
        { ...as, env: { PATH: process.env.PATH, ...env } },
      );
    },
    args: (port, own) => [
      ...(isRoot
        ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', path.join(programs, 'postgres')]
        : []),
      ...['-D', path.join(own, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'],
    ],
    // A request for TLS, which it declines.
    greeting: { send: Buffer.from('0000000804d2162f', 'hex'), expect: 'N' },
  });
  return { ...server, programs, env };
}
