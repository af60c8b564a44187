import type { PoolConfig } from 'pg';
import { EnvError } from './env.ts';
import type { Sql } from './sql.ts';

/** How long PostgreSQL lets a statement of a service run, and wait for a lock, in ms. */
const limits = { statement_timeout: 8000, lock_timeout: 5000 };
const CONNECT_MS = 5000;

/**
 * Settings of a service's connection pool. Every wait has an end: for a connection, for a lock, for a statement.
 * Behind PgBouncer (`?pgbouncer=true`, as Prisma has it) the server connections are shared: it takes no limits from us, which the
 * database's role must then have ({@link checkLimits}), and a statement may wait there for a connection, which ends here.
 */
export const poolOptions = (url: string, size = 10): PoolConfig => ({
  connectionString: withoutLimits(url),
  max: size,
  connectionTimeoutMillis: CONNECT_MS,
  idleTimeoutMillis: 30_000,
  ...(isShared(url) ? { query_timeout: CONNECT_MS + limits.statement_timeout } : limits),
});

/** pg would take those of an address before ours, and PgBouncer refuses them. */
function withoutLimits(url: string): string {
  const address = new URL(url);
  for (const name of Object.keys(limits)) address.searchParams.delete(name);
  return address.href;
}

/** Whether PgBouncer shares connections between processes, as the address says. */
export const isShared = (url: string) => new URL(url).searchParams.get('pgbouncer') === 'true';

/** Longest waits of Prisma's transactions: for a connection, and until the commit. */
export const transactionOptions = { maxWait: 5000, timeout: 8000 };

/**
 * Sees at a service's start that its limits hold, as what stands between may have dropped them.
 * @throws EnvError that says what to do
 */
export async function checkLimits(database: Sql): Promise<void> {
  const names = Object.keys(limits) as (keyof typeof limits)[];
  const rows = await database
    .$queryRawUnsafe<{ name: keyof typeof limits; ms: number; role: string }[]>(
      `SELECT name, setting::int AS ms, current_user::text AS role FROM pg_settings WHERE name IN (${names.map((name) => `'${name}'`)}) ORDER BY name`,
    )
    .catch((error: Error) => {
      if (!/unsupported startup parameter/.test(error.message)) throw error;
      throw new EnvError(
        'DATABASE_URL: this is PgBouncer, which the address has to say: add ?pgbouncer=true',
      );
    });
  const loose = rows.filter(({ name, ms }) => ms === 0 || ms > limits[name]);
  if (loose.length === 0) return;
  const remedy = loose.map(({ name, role }) => `ALTER ROLE "${role}" SET ${name} = '${limits[name]}ms'`);
  throw new EnvError(
    `DATABASE_URL: statements would have no end behind this pooler. Let the role bring its limits: ${remedy.join('; ')}; ` +
      'then have the pooler connect anew (RECONNECT).',
  );
}
