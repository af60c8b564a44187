import { join } from 'node:path';
import { startRelay } from '@venue-booking/kit/events/outbox';
import type { Messaging } from '@venue-booking/kit/messaging/messaging';
import { serveRouter } from '@venue-booking/kit/messaging/rpc';
import type { Metrics } from '@venue-booking/kit/metrics/metrics';
import { measureQueues, outboxQueue } from '@venue-booking/kit/metrics/queueGauges';
import { checkSession } from '@venue-booking/kit/postgres/databaseUrl';
import { startForgetting } from '@venue-booking/kit/postgres/forgetting';
import { prepareSchema } from '@venue-booking/kit/postgres/prepareSchema';
import type { Service } from '@venue-booking/kit/process/lifecycle';
import type { Log } from '@venue-booking/kit/process/log';
import { openDatabase } from './database.ts';
import type { BucketSettings } from './images/bucketSettings.ts';
import { keepImages } from './images/keepImages.ts';
import { OLD_ROWS } from './oldRows.ts';
import { catalogRouter } from './router.ts';

/** Starts catalog on its backings; it answers once this resolves. */
export async function startCatalog(deps: {
  databaseUrl: string;
  /** When false the schema is only looked at. */
  migrateAtStart?: boolean;
  /** The bucket for images; without one they stay in the database. */
  images?: BucketSettings | undefined;
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
  const forgetting = startForgetting(database, OLD_ROWS, log);
  const images = deps.images && keepImages({ database, settings: deps.images, log });
  measureQueues({ metrics, database, log }, { outbox: outboxQueue('catalog') });
  messaging.serve(
    'catalog',
    serveRouter(catalogRouter({ database, images, wakeRelay: relay.wake }), log, metrics),
  );
  return {
    ready: async () => messaging.healthy() && (await database.$queryRaw`SELECT 1`) !== null,
    async quiesce() {
      await Promise.all([relay.stop(), forgetting.stop(), images?.stop()]);
    },
    stop: () => database.$disconnect(),
  };
}
