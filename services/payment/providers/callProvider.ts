import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';
import type { SecretBox } from '@venue-booking/kit/secrets/secretBox';
import type { PaymentDeps } from '../deps.ts';
import type { Account } from '../gen/prisma/client.ts';
import { withAccess } from './accessTokens.ts';
import { type MaybeProvider, type Provider, ProviderError, type RemoteAccount } from './provider.ts';
import { recordAcceptedAccount, recordRefusedAccount } from './refusedAccount.ts';

/** Concurrent provider calls per account, so that a provider that hangs cannot occupy all capacity. */
export const MAX_CONCURRENT_CALLS = 16;
const bulkhead = createBulkhead({
  maxConcurrent: MAX_CONCURRENT_CALLS,
  createError: () => new ProviderError('unavailable', 'too many calls are under way'),
});

/** The encryption context of an account's credentials. */
export const credentialsContext = (account: { venueId: number; id: string }): string =>
  `account:${account.venueId}:${account.id}`;

/**
 * A provider by name, or the reason why it is disabled.
 * @throws ProviderError for a name that only a newer release knows: during an upgrade, that release does the
 * work
 */
export function providerOf(providers: PaymentDeps['providers'], name: string): MaybeProvider {
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!provider) throw new ProviderError('unavailable', 'is not known to this version');
  return provider;
}

/**
 * Calls an account's provider.
 * @throws ProviderError, also when the provider is disabled, when too many calls of this account are under
 * way, or when no given key decrypts the credentials
 */
export const callProvider = <T>(
  deps: CallDeps,
  account: CalledAccount,
  operation: Operation<T>,
): Promise<T> => withBulkhead(deps, account, (call) => call(operation));

/** The parts of an account that are needed to call its provider. */
export type CalledAccount = Pick<Account, 'venueId' | 'id' | 'provider' | 'credentials' | 'connectionId'>;
type CallDeps = Pick<
  PaymentDeps,
  'database' | 'providers' | 'box' | 'measured' | 'urgent' | 'wakeRelay' | 'log'
>;
type Operation<T> = (account: RemoteAccount) => Promise<T>;

/**
 * Waits for capacity in the account's bulkhead, then runs work that may call the provider. The work can do
 * last-moment checks, for example whether the call is still needed.
 * @throws like {@link callProvider}
 */
export async function withBulkhead<R>(
  deps: CallDeps,
  account: CalledAccount,
  work: (call: <T>(operation: Operation<T>) => Promise<T>) => Promise<R>,
): Promise<R> {
  const provider = providerOf(deps.providers, account.provider);
  if ('off' in provider) throw new ProviderError('unauthorized', `is not switched on here: ${provider.off}`);
  const call = async <T>(operation: Operation<T>) => {
    try {
      const result = await deps.measured.call(account.provider, () =>
        callWithAccess(deps, { provider, account, operation }),
      );
      await recordAcceptedAccount(deps, account);
      return result;
    } catch (error) {
      const isRefused = error instanceof ProviderError && error.kind === 'unauthorized';
      if (isRefused) await recordRefusedAccount(deps, account, error.message);
      throw error;
    }
  };
  return bulkhead(account.id, () => work(call), { urgent: deps.urgent ?? false });
}

/** Calls with the credentials of the account, and with the tokens of its connection, if it has one. */
async function callWithAccess<T>(
  deps: CallDeps,
  { provider, account, operation }: { provider: Provider; account: CalledAccount; operation: Operation<T> },
): Promise<T> {
  const own = openCredentials(deps.box, account);
  const { connect: flow } = provider;
  const isComplete = flow && !('off' in flow) && !flow.renew;
  if (account.connectionId === null || isComplete) return operation(provider.account(own));
  if (!flow || 'off' in flow) throw new ProviderError('unauthorized', flow?.off ?? 'cannot be connected');
  if (!flow.renew) return operation(provider.account(own));
  const connection = { venueId: account.venueId, id: account.connectionId };
  return withAccess(deps, flow, connection, (grant) =>
    operation(provider.account({ ...(own as object), ...grant?.credentials })),
  );
}

/** @throws ProviderError if no given key decrypts them */
export function openCredentials(box: SecretBox, account: CalledAccount): unknown {
  try {
    return JSON.parse(box.open(account.credentials, credentialsContext(account)));
  } catch {
    throw new ProviderError('unauthorized', 'SECRETS_KEY cannot decrypt the credentials');
  }
}
