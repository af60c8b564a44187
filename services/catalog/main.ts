import { runService } from '@venue-booking/kit/process/runService';
import { catalogEnv } from './env.ts';
import { startCatalog } from './service.ts';

await runService('catalog', catalogEnv, (env, { messaging, metrics, log }) =>
  startCatalog({
    databaseUrl: env.DATABASE_URL,
    migrateAtStart: env.MIGRATE_AT_START,
    images: env.IMAGES_URL,
    messaging,
    metrics,
    log,
    outboxPollMs: env.OUTBOX_POLL_MS,
  }),
);
