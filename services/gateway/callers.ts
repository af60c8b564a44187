import { createHash, timingSafeEqual } from 'node:crypto';
import { fail } from '@venue-booking/proto/failures';
import type { TokenScope } from '@venue-booking/proto/token';
import type { Request } from 'express';
import type { Backends } from './backends.ts';
import { createFreshCache } from './freshCache.ts';

/** Who makes an admin call: the operator, or somebody with a token of one venue. */
export type Caller = {
  role: 'operator' | TokenScope;
  /** As the history of bookings tells it. */
  name: string;
  /** The one venue that a token reaches; null for the operator, who reaches all. */
  slug: string | null;
};

/**
 * What a call asks of its caller: to be the operator, or an owner or anybody at the desk of the venue that it
 * names.
 */
export type Role = Caller['role'];

/** Knows callers by their bearer tokens. */
export type Callers = {
  /**
   * The caller of a request, if that may make the call. Another venue is as unknown as one that does not
   * exist, whatever the call.
   * @throws `unauthorized`, `venue_not_found`, `operator_only`, `owner_only`
   */
  require(request: Request, needed: Role): Promise<Caller>;
  /** Forgets what was known of tokens. */
  drop(): void;
};

const ALL = 'tokens';
const hashOf = (token: string) => createHash('sha256').update(token).digest();

export function createCallers(deps: {
  catalog: Backends['catalog'];
  operatorToken: string;
  /** Hears of each request whose token is somebody's. */
  found: (request: Request) => void;
}): Callers {
  const operator = hashOf(deps.operatorToken);
  const holders = createFreshCache<Caller | null>();

  const find = async (request: Request): Promise<Caller | null> => {
    const token = /^Bearer\s+(\S{1,500})$/i.exec(request.get('authorization') ?? '')?.[1];
    if (token === undefined) return null;
    const hash = hashOf(token);
    // Hashes are compared, so that neither length nor content leaks through time.
    if (timingSafeEqual(hash, operator)) return { role: 'operator', name: 'operator', slug: null };
    const key = hash.toString('base64url');
    return holders.get(ALL, key, async () => {
      const holder = await deps.catalog.tokenHolder.query({ hash: key });
      // Told apart from operator, guest and system, whatever a venue calls its tokens.
      return holder && { role: holder.scope, name: `token ${holder.name}`, slug: holder.slug };
    });
  };

  return {
    async require(request, needed) {
      const caller = await find(request);
      if (!caller) throw fail('unauthorized');
      deps.found(request);
      if (caller.role === 'operator') return caller;
      const slug = request.params.slug;
      if (slug !== undefined && slug !== caller.slug) throw fail('venue_not_found');
      if (needed === 'operator' || slug === undefined) throw fail('operator_only');
      if (needed === 'owner' && caller.role !== 'owner') throw fail('owner_only');
      return caller;
    },
    drop: () => holders.drop(ALL),
  };
}
