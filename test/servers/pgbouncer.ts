import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startChildServer } from './childServer.ts';
import { findProgram } from './program.ts';
import type { FreezableServer } from './testServer.ts';

/** The user that runs PgBouncer when the tests run as root, because it refuses to run as root. */
const NOBODY = 'nobody';

/**
 * PgBouncer in transaction mode in front of a database: a client has a server connection for one transaction
 * and may get another one for the next. Debian's version 1.18 is the strict case, because it does not support
 * prepared statements of clients.
 * @param settings further settings of pgbouncer.ini
 * @returns the server; its `url` is that of the database through PgBouncer
 */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Record<string, string | number> = {},
): Promise<FreezableServer> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const behind = {
    host: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port,
    dbname: database,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
  const server = await startChildServer({
    name: 'pgbouncer',
    program: await findProgram(['pgbouncer']),
    scheme: 'postgresql',
    async prepare(own, folder) {
      const lines = Object.entries({
        listen_addr: '127.0.0.1',
        listen_port: own,
        unix_socket_dir: '',
        auth_type: 'any',
        pool_mode: 'transaction',
        ...settings,
      }).map(([name, value]) => `${name} = ${value}`);
      const target = Object.entries(behind).map(([name, value]) => `${name}=${quoted(value)}`);
      const file = [`[databases]`, `${database} = ${target.join(' ')}`, '[pgbouncer]', ...lines, ''];
      await writeFile(path.join(folder, 'pgbouncer.ini'), file.join('\n'), { mode: 0o600 });
    },
    args: (_port, folder) => [
      ...(process.getuid?.() === 0 ? ['-u', NOBODY] : []),
      path.join(folder, 'pgbouncer.ini'),
    ],
    // A request for TLS, which PgBouncer declines.
    greeting: { send: Buffer.from('0000000804d2162f', 'hex'), expect: 'N' },
  });
  const url = Object.assign(new URL(databaseUrl), { host: new URL(server.url).host }).href;
  return { ...server, url };
}

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
