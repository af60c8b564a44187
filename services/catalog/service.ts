import { join } from 'node:path';
import { checkSession } from '@venue-booking/kit/databaseUrl';
import type { Service } from '@venue-booking/kit/lifecycle';
import type { Log } from '@venue-booking/kit/log';
import type { Messaging } from '@venue-booking/kit/messaging';
import type { Metrics } from '@venue-booking/kit/metrics';
import { startRelay } from '@venue-booking/kit/outbox';
import { prepareSchema } from '@venue-booking/kit/prepareSchema';
import { measureQueues, outboxQueue } from '@venue-booking/kit/queueGauges';
import { serveRouter } from '@venue-booking/kit/rpc';
import { openDatabase } from './database.ts';
import { catalogRouter } from './router.ts';

/** Starts catalog on its backings; it answers once this resolves. */
export async function startCatalog(deps: {
  databaseUrl: string;
  /** When false the schema is only looked at. */
  migrateAtStart?: boolean;
  messaging: Messaging;
  metrics: Metrics;
  log: Log;
  outboxPollMs: number;
}): Promise<Service> {
  const { databaseUrl, messaging, metrics, log } = deps;
  await prepareSchema(deps, 'catalog', join(import.meta.dirname, 'prisma/migrations'));
  const database = openDatabase(databaseUrl);
  await checkSession(database);
  const relay = startRelay({ database, service: 'catalog', messaging, log, pollMs: deps.outboxPollMs });
  measureQueues({ metrics, database, log }, { outbox: outboxQueue('catalog') });
  messaging.serve('catalog', serveRouter(catalogRouter({ database, changed: relay.nudge }), log, metrics));
  return {
    ready: async () => messaging.healthy() && (await database.$queryRaw`SELECT 1`) !== null,
    quiesce: relay.stop,
    stop: () => database.$disconnect(),
  };
}
