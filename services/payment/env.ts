import {
  backingsEnv,
  milliseconds,
  outboxPollMs,
  publicUrl,
  secretsKey,
  serviceEnv,
} from '@venue-booking/kit/process/env';
import { z } from 'zod';
import { providerSettings } from './providers.ts';

export const ALLOW_SANDBOX =
  '`1`: venues may link the sandbox, which takes no money. Whoever books can then say that it was paid, so not where bookings are real';

/** Settings of the payment rules themselves, whichever way the service runs. */
export const paymentSettings = {
  SECRETS_KEY: secretsKey,
  ALLOW_SANDBOX: z
    .enum(['0', '1'])
    .default('0')
    .transform((text) => text === '1')
    .describe(ALLOW_SANDBOX),
  PAYMENT_SWEEP_INTERVAL_MS: milliseconds(15_000).describe(
    'How often providers are asked about payments that nothing was heard of',
  ),
  ...providerSettings,
  OUTBOX_POLL_MS: outboxPollMs,
};

export const paymentEnv = z.object({
  ...serviceEnv,
  ...backingsEnv,
  ...paymentSettings,
  PUBLIC_URL: publicUrl,
});

/** What the service is started with, of its settings. */
export const paymentServiceSettings = (
  env: Omit<z.infer<z.ZodObject<typeof paymentSettings>>, 'SECRETS_KEY'>,
) => ({
  providers: env,
  sweepIntervalMs: env.PAYMENT_SWEEP_INTERVAL_MS,
  outboxPollMs: env.OUTBOX_POLL_MS,
});
