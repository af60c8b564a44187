import type { Socket } from 'node:net';
import pg, { type PoolConfig } from 'pg';
import { withTimeout } from '../concurrency/withTimeout.ts';
import { EnvError } from '../settings/env.ts';
import { isTracing } from '../tracing/spans.ts';
import { traceStatements } from '../tracing/sqlSpans.ts';
import type { Sql } from './sql.ts';

/** PostgreSQL's timeouts for a service's statements and locks, in ms. */
const limits = { statement_timeout: 8000, lock_timeout: 5000 };
const CONNECT_MS = 5000;
/**
 * Needed in addition to the server's timeouts: the server may become unreachable without closing the
 * connection.
 */
const SILENCE_MS = CONNECT_MS + limits.statement_timeout;
/**
 * Planner settings of direct connections: prefer indexes, reuse generic plans, never JIT. Otherwise a plan
 * made while a table was small reads all of it until `ANALYZE` runs. Before version 18 PostgreSQL adds a
 * penalty to the cost of disabled plan types, which triggers JIT even for an empty table.
 */
const PLANS = 'SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; SET jit = off';

/**
 * A service's connection pool. Everything has a timeout: connecting, locks, statements, responses. Sessions
 * run in UTC. With PgBouncer (`?pgbouncer=true`, as in Prisma) server connections are shared. PgBouncer
 * accepts no timeouts from clients, so the database role must set them ({@link checkSession}). The
 * client-side timeout covers statements that wait in PgBouncer for a connection.
 * @param options.silenceMs maximum silence of a connection in use, in ms
 */
export function openPool(
  url: string,
  { silenceMs = SILENCE_MS, ...options }: PoolConfig & { silenceMs?: number } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withoutLimits(url),
    Client: UtcClient,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    ...(!usesPgBouncer(url) && {
      ...limits,
      onConnect: (client) => withTimeout(CONNECT_MS, client.query(PLANS)),
    }),
    ...options,
  });
  // An idle connection broke; the pool opens another one.
  pool.on('error', () => {});
  endSilence(pool, silenceMs);
  if (isTracing()) traceStatements(pool);
  return pool;
}

/**
 * Closes connections that are in use but silent. pg's `query_timeout` would return such a connection to the
 * pool, and its next statement would wait too.
 */
function endSilence(pool: pg.Pool, silenceMs: number): void {
  const inUse = new WeakSet<pg.ClientBase>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const silent = Object.assign(new Error('PostgreSQL did not respond'), { code: 'ETIMEDOUT' });
    stream.setTimeout(silenceMs);
    stream.on('timeout', () => inUse.has(client) && stream.destroy(silent));
  });
}

/** Removes timeouts from the URL: pg would prefer them over ours, and PgBouncer rejects them. */
function withoutLimits(url: string): string {
  const address = new URL(url);
  for (const name of Object.keys(limits)) address.searchParams.delete(name);
  return address.href;
}

const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> };

/**
 * A client whose sessions run in UTC. Prisma's adapter sends and reads instants without an offset, so in
 * another time zone they would shift. A startup parameter overrides the settings of server, database, role
 * and URL, and PgBouncer keeps it per client. pg has no option for startup parameters, hence the override;
 * {@link checkSession} verifies it.
 */
class UtcClient extends pg.Client {
  getStartupConf() {
    return { ...getStartupConf.call(this), TimeZone: 'UTC' };
  }
}

/** Whether the URL says that PgBouncer shares connections between processes. */
export const usesPgBouncer = (url: string) => new URL(url).searchParams.get('pgbouncer') === 'true';

/** Timeouts of Prisma's transactions: for a connection, and for the whole transaction. */
export const transactionOptions = { maxWait: 5000, timeout: 8000 };

/** PostgreSQL's names for UTC. */
const UTC = /^(Etc\/)?(UTC|UCT|GMT|Universal|Zulu)$/i;

type Setting = { name: keyof typeof limits | 'TimeZone'; setting: string; role: string; database: string };

/** The value to set, or null if it is already correct. */
function remedy({ name, setting }: Setting): string | null {
  if (name === 'TimeZone') return UTC.test(setting) ? null : 'UTC';
  const ms = Number(setting);
  return ms > 0 && ms <= limits[name] ? null : `${limits[name]}ms`;
}

/**
 * Verifies at start that the service's sessions have timeouts and run in UTC, because a pooler may drop these
 * settings.
 * @throws EnvError with the statements that fix it
 */
export async function checkSession(database: Sql): Promise<void> {
  const rows = await database
    .$queryRawUnsafe<Setting[]>(
      `SELECT name, setting, current_user::text AS role, current_database()::text AS database
       FROM pg_settings WHERE name IN ('lock_timeout', 'statement_timeout', 'TimeZone') ORDER BY name`,
    )
    .catch((error: Error) => {
      if (!/unsupported startup parameter/.test(error.message)) throw error;
      throw new EnvError('DATABASE_URL: this server is PgBouncer. Add ?pgbouncer=true to the URL');
    });
  const remedies = rows.flatMap((row) => {
    const value = remedy(row);
    return value === null
      ? []
      : [`ALTER ROLE "${row.role}" IN DATABASE "${row.database}" SET ${row.name} = '${value}'`];
  });
  if (remedies.length === 0) return;
  throw new EnvError(
    'DATABASE_URL: the pooler drops session settings that services need (timeouts, UTC). ' +
      `Set them on the role: ${remedies.join('; ')}. Then reconnect the pooler (RECONNECT).`,
  );
}
