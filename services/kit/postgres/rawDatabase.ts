import { type Sql as SqlTemplate, sqltag } from '@prisma/client/runtime/client';
import pg from 'pg';
import { withTimeout } from '../concurrency/withTimeout.ts';
import { transactionOptions } from './pool.ts';
import type { preparedStatements } from './preparedStatements.ts';
import type { Database, Sql } from './sql.ts';

type Template = [TemplateStringsArray | SqlTemplate, ...unknown[]];

/** Raw SQL statements, with the interface of Prisma's client and its transactions. */
export type RawSql = Sql & {
  $queryRaw<T = unknown>(...template: Template): Promise<T>;
  $executeRaw(...template: Template): Promise<number>;
};
export type RawDatabase = RawSql & Database<RawSql>;

type Query = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/**
 * Runs statements and transactions directly on a connection pool. Prisma's overhead per statement was 19 % of
 * the CPU time of a booking in the availability service. Values have the same types as with Prisma, except
 * that `numeric` stays text.
 */
export function rawDatabase(
  pool: pg.Pool,
  { statementNameGenerator }: ReturnType<typeof preparedStatements>,
): RawDatabase {
  const statementsOf = (query: Query): RawSql => {
    const run = (text: string, values: unknown[]) =>
      query({
        name: statementNameGenerator?.({ sql: text }) ?? '',
        text,
        values: values.map(toParameter),
        types,
      });
    const rows = async (text: string, values: unknown[]) => (await run(text, values)).rows as never;
    const count = async (text: string, values: unknown[]) => (await run(text, values)).rowCount ?? 0;
    return {
      $queryRawUnsafe: (text, ...values) => rows(text, values),
      $executeRawUnsafe: (text, ...values) => count(text, values),
      $queryRaw: (...template) => rows(...partsOf(template)),
      $executeRaw: (...template) => count(...partsOf(template)),
    };
  };
  return {
    ...statementsOf((query) => pool.query(query)),
    $transaction: (work) =>
      inTransaction(pool, (query) => withTimeout(transactionOptions.timeout, work(statementsOf(query)))),
  };
}

/** Runs `work` in a transaction; rolls back if it fails. */
async function inTransaction<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  // The next query on a broken connection rejects; this event needs no further handling.
  const ignore = () => {};
  connection.on('error', ignore);
  let isOver = false;
  let isBroken = false;
  const query: Query = async (statement) => {
    if (isOver) throw new Error('the transaction is over');
    return connection.query(statement);
  };
  try {
    await connection.query('BEGIN');
    const answer = await work(query);
    isOver = true;
    const { command } = await connection.query('COMMIT');
    // PostgreSQL rolls back here if a statement failed and `work` caught the error.
    if (command !== 'COMMIT') throw new Error('the transaction had failed, and was rolled back');
    return answer;
  } catch (error) {
    isOver = true;
    isBroken = await connection.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    connection.off('error', ignore);
    connection.release(isBroken);
  }
}

/** The text of a statement with numbered parameters, and their values. */
function partsOf([template, ...values]: Template): [string, unknown[]] {
  const sql = Array.isArray(template)
    ? sqltag(template as unknown as TemplateStringsArray, ...(values as never[]))
    : (template as SqlTemplate);
  return [sql.text, sql.values];
}

/** pg would send a Date in the machine's time zone; in a `date` column that can be the wrong day. */
function toParameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(toParameter) : value;
}

const { builtins } = pg.types;
const INT8_ARRAY = 1016;

/**
 * pg's parsers, except for 64-bit integers, which pg leaves as text, and dates, which pg parses in local
 * time.
 */
const types = {
  getTypeParser(type: number, format: 'text' | 'binary' = 'text') {
    if (type === builtins.INT8) return BigInt;
    if (type === INT8_ARRAY) return toBigInts;
    if (type === builtins.DATE) return toDate;
    return pg.types.getTypeParser(type, format);
  },
};

const toTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY as never);
const toBigInts = (text: string) => toTexts(text).map((item) => item && BigInt(item));
const toDate = (text: string): Date => new Date(`${text}T00:00:00Z`);
