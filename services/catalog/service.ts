import { join } from 'node:path';
import type { Service } from '@venue-booking/kit/lifecycle';
import type { Log } from '@venue-booking/kit/log';
import type { Messaging } from '@venue-booking/kit/messaging';
import { migrate } from '@venue-booking/kit/migrate';
import { startRelay } from '@venue-booking/kit/outbox';
import { serveRouter } from '@venue-booking/kit/rpc';
import { openDatabase } from './database.ts';
import { catalogRouter } from './router.ts';

/** Starts catalog on its backings; it answers once this resolves. */
export async function startCatalog(deps: {
  databaseUrl: string;
  messaging: Messaging;
  log: Log;
  outboxPollMs: number;
}): Promise<Service> {
  const { databaseUrl, messaging, log } = deps;
  await migrate(databaseUrl, 'catalog', join(import.meta.dirname, 'prisma/migrations'));
  const database = openDatabase(databaseUrl);
  const relay = startRelay({ database, service: 'catalog', messaging, log, pollMs: deps.outboxPollMs });
  messaging.serve('catalog', serveRouter(catalogRouter({ database, changed: relay.nudge }), log));
  return {
    ready: async () => messaging.healthy() && (await database.$queryRaw`SELECT 1`) !== null,
    quiesce: relay.stop,
    stop: () => database.$disconnect(),
  };
}
