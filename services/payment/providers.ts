import type { PaymentDeps } from './deps.ts';
import type { Provider } from './provider.ts';
import { mollieProvider } from './providers/mollie.ts';
import { stripeAttemptOf, stripeProvider } from './providers/stripe.ts';
import { readStripeEvent } from './providers/stripeEvent.ts';

/** Which providers are switched on here. */
export type ProviderSettings = {
  allowSandbox: boolean;
  mollieApiUrl: string;
  stripe: { apiKey: string | undefined; webhookSecret: string | undefined; apiUrl: string };
};

/** The providers that venues can link; for one that is switched off, why. */
export function createProviders(
  { allowSandbox, mollieApiUrl, stripe }: ProviderSettings,
  sandbox: Provider,
): Pick<PaymentDeps, 'providers' | 'readStripeEvent'> {
  const { apiKey, webhookSecret, apiUrl } = stripe;
  const attemptOf = apiKey ? stripeAttemptOf({ apiKey, apiUrl }) : async () => null;
  return {
    providers: {
      sandbox: allowSandbox ? sandbox : { off: 'ALLOW_SANDBOX is not 1' },
      mollie: mollieProvider({ apiUrl: mollieApiUrl }),
      stripe: apiKey ? stripeProvider({ apiKey, apiUrl }) : { off: 'STRIPE_API_KEY is not set' },
    },
    readStripeEvent: webhookSecret ? readStripeEvent({ secret: webhookSecret, attemptOf }) : null,
  };
}
