import { join } from 'node:path';
import type { ServiceName } from '@venue-booking/proto/subjects';
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
};

/**
 * Opens a service's database after preparing the schema that this version needs.
 * @param folder the service's folder, which contains its migrations
 * @returns the database, and a check that messaging and the database respond
 * @throws EnvError when the schema or the session settings are wrong
 */
export async function startDatabase<D extends Sql>(
  backings: Pick<ServiceDependencies, 'databaseUrl' | 'migrateAtStart' | 'messaging'>,
  { schema, folder, open }: { schema: ServiceName; folder: string; open: (url: string) => D },
): Promise<{ database: D; ready: () => Promise<boolean> }> {
  const { databaseUrl, messaging } = backings;
  await prepareSchema(backings, schema, join(folder, 'prisma/migrations'));
  const database = open(databaseUrl);
  await checkSession(database);
  const ready = async () => messaging.healthy() && (await database.$queryRawUnsafe('SELECT 1')) !== null;
  return { database, ready };
}
