import { PrismaPg } from '@prisma/adapter-pg';
import { openPool, transactionOptions } from './pool.ts';
import { preparedStatements } from './preparedStatements.ts';
import { rawDatabase } from './rawDatabase.ts';
import type { Sql } from './sql.ts';

/** Options of a service's generated Prisma client. */
type ClientOptions = { adapter: PrismaPg; transactionOptions: typeof transactionOptions };

/** The members of a generated client that are replaced. */
type Client = Sql & {
  $queryRaw: unknown;
  $executeRaw: unknown;
  $disconnect(): Promise<void>;
  $transaction: (...work: never[]) => Promise<unknown>;
};

/**
 * A service's database: Prisma's client, with raw statements outside of transactions sent directly to the
 * connection pool. `raw` has no models and its own transactions. Prisma loads 30 MB at the first use of a
 * model or of a transaction with models; a process that uses only `raw` saves them.
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
    // Bound to Prisma's client: it derives the transaction's client from the receiver. Derived from this
    // object, statements of the transaction would go to the pool instead.
    $transaction: client.$transaction.bind(client),
    async $disconnect() {
      await client.$disconnect();
      if (!pool.ending) await pool.end();
    },
  };
  // Not assigned: Prisma's client is a proxy, and assignments on this object would reach it.
  return Object.create(client, Object.getOwnPropertyDescriptors(replaced)) as C & { raw: typeof raw };
}
