import { createFreshCache } from '@venue-booking/kit/process/freshCache';
import { hashOfSecret } from '@venue-booking/kit/randomSecret';
import type { Role } from '@venue-booking/proto/admin/adminCall';
import { fail } from '@venue-booking/proto/failures';
import type { KnownSession } from '@venue-booking/proto/session';
import type { TokenScope } from '@venue-booking/proto/token';
import type { Request } from 'express';
import type { Backends } from './backends.ts';
import type { Sessions } from './sessions.ts';

/** Who makes an admin call, and what they may do where the call is made. */
export type Caller = {
  /** `none`: a call that asks for nobody, or one of a person that names no venue. */
  role: 'operator' | TokenScope | 'none';
  /** As the history of bookings tells it. */
  name: string;
  /** The browser's session; null for a token. */
  session: (KnownSession & { hash: string }) | null;
};

/** What a token or a session reaches: `all` venues, or what it may do at those by slug. */
type Found = { name: string; session: Caller['session']; reaches: 'all' | Map<string, TokenScope> };

const ALL = 'callers';
const NOBODY: Caller = { role: 'none', name: 'nobody', session: null };

/** Knows callers by their sessions and their bearer tokens. */
export function createCallers(deps: {
  catalog: Backends['catalog'];
  sessions: Sessions;
  /** Called whenever the token or session of a request turns out valid: several times for one that lasts. */
  found: (request: Request) => void;
}) {
  const known = createFreshCache<Found | null>();

  const byToken = async (header: string): Promise<Found | null> => {
    const token = /^Bearer\s+(\S{1,500})$/i.exec(header)?.[1];
    if (token === undefined) return null;
    if (deps.sessions.isOperator(token)) return { name: 'operator', session: null, reaches: 'all' };
    const hash = hashOfSecret(token);
    return known.get(ALL, `token ${hash}`, async () => {
      const holder = await deps.catalog.tokenHolder.query({ hash });
      if (!holder) return null;
      const reaches = new Map([[holder.slug, holder.scope]]);
      // Told apart from operator, guest and system, whatever a venue calls its tokens.
      return { name: `token ${holder.name}`, session: null, reaches };
    });
  };

  const bySession = async (request: Request): Promise<Found | null> => {
    const hash = deps.sessions.hashIn(request);
    if (hash === null) return null;
    return known.get(ALL, `session ${hash}`, async () => {
      const found = await deps.catalog.sessions.find.query({ hash });
      if (!found) return null;
      const session = { ...found, hash };
      if (found.personId === null) return { name: 'operator', session, reaches: 'all' };
      const reaches = new Map(found.venues.map(({ slug, role }) => [slug, role]));
      return { name: `person ${found.email}`, session, reaches };
    });
  };

  /** A token goes before a session: no browser sends one by itself. */
  const find = (request: Request): Promise<Found | null> => {
    const header = request.get('authorization');
    return header === undefined ? bySession(request) : byToken(header);
  };

  return {
    /**
     * The caller of a request, if that may make the call. Another venue is as unknown as one that does not
     * exist, whatever the call.
     * @throws `unauthorized`, `foreign_origin`, `venue_not_found`, `operator_only`, `owner_only`,
     * `session_only`
     */
    async require(request: Request, needed: Role): Promise<Caller> {
      if (needed === 'anyone') {
        deps.sessions.refuseForeign(request);
        // Of a browser that signs in anew.
        return { ...NOBODY, session: (await bySession(request))?.session ?? null };
      }
      const found = await find(request);
      if (!found) throw fail('unauthorized');
      deps.found(request);
      const { name, session, reaches } = found;
      if (needed === 'signed_in' && session === null) throw fail('session_only');
      if (reaches === 'all') return { role: 'operator', name, session };
      if (needed === 'signed_in') return { role: 'none', name, session };
      const { slug } = request.params;
      const role = typeof slug === 'string' ? reaches.get(slug) : undefined;
      if (slug !== undefined && role === undefined) throw fail('venue_not_found');
      if (needed === 'operator' || role === undefined) throw fail('operator_only');
      if (needed === 'owner' && role !== 'owner') throw fail('owner_only');
      return { role, name, session };
    },
    /** Forgets what was known of tokens and sessions. */
    drop: () => known.drop(ALL),
  };
}
export type Callers = ReturnType<typeof createCallers>;
