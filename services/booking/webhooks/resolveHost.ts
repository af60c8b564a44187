import { promises as dns } from 'node:dns';

/**
 * Addresses of a host name; rejects, or answers none, when there are none. Gives up when the signal says so.
 */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the name servers, for IPv4 and IPv6. Not the system's own resolver: that one also knows what the
 * machine and its network call themselves, and each name that hangs occupies one of the few threads that
 * signing tickets needs as well.
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
