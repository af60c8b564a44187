import { retry } from '../process/retry.ts';

/** The raw statements of a Prisma client or its transaction: what the kit needs of a database. */
export type Sql = {
  $queryRawUnsafe<T>(statement: string, ...values: unknown[]): Promise<T>;
  $executeRawUnsafe(statement: string, ...values: unknown[]): Promise<number>;
};

/**
 * A step of a statement whose commit then does not wait for the disk; it has to be joined to be run. For what
 * a later commit of the same database makes durable with its own, as the log is written in order, and for
 * what does no harm when it is done again.
 */
export const UNHURRIED_COMMIT = `unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;

/** A service's database, which has transactions of its own. */
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

/** An error and what it was made of, Prisma's driver errors among them. */
export function* causesOf(error: unknown): Generator<Record<string, unknown>> {
  for (let cause: unknown = error, depth = 0; cause && typeof cause === 'object' && depth < 6; depth++) {
    yield cause as Record<string, unknown>;
    const { meta } = cause as { meta?: { driverAdapterError?: unknown } };
    cause = meta?.driverAdapterError ?? (cause as Error).cause;
  }
}

/** The PostgreSQL error code inside an error of Prisma's, or null. */
export function sqlStateOf(error: unknown): string | null {
  for (const { originalCode, code } of causesOf(error)) {
    if (typeof originalCode === 'string') return originalCode;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('P')) return code;
  }
  return null;
}

/** Whether the data itself is at fault, by the SQLSTATE's class: the whole batch would fail again. */
export const isDataFault = (error: unknown): boolean => /^2[23]/.test(sqlStateOf(error) ?? '');

/** True for a transaction that PostgreSQL gave up in favour of another: the same again may pass. */
const isConflict = (error: unknown): boolean => {
  const state = sqlStateOf(error);
  return state === sqlStates.serializationFailure || state === sqlStates.deadlockDetected;
};

/** Runs a statement again, a few times, while it loses against others. */
export const retryConflicts = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, { attempts: 5, when: isConflict, pauseMs: (attempt) => Math.random() * 20 * attempt });

/** True for a row that exists already, also where Prisma itself noticed (P2002). */
export const isUniqueViolation = (error: unknown): boolean =>
  sqlStateOf(error) === sqlStates.uniqueViolation || (error as { code?: unknown } | null)?.code === 'P2002';

/** What a statement answers; for a row that exists already, what `taken` makes is thrown. */
export const onTaken = <T>(statement: Promise<T>, taken: () => Error): Promise<T> =>
  statement.catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
