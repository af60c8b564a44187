import { LRUCache } from 'lru-cache';
import type { Backends } from './backends.ts';
import type { Sessions } from './sessions.ts';

/**
 * Tries that one client has within an hour, all gateways together. `operator` also counts the tries at the
 * sign-in page.
 */
export const TOKEN_TRIES = { operator: 30, venue: 120 };
const MINUTES = 60;
const MOST_CLIENTS = 20_000;

type Kind = keyof typeof TOKEN_TRIES;

/**
 * Counts wrong bearer tokens by client. Tokens of venues have a limit of their own, so that an integration
 * whose token was revoked does not lock out an operator at the same address.
 */
export function createWrongTokens(deps: {
  catalog: Backends['catalog'];
  sessions: Pick<Sessions, 'keyed'>;
  clock?: () => number;
}) {
  const { catalog, sessions, clock = () => performance.now() } = deps;
  /** Until when clients are blocked that catalog has refused, so that a flood does not reach its database. */
  const blocked = new LRUCache<string, number>({ max: MOST_CLIENTS });

  const waitOf = (kind: Kind, client: string): number => {
    const until = blocked.get(`${kind} ${client}`);
    return until === undefined ? 0 : Math.max(0, Math.ceil((until - clock()) / 1000));
  };
  const block = (kind: Kind, client: string, seconds: number): void =>
    void blocked.set(`${kind} ${client}`, clock() + seconds * 1000);
  return {
    /** Seconds that a client has to wait for its next try; 0 if it may try, as far as this gateway knows. */
    waitOf,
    /** Counts a wrong token. @returns seconds to wait; `first`: the limit was not known to be reached */
    async count(kind: Kind, client: string): Promise<{ waitSeconds: number; first: boolean }> {
      const waiting = waitOf(kind, client);
      if (waiting > 0) return { waitSeconds: waiting, first: false };
      const turn = { key: sessions.keyed(keyOf[kind], client), most: TOKEN_TRIES[kind], minutes: MINUTES };
      const { waitSeconds } = await catalog.sessions.takeTurn.mutate(turn);
      if (waitSeconds > 0) block(kind, client, waitSeconds);
      return { waitSeconds, first: true };
    },
    /** Notes that catalog has refused a client. */
    block,
  };
}
export type WrongTokens = ReturnType<typeof createWrongTokens>;

/** The names under which tries are counted; the sign-in page uses the first as well. */
const keyOf: Record<Kind, string> = { operator: 'operator', venue: 'venue_token' };
