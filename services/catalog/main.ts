import { runService } from '@venue-booking/kit/runService';
import { catalogEnv } from './env.ts';
import { startCatalog } from './service.ts';

await runService('catalog', catalogEnv, (env, { messaging, log }) =>
  startCatalog({ databaseUrl: env.DATABASE_URL, messaging, log, outboxPollMs: env.OUTBOX_POLL_MS }),
);
