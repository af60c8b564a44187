import { urlOf } from '@venue-booking/kit/process/env';
import { z } from 'zod';
import type { MaybeProvider } from '../../provider.ts';

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
