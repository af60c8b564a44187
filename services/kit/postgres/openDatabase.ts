import { PrismaPg } from '@prisma/adapter-pg';
import { type Sql as SqlTemplate, sqltag } from '@prisma/client/runtime/client';
import pg from 'pg';
import { poolOptions, transactionOptions } from './databaseUrl.ts';
import { preparedStatements } from './preparedStatements.ts';
import type { Sql } from './sql.ts';

/** What a service's generated client is made with. */
type ClientOptions = { adapter: PrismaPg; transactionOptions: typeof transactionOptions };

/** Of a generated client, what is replaced or has to stay its own. */
type Client = Sql & {
  $queryRaw: unknown;
  $executeRaw: unknown;
  $disconnect(): Promise<void>;
  $transaction: (...work: never[]) => Promise<unknown>;
};

/**
 * A service's database: Prisma's client, whose raw statements go straight to its connection pool unless they
 * are of a transaction. Prisma does much to each statement, most of it for the models: 19 % of what
 * availability's process did for a booking by itself. Values become what Prisma makes of them, but for
 * `numeric`, which stays text.
 * @param create makes the service's own client
 */
export function openDatabase<C extends Client>(
  url: string,
  schema: string,
  create: (options: ClientOptions) => C,
): C {
  const pool = new pg.Pool(poolOptions(url));
  // A connection that breaks while nobody uses it: the pool makes another.
  pool.on('error', () => {});
  const named = preparedStatements(url);
  const adapter = new PrismaPg(pool, { schema, ...named });
  const client = create({ adapter, transactionOptions });
  const run = (text: string, values: unknown[]) =>
    pool.query({
      name: named.statementNameGenerator?.({ sql: text }) ?? '',
      text,
      values: values.map(toParameter),
      types,
    });
  const rows = async (text: string, values: unknown[]) => (await run(text, values)).rows;
  const count = async (text: string, values: unknown[]) => (await run(text, values)).rowCount ?? 0;
  const statements = {
    $queryRawUnsafe: (text: string, ...values: unknown[]) => rows(text, values),
    $executeRawUnsafe: (text: string, ...values: unknown[]) => count(text, values),
    $queryRaw: (...template: Template) => rows(...partsOf(template)),
    $executeRaw: (...template: Template) => count(...partsOf(template)),
    // A transaction's client is made of the client that it is begun on: of Prisma's, not of this one, or its
    // statements would go past it.
    $transaction: client.$transaction.bind(client),
    async $disconnect() {
      await client.$disconnect();
      if (!pool.ending) await pool.end();
    },
  };
  // Not assigned: that would go through to the client.
  return Object.create(client, Object.getOwnPropertyDescriptors(statements));
}

type Template = [TemplateStringsArray | SqlTemplate, ...unknown[]];

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
