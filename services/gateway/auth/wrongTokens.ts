import { LRUCache } from 'lru-cache';
import type { Backends } from '../backends/backends.ts';
import type { Sessions } from './sessions.ts';

/**
 * Wrong tokens that one client may send per hour, counted across all gateways. `operator` includes the
 * attempts at the sign-in page.
 */
export const MAX_WRONG_TOKENS = { operator: 30, venue: 120 };
const MINUTES = 60;
const MAX_CLIENTS = 20_000;

type Kind = keyof typeof MAX_WRONG_TOKENS;

/**
 * Counts wrong bearer tokens per client. Venue tokens have their own limit, so that an integration with a
 * revoked token does not lock out an operator at the same address.
 */
export function createWrongTokens(deps: {
  catalog: Backends['catalog'];
  sessions: Pick<Sessions, 'hmacOf'>;
  clock?: () => number;
}) {
  const { catalog, sessions, clock = () => performance.now() } = deps;
  /** Blocked clients with the end of the block, so that a flood does not reach catalog's database. */
  const blocked = new LRUCache<string, number>({ max: MAX_CLIENTS });

  const waitSecondsOf = (kind: Kind, client: string): number => {
    const until = blocked.get(`${kind} ${client}`);
    return until === undefined ? 0 : Math.max(0, Math.ceil((until - clock()) / 1000));
  };
  const block = (kind: Kind, client: string, seconds: number): void =>
    void blocked.set(`${kind} ${client}`, clock() + seconds * 1000);
  return {
    /** Seconds until a client may try again; 0 if this gateway has not blocked it. */
    waitSecondsOf,
    /** Counts a wrong token. Returns the seconds to wait; `first`: the client was not yet blocked here. */
    async count(kind: Kind, client: string): Promise<{ waitSeconds: number; first: boolean }> {
      const waiting = waitSecondsOf(kind, client);
      if (waiting > 0) return { waitSeconds: waiting, first: false };
      const attempt = {
        key: sessions.hmacOf(keyOf[kind], client),
        most: MAX_WRONG_TOKENS[kind],
        minutes: MINUTES,
      };
      const { waitSeconds } = await catalog.sessions.takeTurn.mutate(attempt);
      if (waitSeconds > 0) block(kind, client, waitSeconds);
      return { waitSeconds, first: true };
    },
    /** Blocks a client that exceeded the limit at the sign-in page. */
    block,
  };
}
export type WrongTokens = ReturnType<typeof createWrongTokens>;

/** Names of the counters; the sign-in page shares `operator`. */
const keyOf: Record<Kind, string> = { operator: 'operator', venue: 'venue_token' };
