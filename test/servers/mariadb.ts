import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startChildServer } from './childServer.ts';
import { librariesOf, packagedFile, unpackFromDebian } from './debianPackages.ts';
import type { FreezableServer } from './testServer.ts';

/**
 * A MariaDB server with an empty database and without users: every client on 127.0.0.1 may do everything. So
 * its folder needs no set-up, and it responds within a second.
 * @throws Error on a system without Debian's packages
 */
export async function startMariaDb(database: string): Promise<FreezableServer> {
  const root = await unpackFromDebian('wordpress');
  if (!root) throw new Error('Tests of WordPress need Debian or Ubuntu, for MariaDB, PHP and WordPress.');
  const file = packagedFile(root, 'usr/sbin/mariadbd');
  const base = path.join(path.dirname(file), '..');
  return startChildServer({
    name: 'mariadb',
    program: { file, env: librariesOf(root) },
    scheme: 'mysql',
    async prepare(_port, folder) {
      await mkdir(path.join(folder, 'data'));
      await writeFile(path.join(folder, 'first.sql'), `CREATE DATABASE IF NOT EXISTS ${database};\n`);
    },
    args: (port, folder) => [
      '--no-defaults',
      ...(process.getuid?.() === 0 ? ['--user=root'] : []),
      `--basedir=${base}`,
      `--datadir=${path.join(folder, 'data')}`,
      `--init-file=${path.join(folder, 'first.sql')}`,
      `--plugin-dir=${path.join(base, 'lib/mysql/plugin')}`,
      `--lc-messages-dir=${path.join(base, 'share/mysql')}`,
      `--character-sets-dir=${path.join(base, 'share/mysql/charsets')}`,
      '--skip-grant-tables',
      '--skip-name-resolve',
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      `--socket=${path.join(folder, 'socket')}`,
      `--pid-file=${path.join(folder, 'pid')}`,
      // The data is disposable.
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-doublewrite=0',
      '--innodb-fast-shutdown=2',
      '--innodb-log-file-size=8M',
      '--innodb-buffer-pool-size=32M',
    ],
    // A packet's length and number, then the version of the protocol.
    greeting: { send: '', expect: /^.{3}\0\n/s },
  });
}
