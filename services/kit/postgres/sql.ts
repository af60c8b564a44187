import { retry } from '../concurrency/retry.ts';
import { sqlStateOf } from '../errors/sqlState.ts';

/** The raw statements of a Prisma client or transaction. */
export type Sql = {
  $queryRawUnsafe<T>(statement: string, ...values: unknown[]): Promise<T>;
  $executeRawUnsafe(statement: string, ...values: unknown[]): Promise<number>;
};

/** A service's database, with transactions. */
export type Database<Tx extends Sql = Sql> = Sql & {
  $transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};

/**
 * PostgreSQL error codes that the services act on
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
export const sqlStates = {
  uniqueViolation: '23505',
  exclusionViolation: '23P01',
  checkViolation: '23514',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
} as const;

/**
 * Whether the data itself is invalid, by the SQLSTATE's class: a retry of the whole batch would fail again.
 */
export const isDataError = (error: unknown): boolean => /^2[23]/.test(sqlStateOf(error) ?? '');

/** True if PostgreSQL aborted a transaction because of a concurrent one: a retry may succeed. */
const isConflict = (error: unknown): boolean => {
  const state = sqlStateOf(error);
  return state === sqlStates.serializationFailure || state === sqlStates.deadlockDetected;
};

/** Retries a statement on conflicts with other transactions, with five attempts. */
export const retryConflicts = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, { attempts: 5, when: isConflict, pauseMs: (attempt) => Math.random() * 20 * attempt });

/** True if a row exists already, including Prisma's own error (P2002). */
export const isUniqueViolation = (error: unknown): boolean =>
  sqlStateOf(error) === sqlStates.uniqueViolation || (error as { code?: unknown } | null)?.code === 'P2002';

/** Runs a statement and replaces a unique violation with the error that `taken` returns. */
export const onUniqueViolation = <T>(statement: Promise<T>, taken: () => Error): Promise<T> =>
  statement.catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
