import { urlOf } from '@venue-booking/kit/process/env';
import { z } from 'zod';
import type { MaybeProvider } from '../../provider.ts';
import { stripeProvider } from './stripe.ts';

/** Settings of the platform's own account. */
export const stripeSettings = {
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
};

/** Stripe as the settings have it. */
export const createStripe = (env: z.infer<z.ZodObject<typeof stripeSettings>>): MaybeProvider =>
  env.STRIPE_API_KEY
    ? stripeProvider({
        apiKey: env.STRIPE_API_KEY,
        apiUrl: env.STRIPE_API_URL,
        webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      })
    : { off: 'STRIPE_API_KEY is not set' };
