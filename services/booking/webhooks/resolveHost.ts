import { promises as dns } from 'node:dns';

/** Addresses of a host name; rejects or resolves to none if there are none or the signal aborts. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Queries the name servers for IPv4 and IPv6. The system's resolver also knows names of the local network.
 * Each of its calls that hangs occupies one of the few threads that signing tickets needs too.
 */
export const resolvePublic: ResolveHost = async (host, signal) => {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Uses the system's resolver, which knows `localhost` and names of the local network. */
export const resolveAnywhere: ResolveHost = async (host) =>
  (await dns.lookup(host, { all: true })).map(({ address }) => address);
