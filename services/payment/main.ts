import { runService } from '@venue-booking/kit/process/runService';
import { paymentEnv, paymentServiceSettings } from './env.ts';
import { startPayment } from './service.ts';

await runService('payment', paymentEnv, (env, { messaging, metrics, log }) =>
  startPayment({
    ...paymentServiceSettings(env),
    databaseUrl: env.DATABASE_URL,
    migrateAtStart: env.MIGRATE_AT_START,
    messaging,
    metrics,
    log,
    publicUrl: env.PUBLIC_URL,
    secretsKey: env.SECRETS_KEY,
  }),
);
