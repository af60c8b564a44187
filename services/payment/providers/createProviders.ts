import type { ProviderName } from '@venue-booking/proto/payment/providers';
import type { z } from 'zod';
import { maskSecrets } from './maskSecrets.ts';
import { createMollie, mollieSettings } from './mollie/mollie.ts';
import type { MaybeProvider, Provider } from './provider.ts';
import { createStripe, stripeSettings } from './stripe/settings.ts';

/** Settings of the providers, except the switch for the sandbox. */
export const providerSettings = { ...stripeSettings, ...mollieSettings };

export type ProviderSettings = z.infer<z.ZodObject<typeof providerSettings>> & { ALLOW_SANDBOX: boolean };

/** The providers that venues can link, by name. Their errors contain no secrets. */
export async function createProviders(
  env: ProviderSettings,
  sandbox: Provider,
): Promise<Record<ProviderName, MaybeProvider>> {
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    typeof value === 'string' && !name.endsWith('_URL') ? [value] : [],
  );
  const masked = (provider: MaybeProvider) => ('off' in provider ? provider : maskSecrets(provider, secrets));
  return {
    sandbox: masked(env.ALLOW_SANDBOX ? sandbox : { off: 'ALLOW_SANDBOX is not 1' }),
    mollie: masked(createMollie(env)),
    stripe: masked(await createStripe(env)),
  };
}
