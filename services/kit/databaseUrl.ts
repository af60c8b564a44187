import type { PoolConfig } from 'pg';

/** Settings of a service's connection pool. Every wait has an end: for a connection, for a lock, for a statement. */
export const poolOptions = (url: string, size = 10): PoolConfig => ({
  connectionString: url,
  max: size,
  connectionTimeoutMillis: 5000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 8000,
  lock_timeout: 5000,
});

/** Longest waits of Prisma's transactions: for a connection, and until the commit. */
export const transactionOptions = { maxWait: 5000, timeout: 8000 };
