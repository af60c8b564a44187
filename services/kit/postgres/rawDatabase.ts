import { type Sql as SqlTemplate, sqltag } from '@prisma/client/runtime/client';
import pg from 'pg';
import { within } from '../process/within.ts';
import { transactionOptions } from './databaseUrl.ts';
import type { preparedStatements } from './preparedStatements.ts';
import type { Database, Sql } from './sql.ts';

type Template = [TemplateStringsArray | SqlTemplate, ...unknown[]];

/** Statements in SQL, as Prisma's client and its transactions have them too. */
export type RawSql = Sql & {
  $queryRaw<T = unknown>(...template: Template): Promise<T>;
  $executeRaw(...template: Template): Promise<number>;
};
export type RawDatabase = RawSql & Database<RawSql>;

type Query = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/**
 * Statements and transactions that go straight to a connection pool. Prisma does much to each statement, most
 * of it for the models: 19 % of what availability's process did for a booking by itself. Values become what
 * Prisma makes of them, but for `numeric`, which stays text.
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
      inTransaction(pool, (query) => within(transactionOptions.timeout, work(statementsOf(query)))),
  };
}

/** Commits what `work` does, or nothing of it when it fails. */
async function inTransaction<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  // One that breaks is told to who asks it next.
  const ignore = () => {};
  connection.on('error', ignore);
  let isOver = false;
  let isBroken = false;
  const query: Query = async (asked) => {
    if (isOver) throw new Error('the transaction is over');
    return connection.query(asked);
  };
  try {
    await connection.query('BEGIN');
    const answer = await work(query);
    isOver = true;
    const { command } = await connection.query('COMMIT');
    // After a statement that failed, whose error `work` has kept to itself.
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

/** The text of a statement with its parameters numbered, and these. */
function partsOf([template, ...values]: Template): [string, unknown[]] {
  const sql = Array.isArray(template)
    ? sqltag(template as unknown as TemplateStringsArray, ...(values as never[]))
    : (template as SqlTemplate);
  return [sql.text, sql.values];
}

/** pg would write instants in the zone of this machine, which a column of dates takes for the date. */
function toParameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(toParameter) : value;
}

const { builtins } = pg.types;
const INT8_ARRAY = 1016;

/** pg's own but for whole numbers of 64 bits, which it leaves as text, and dates, which have no zone. */
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
