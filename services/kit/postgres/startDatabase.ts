import { join } from 'node:path';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { awaitDependency, UnreachableError } from '../concurrency/awaitDependency.ts';
import { connectionReason } from '../errors/connectionReason.ts';
import { isTransientError } from '../errors/transientError.ts';
import type { Log } from '../logging/log.ts';
import type { Messaging } from '../messaging/messaging.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { checkSession } from './pool.ts';
import { prepareSchema } from './prepareSchema.ts';
import type { Sql } from './sql.ts';

/** Dependencies of every service with a database. */
export type ServiceDependencies = {
  databaseUrl: string;
  /** If false, the schema is only checked. */
  migrateAtStart?: boolean;
  messaging: Messaging;
  metrics: Metrics;
  log: Log;
  /** Aborts when the process stops. */
  stopping?: AbortSignal | undefined;
};

/**
 * Opens a service's database after preparing the schema that this version needs. Waits until the database is
 * reachable.
 * @param folder the service's folder, which contains its migrations
 * @returns the database, and a check that messaging and the database respond
 * @throws EnvError when the schema or the session settings are wrong
 */
export async function startDatabase<D extends Sql>(
  backings: Pick<ServiceDependencies, 'databaseUrl' | 'migrateAtStart' | 'messaging' | 'log' | 'stopping'>,
  { schema, folder, open }: { schema: ServiceName; folder: string; open: (url: string) => D },
): Promise<{ database: D; ready: () => Promise<boolean> }> {
  const { databaseUrl, messaging, log, stopping } = backings;
  const prepare = () => prepareSchema(backings, schema, join(folder, 'prisma/migrations'));
  const report = (line: string) => log.warn(`${line}; waiting for it`);
  await awaitDependency(prepare, { report, signal: stopping });
  const database = open(databaseUrl);
  await awaitDependency(() => checkSession(database).catch(asUnreachable), { report, signal: stopping });
  const ready = async () => messaging.healthy() && (await database.$queryRawUnsafe('SELECT 1')) !== null;
  return { database, ready };
}

/** The database was reachable a moment ago, so an error of its connection is transient. */
function asUnreachable(error: unknown): never {
  if (!isTransientError(error)) throw error;
  throw new UnreachableError(`DATABASE_URL: no connection to the database (${connectionReason(error)})`);
}
