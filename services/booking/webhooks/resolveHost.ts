import { promises as dns } from 'node:dns';

/** Addresses of a host name; rejects or answers none where there are none, or when the signal aborts. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the name servers, for IPv4 and IPv6. The system's own resolver also knows names of this network, and
 * each that hangs occupies one of the few threads that signing tickets needs as well.
 */
export const resolvePublic: ResolveHost = async (host, signal) => {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Asks the system, which knows `localhost` and the names of the network around. */
export const resolveAnywhere: ResolveHost = async (host) =>
  (await dns.lookup(host, { all: true })).map(({ address }) => address);
