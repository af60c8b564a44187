import { runService } from '@venue-booking/kit/process/runService';
import { availabilityEnv } from './env.ts';
import { startAvailability } from './service.ts';

await runService('availability', availabilityEnv, (env, { messaging, metrics, log }) =>
  startAvailability({
    databaseUrl: env.DATABASE_URL,
    migrateAtStart: env.MIGRATE_AT_START,
    messaging,
    metrics,
    log,
  }),
);
