import {
  backingsEnv,
  milliseconds,
  outboxPollMs,
  publicUrl,
  secretsKey,
  serviceEnv,
  urlOf,
} from '@venue-booking/kit/process/env';
import { z } from 'zod';

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
  STRIPE_API_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must start with sk_ or rk_')
    .optional()
    .describe("The platform's secret key at Stripe. Without it no venue can link Stripe"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .startsWith('whsec_', 'must start with whsec_')
    .optional()
    .describe(
      'What Stripe signs its events with. Without it they are refused, and Stripe is only asked about payments',
    ),
  STRIPE_API_URL: urlOf('http', 'https')
    .default('https://api.stripe.com')
    .describe("Another address of Stripe's API, for tests"),
  MOLLIE_API_URL: urlOf('http', 'https')
    .default('https://api.mollie.com')
    .describe("Another address of Mollie's API, for tests"),
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
