import { join } from 'node:path';
import type { ServiceName } from '@venue-booking/proto/subjects';
import type { Messaging } from '../messaging/messaging.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Log } from '../process/log.ts';
import { checkSession } from './databaseUrl.ts';
import { prepareSchema } from './prepareSchema.ts';
import type { Sql } from './sql.ts';

/** What every service with a database is started on. */
export type Backings = {
  databaseUrl: string;
  /** When false the schema is only looked at. */
  migrateAtStart?: boolean;
  messaging: Messaging;
  metrics: Metrics;
  log: Log;
};

/**
 * Opens a service's database, with the schema that its version needs.
 * @param folder the service's own, which has its migrations
 * @returns the database, and whether the service's backings answer
 * @throws EnvError when the schema or the sessions are not as they have to be
 */
export async function startDatabase<D extends Sql>(
  backings: Pick<Backings, 'databaseUrl' | 'migrateAtStart' | 'messaging'>,
  { schema, folder, open }: { schema: ServiceName; folder: string; open: (url: string) => D },
): Promise<{ database: D; ready: () => Promise<boolean> }> {
  const { databaseUrl, messaging } = backings;
  await prepareSchema(backings, schema, join(folder, 'prisma/migrations'));
  const database = open(databaseUrl);
  await checkSession(database);
  const ready = async () => messaging.healthy() && (await database.$queryRawUnsafe('SELECT 1')) !== null;
  return { database, ready };
}
