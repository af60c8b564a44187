import { PrismaPg } from '@prisma/adapter-pg';
import { openPool, transactionOptions } from './databaseUrl.ts';
import { preparedStatements } from './preparedStatements.ts';
import { rawDatabase } from './rawDatabase.ts';
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
 * are of its transactions. `raw` is the same without the models, and has transactions of its own: as long as
 * nobody has used a model or a transaction with models, a process does without 30 MB that Prisma then loads.
 * @param create makes the service's own client
 */
export function openDatabase<C extends Client>(
  url: string,
  schema: string,
  create: (options: ClientOptions) => C,
) {
  const pool = openPool(url);
  const named = preparedStatements(url);
  const raw = rawDatabase(pool, named);
  const client = create({ adapter: new PrismaPg(pool, { schema, ...named }), transactionOptions });
  const replaced = {
    ...raw,
    raw,
    // A transaction's client is made of the client that it is begun on: of Prisma's, not of this one, or its
    // statements would go past it.
    $transaction: client.$transaction.bind(client),
    async $disconnect() {
      await client.$disconnect();
      if (!pool.ending) await pool.end();
    },
  };
  // Not assigned: that would go through to the client.
  return Object.create(client, Object.getOwnPropertyDescriptors(replaced)) as C & { raw: typeof raw };
}
