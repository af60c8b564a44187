import type { Socket } from 'node:net';
import pg, { type PoolConfig } from 'pg';
import { EnvError } from '../process/env.ts';
import { within } from '../process/within.ts';
import type { Sql } from './sql.ts';

/** How long PostgreSQL lets a statement of a service run, and wait for a lock, in ms. */
const limits = { statement_timeout: 8000, lock_timeout: 5000 };
const CONNECT_MS = 5000;
/** Also where the server has limits: it may be out of reach without a word. */
const SILENCE_MS = CONNECT_MS + limits.statement_timeout;
/**
 * How a connection of our own plans: by indexes, once for all parameters, and without compiling. Before 18
 * PostgreSQL adds up a cost for what it is told to avoid that has it compile even the look at an empty table.
 */
const PLANS = 'SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; SET jit = off';

/**
 * A service's connection pool. Every wait has an end: for a connection, for a lock, for a statement, for an
 * answer. Sessions run in UTC. Behind PgBouncer (`?pgbouncer=true`, as Prisma has it) the server connections
 * are shared: it takes no limits from us, which the database's role must then have ({@link checkSession}),
 * and a statement may wait there for a connection, which ends here.
 *
 * On connections of our own whole tables are read only where no index leads to the rows
 * (docs/decisions/0068-plans-that-outlive-a-small-table.md).
 * @param options.silenceMs how long a connection in use may be silent
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
    ...(!isShared(url) && { ...limits, onConnect: (client) => within(CONNECT_MS, client.query(PLANS)) }),
    ...options,
  });
  // A connection that breaks while nobody uses it: the pool makes another.
  pool.on('error', () => {});
  endSilence(pool, silenceMs);
  return pool;
}

/**
 * Breaks off connections that are in use and say nothing. Not by pg's `query_timeout`: its callback, made
 * anew for each statement, keeps all that belongs to that statement until the next full garbage collection
 * (docs/decisions/0070-memory-of-a-service.md).
 */
function endSilence(pool: pg.Pool, silenceMs: number): void {
  const inUse = new WeakSet<pg.ClientBase>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const silent = Object.assign(new Error('PostgreSQL did not answer'), { code: 'ETIMEDOUT' });
    stream.setTimeout(silenceMs);
    stream.on('timeout', () => inUse.has(client) && stream.destroy(silent));
  });
}

/** pg would take those of an address before ours, and PgBouncer refuses them. */
function withoutLimits(url: string): string {
  const address = new URL(url);
  for (const name of Object.keys(limits)) address.searchParams.delete(name);
  return address.href;
}

const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> };

/**
 * Asks for UTC as it connects: Prisma's adapter writes and reads instants without an offset, so in another
 * zone each would be another instant. A parameter of its own goes before all that server, database, role and
 * address say, and PgBouncer keeps it for each of its clients. pg has no setting for one, hence the override;
 * {@link checkSession} sees that it works.
 */
class UtcClient extends pg.Client {
  getStartupConf() {
    return { ...getStartupConf.call(this), TimeZone: 'UTC' };
  }
}

/** Whether PgBouncer shares connections between processes, as the address says. */
export const isShared = (url: string) => new URL(url).searchParams.get('pgbouncer') === 'true';

/** Longest waits of Prisma's transactions: for a connection, and until the commit. */
export const transactionOptions = { maxWait: 5000, timeout: 8000 };

/** What the server calls UTC, by whichever name it was set. */
const UTC = /^(Etc\/)?(UTC|UCT|GMT|Universal|Zulu)$/i;

type Setting = { name: keyof typeof limits | 'TimeZone'; setting: string; role: string; database: string };

/** The value that a session's setting should have; null where it does. */
function remedy({ name, setting }: Setting): string | null {
  if (name === 'TimeZone') return UTC.test(setting) ? null : 'UTC';
  const ms = Number(setting);
  return ms > 0 && ms <= limits[name] ? null : `${limits[name]}ms`;
}

/**
 * Sees at a service's start that its sessions have their limits and run in UTC, as what stands between may
 * have dropped that.
 * @throws EnvError that says what to do
 */
export async function checkSession(database: Sql): Promise<void> {
  const rows = await database
    .$queryRawUnsafe<Setting[]>(
      `SELECT name, setting, current_user::text AS role, current_database()::text AS database
       FROM pg_settings WHERE name IN ('lock_timeout', 'statement_timeout', 'TimeZone') ORDER BY name`,
    )
    .catch((error: Error) => {
      if (!/unsupported startup parameter/.test(error.message)) throw error;
      throw new EnvError(
        'DATABASE_URL: this is PgBouncer, which the address has to say: add ?pgbouncer=true',
      );
    });
  const remedies = rows.flatMap((row) => {
    const value = remedy(row);
    return value === null
      ? []
      : [`ALTER ROLE "${row.role}" IN DATABASE "${row.database}" SET ${row.name} = '${value}'`];
  });
  if (remedies.length === 0) return;
  throw new EnvError(
    'DATABASE_URL: this pooler drops what services ask of their sessions: statements that end, and UTC. ' +
      `Let the role bring it: ${remedies.join('; ')}; then have the pooler connect anew (RECONNECT).`,
  );
}
