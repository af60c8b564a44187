import {
  backingsEnv,
  milliseconds,
  publicUrl,
  secretsKey,
  serviceEnv,
  urlOf,
} from '@venue-booking/kit/process/env';
import { z } from 'zod';

/** Settings of the payment rules themselves, whichever way the service runs. */
export const paymentSettings = {
  SECRETS_KEY: secretsKey,
  /** `1`: venues may link the built-in sandbox, which takes no money. */
  ALLOW_SANDBOX: z
    .enum(['0', '1'])
    .default('0')
    .transform((text) => text === '1'),
  /** How often providers are asked about payments that nothing was heard of. */
  PAYMENT_SWEEP_INTERVAL_MS: milliseconds(15_000),
  /** The platform's secret key at Stripe; without it venues can't link Stripe. */
  STRIPE_API_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must start with sk_ or rk_')
    .optional(),
  /** Signs what Stripe sends to `/webhooks/stripe`. */
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must start with whsec_').optional(),
  /** Other addresses of the providers, for tests. */
  STRIPE_API_URL: urlOf('http', 'https').default('https://api.stripe.com'),
  MOLLIE_API_URL: urlOf('http', 'https').default('https://api.mollie.com'),
  OUTBOX_POLL_MS: milliseconds(1000),
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
  providers: {
    allowSandbox: env.ALLOW_SANDBOX,
    mollieApiUrl: env.MOLLIE_API_URL,
    stripe: {
      apiKey: env.STRIPE_API_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      apiUrl: env.STRIPE_API_URL,
    },
  },
  sweepIntervalMs: env.PAYMENT_SWEEP_INTERVAL_MS,
  outboxPollMs: env.OUTBOX_POLL_MS,
});
