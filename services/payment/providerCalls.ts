import { createBulkhead } from '@venue-booking/kit/process/bulkhead';
import type { SecretBox } from '@venue-booking/kit/secretBox';
import type { PaymentDeps } from './deps.ts';
import type { Account } from './gen/prisma/client.ts';
import { type MaybeProvider, ProviderError, type RemoteAccount } from './provider.ts';

/** Calls of one account's provider under way at once: one that hangs must not take up everything. */
export const CALLS_AT_ONCE = 16;
const withinBulkhead = createBulkhead({
  atOnce: CALLS_AT_ONCE,
  full: () => new ProviderError('unavailable', 'too many calls are under way'),
});

/** What an account's credentials are sealed for. */
export const sealedFor = (account: { venueId: number; id: string }): string =>
  `account:${account.venueId}:${account.id}`;

/**
 * A provider by name, or why it is not switched on here.
 * @throws ProviderError for one that only a newer version knows: during an upgrade that one does the work
 */
export function providerOf(providers: PaymentDeps['providers'], name: string): MaybeProvider {
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!provider) throw new ProviderError('unavailable', 'is not known to this version');
  return provider;
}

/**
 * Asks one thing of an account at its provider.
 * @throws ProviderError, also when the provider is switched off here or busy with too many calls of this
 * account, or when the credentials are sealed under a key that is no longer given
 */
export const callProvider = <T>(deps: CallDeps, account: CalledAccount, call: Call<T>): Promise<T> =>
  inTurn(deps, account, (called) => called(call));

/** What of an account calling its provider takes. */
export type CalledAccount = Pick<Account, 'venueId' | 'id' | 'provider' | 'credentials'>;
type CallDeps = Pick<PaymentDeps, 'providers' | 'box' | 'measured' | 'urgent'>;
type Call<T> = (account: RemoteAccount) => Promise<T>;

/**
 * Waits for a turn at an account's provider, then does some work that may call it: what has to be found out
 * last, such as whether it is still to be asked.
 * @throws as {@link callProvider} does
 */
export async function inTurn<R>(
  { providers, box, measured, urgent = false }: CallDeps,
  account: CalledAccount,
  work: (called: <T>(call: Call<T>) => Promise<T>) => Promise<R>,
): Promise<R> {
  const provider = providerOf(providers, account.provider);
  if ('off' in provider) throw new ProviderError('unauthorized', `is not switched on here: ${provider.off}`);
  const called = <T>(call: Call<T>) =>
    measured.call(account.provider, () => call(provider.account(open(box, account))));
  return withinBulkhead(account.id, () => work(called), { urgent });
}

function open(box: SecretBox, account: CalledAccount): unknown {
  try {
    return JSON.parse(box.open(account.credentials, sealedFor(account)));
  } catch {
    throw new ProviderError('unauthorized', 'SECRETS_KEY does not open the credentials');
  }
}
