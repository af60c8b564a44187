import {
  connectionEnv,
  milliseconds,
  oneOrZero,
  outboxPollMs,
  publicUrl,
  secretsKey,
  serviceEnv,
} from '@venue-booking/kit/settings/env';
import { z } from 'zod';
import { providerSettings } from './providers/createProviders.ts';

/** Settings of the payment service that also apply in single-process mode. */
export const paymentSettings = {
  SECRETS_KEY: secretsKey,
  ALLOW_SANDBOX: oneOrZero
    .default(false)
    .describe(
      '`1`: venues may link the sandbox, which takes no money. Guests can then mark a booking as paid, so do not set it where bookings are real',
    ),
  PAYMENT_SWEEP_INTERVAL_MS: milliseconds(15_000).describe(
    'How often a provider is asked about a payment without a webhook',
  ),
  ...providerSettings,
  OUTBOX_POLL_MS: outboxPollMs,
};

export const paymentEnv = z.object({
  ...serviceEnv,
  ...connectionEnv,
  ...paymentSettings,
  PUBLIC_URL: publicUrl,
});

/** The service's options from its settings. */
export const paymentServiceSettings = (
  env: Omit<z.infer<z.ZodObject<typeof paymentSettings>>, 'SECRETS_KEY'>,
) => ({
  providers: env,
  sweepIntervalMs: env.PAYMENT_SWEEP_INTERVAL_MS,
  outboxPollMs: env.OUTBOX_POLL_MS,
});
