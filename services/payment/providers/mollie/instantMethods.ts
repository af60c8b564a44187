import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ProviderError } from '../provider.ts';
import { amountOf, callMollie, type MollieAccess } from './mollieApi.ts';

/** Methods whose result takes days. Their payments would come long after the hold. */
const SLOW = ['bacs', 'banktransfer', 'directdebit', 'multibanco'];
/** Methods that need data which our payments do not have: order lines, an address or a terminal. */
const NEED_MORE = ['alma', 'billie', 'in3', 'klarna', 'pointofsale', 'riverty', 'voucher'];

const MAX_LISTS = 1000;
/** After this, the list is asked for again: a venue may have enabled another method. */
const MAX_AGE_MS = 600_000;
/** Part of the deadline of the whole call, because a checkout works without the list. */
const MAX_WAIT_MS = 1500;

/** https://docs.mollie.com/reference/list-methods */
const MethodList = z.object({ _embedded: z.object({ methods: z.array(z.object({ id: z.string() })) }) });

/** Not by the access token, whose renewal would lose the lists. */
const accountOf = ({ credentials }: MollieAccess): string =>
  'access_token' in credentials
    ? `${credentials.profile_id} ${credentials.testmode === true}`
    : credentials.api_key;

/** The lists of enabled methods, cached by account and amount. */
export function createMethodLists() {
  const lists = new LRUCache<string, string[], MollieAccess>({
    ...{ max: MAX_LISTS, ttl: MAX_AGE_MS, noDeleteOnFetchRejection: true, allowStaleOnFetchRejection: true },
    fetchMethod: async (key, _stale, { context: access }) => {
      const { credentials, signal } = access;
      const connected = 'access_token' in credentials ? credentials : null;
      const query = new URLSearchParams({
        ...{ 'amount[currency]': 'EUR', 'amount[value]': amountOf(Number(key.split(' ')[0])).value },
        includeWallets: 'applepay',
        ...(connected && { profileId: connected.profile_id }),
        ...(connected?.testmode && { testmode: 'true' }),
      });
      const limited = { ...access, signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]) };
      const call = { method: 'GET', path: `methods?${query}` } as const;
      return (await callMollie(limited, call, MethodList))._embedded.methods.map(({ id }) => id);
    },
  });
  return {
    /**
     * The methods to offer: those that the venue has enabled, except slow ones. Null: leave the choice to
     * Mollie, because no slow one is enabled, or the list is not available.
     * @throws ProviderError if only slow ones are enabled
     */
    async instantOnes(access: MollieAccess, amountCents: number): Promise<string[] | null> {
      const key = `${amountCents} ${accountOf(access)}`;
      const enabled = (await lists.fetch(key, { context: access }).catch(() => null)) ?? [];
      if (!enabled.some((id) => SLOW.includes(id))) return null;
      const instant = enabled.filter((id) => !SLOW.includes(id) && !NEED_MORE.includes(id));
      if (instant.length > 0) return instant;
      const slow = enabled.filter((id) => SLOW.includes(id)).join(', ');
      throw new ProviderError(
        'refused',
        `Mollie would only offer ${slow}, which takes days: enable another payment method there, or allow slow ones`,
      );
    },
  };
}

export type MethodLists = ReturnType<typeof createMethodLists>;
