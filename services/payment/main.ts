import { runService } from '@venue-booking/kit/process/runService';
import { paymentEnv, paymentServiceSettings } from './env.ts';
import { startPayment } from './service.ts';

await runService('payment', paymentEnv, (env, backings) =>
  startPayment({
    ...paymentServiceSettings(env),
    ...backings,
    publicUrl: env.PUBLIC_URL,
    secretsKey: env.SECRETS_KEY,
  }),
);
