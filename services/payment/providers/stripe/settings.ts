import { urlOf } from '@venue-booking/kit/settings/env';
import { z } from 'zod';
import type { MaybeProvider } from '../provider.ts';

/** Settings of the platform's own account. */
export const stripeSettings = {
  STRIPE_API_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must start with sk_ or rk_')
    .optional()
    .describe("The platform's secret key at Stripe. Without it, venues cannot link Stripe"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .startsWith('whsec_', 'must start with whsec_')
    .optional()
    .describe(
      'Signing secret of events from Stripe. Without it, events are rejected, and Stripe is only asked at intervals',
    ),
  STRIPE_API_URL: urlOf('http', 'https')
    .default('https://api.stripe.com')
    .describe("Base URL of Stripe's API. Change it only for tests"),
};

/**
 * The Stripe provider by its settings. Stripe's client is imported only if enabled, because it is a third of
 * all modules of the payment service.
 */
export async function createStripe({
  STRIPE_API_KEY: apiKey,
  STRIPE_API_URL: apiUrl,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
}: z.infer<z.ZodObject<typeof stripeSettings>>): Promise<MaybeProvider> {
  if (!apiKey) return { off: 'STRIPE_API_KEY is not set' };
  const { stripeProvider } = await import('./stripe.ts');
  return stripeProvider({ apiKey, apiUrl, webhookSecret });
}
