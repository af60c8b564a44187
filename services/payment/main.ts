import { runService } from '@venue-booking/kit/runService';
import { paymentEnv, paymentServiceSettings } from './env.ts';
import { startPayment } from './service.ts';

await runService('payment', paymentEnv, (env, { messaging, log }) =>
  startPayment({
    ...paymentServiceSettings(env),
    databaseUrl: env.DATABASE_URL,
    messaging,
    log,
    publicUrl: env.PUBLIC_URL,
    secretsKey: env.SECRETS_KEY,
  }),
);
