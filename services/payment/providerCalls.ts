import type { ProviderName } from '@venue-booking/proto/payment';
import type { PaymentDeps } from './deps.ts';
import type { Account } from './gen/prisma/client.ts';
import { type Provider, ProviderError } from './provider.ts';

/** Calls under way at once for one account: one provider that hangs must not take up everything. */
const CALLS_PER_ACCOUNT = 8;
const underWay = new Map<string, number>();

/** What an account's credentials are sealed for. */
export const sealedFor = (account: { venueId: number; id: string }): string =>
  `account:${account.venueId}:${account.id}`;

/**
 * Calls an account's provider with its credentials.
 * @throws ProviderError, also when the provider is switched off here or busy with too many calls of this account
 */
export async function callProvider<T>(
  { providers, box }: Pick<PaymentDeps, 'providers' | 'box'>,
  account: Account,
  call: (provider: Provider, credentials: unknown) => Promise<T>,
): Promise<T> {
  const provider = providers[account.provider as ProviderName];
  if ('off' in provider) throw new ProviderError('unauthorized', `is not switched on here: ${provider.off}`);
  const count = underWay.get(account.id) ?? 0;
  if (count >= CALLS_PER_ACCOUNT) throw new ProviderError('unavailable', 'too many calls are under way');
  underWay.set(account.id, count + 1);
  try {
    return await call(provider, JSON.parse(box.open(account.credentials, sealedFor(account))));
  } finally {
    const left = (underWay.get(account.id) ?? 1) - 1;
    if (left > 0) underWay.set(account.id, left);
    else underWay.delete(account.id);
  }
}

/** The error of a provider inside an error, or null for a bug of ours. */
export const providerErrorOf = (error: unknown): ProviderError | null =>
  error instanceof ProviderError ? error : null;
