import { clientOf, networkOf } from '@venue-booking/kit/clientAddress';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { createFreshCache } from '@venue-booking/kit/process/freshCache';
import type { SecurityEvents } from '@venue-booking/kit/process/securityEvents';
import { hashOfSecret } from '@venue-booking/kit/randomSecret';
import type { Role } from '@venue-booking/proto/admin/adminCall';
import { type FailureCode, fail } from '@venue-booking/proto/failures';
import type { KnownSession } from '@venue-booking/proto/session';
import { TOKEN_PREFIX, type TokenScope } from '@venue-booking/proto/token';
import { Slug } from '@venue-booking/proto/venue';
import type { Request } from 'express';
import type { Backends } from './backends.ts';
import type { Sessions } from './sessions.ts';
import type { WrongTokens } from './wrongTokens.ts';

/** Who makes an admin call, and what they may do where the call is made. */
export type Caller = {
  /** `none`: a call that asks for nobody, or one of a person that names no venue. */
  role: 'operator' | TokenScope | 'none';
  /** As the history of bookings tells it. */
  name: string;
  /** As security events name the caller, without personal data; undefined for strangers. */
  actor?: string | undefined;
  /** The first characters of the hash of the session or token. */
  credential?: string | undefined;
  /** The browser's session; null for a token. */
  session: (KnownSession & { hash: string }) | null;
};

/** What a token or a session reaches: `all` venues, or what it may do at those by slug. */
type Found = Pick<Caller, 'name' | 'actor' | 'credential' | 'session'> & {
  reaches: 'all' | Map<string, TokenScope>;
};

/** Of a session's or token's hash: enough to tell them apart in a log. */
export const credentialOf = (hash: string): string => hash.slice(0, 12);
export const actorOf = ({ personId }: Pick<KnownSession, 'personId'>): string =>
  personId === null ? 'operator' : `person ${personId}`;

const ALL = 'callers';
/** Why a request is refused whose caller is known, or that comes from another website. */
const REFUSALS = new Set<FailureCode>([
  'foreign_origin',
  'venue_not_found',
  'operator_only',
  'owner_only',
  'session_only',
]);
const clientIn = ({ ip }: Request): string => clientOf(ip ?? '');
/** The venue that a path names, unless that is any text. */
const slugIn = ({ params: { slug } }: Request): string | undefined => Slug.safeParse(slug).data;
const NOBODY: Caller = { role: 'none', name: 'nobody', session: null };

/** Knows callers by their sessions and their bearer tokens. */
export function createCallers(deps: {
  catalog: Backends['catalog'];
  sessions: Sessions;
  wrongTokens: WrongTokens;
  security: SecurityEvents;
  /** Called whenever the token or session of a request turns out valid: several times for one that lasts. */
  found: (request: Request) => void;
}) {
  const { catalog, sessions, wrongTokens, security } = deps;
  const known = createFreshCache<Found | null>();

  /** Reports a wrong token, or any token of the operator's after too many. @throws `too_many_wrong_tokens` */
  const report = (request: Request, waitSeconds: number, logged: boolean): void => {
    const outcome = waitSeconds > 0 ? 'limited' : 'refused';
    const details = { network: networkOf(request.ip ?? ''), venue: slugIn(request) };
    security('credentials', outcome, details, { logged });
    if (waitSeconds > 0) throw fail('too_many_wrong_tokens', { retryAfterSeconds: waitSeconds });
  };
  /** Counts a wrong token. @throws `too_many_wrong_tokens` */
  const refuse = async (request: Request, kind: 'operator' | 'venue'): Promise<null> => {
    const { waitSeconds, first } = await wrongTokens.count(kind, clientIn(request));
    // Once is enough for the log: a client that is over the limit may go on for an hour.
    report(request, waitSeconds, first);
    return null;
  };

  const byToken = async (request: Request, header: string): Promise<Found | null> => {
    const token = /^Bearer\s+(\S{1,500})$/i.exec(header)?.[1];
    if (token === undefined) return refuse(request, 'venue');
    if (sessions.isOperator(token)) {
      // As at the sign-in page: a client that has guessed too often learns nothing from its next guess.
      const waitSeconds = wrongTokens.waitOf('operator', clientIn(request));
      if (waitSeconds > 0) report(request, waitSeconds, false);
      return { name: 'operator', actor: 'operator', session: null, reaches: 'all' };
    }
    const hash = hashOfSecret(token);
    const credential = credentialOf(hash);
    const found = await known.get(ALL, `token ${hash}`, async () => {
      const holder = await catalog.tokenHolder.query({ hash });
      if (!holder) return null;
      const reaches = new Map([[holder.slug, holder.scope]]);
      // Told apart from operator, guest and system, whatever a venue calls its tokens.
      const name = `token ${holder.name}`;
      return { name, actor: `token ${holder.id ?? ''}`.trim(), credential, session: null, reaches };
    });
    return found ?? refuse(request, token.startsWith(TOKEN_PREFIX) ? 'venue' : 'operator');
  };

  const bySession = async (request: Request): Promise<Found | null> => {
    const hash = sessions.hashIn(request);
    if (hash === null) return null;
    return known.get(ALL, `session ${hash}`, async () => {
      const found = await catalog.sessions.find.query({ hash });
      if (!found) return null;
      const session = { ...found, hash };
      const who = { actor: actorOf(found), credential: credentialOf(hash), session };
      if (found.personId === null) return { ...who, name: 'operator', reaches: 'all' };
      const reaches = new Map(found.venues.map(({ slug, role }) => [slug, role]));
      return { ...who, name: `person ${found.email}`, reaches };
    });
  };

  /** A token goes before a session: no browser sends one by itself. */
  const find = (request: Request): Promise<Found | null> => {
    const header = request.get('authorization');
    return header === undefined ? bySession(request) : byToken(request, header);
  };

  /** The caller, if it may make the call. */
  const permitted = (found: Found, needed: Role, { params: { slug } }: Request): Caller => {
    const { reaches, ...who } = found;
    if (needed === 'signed_in' && who.session === null) throw fail('session_only');
    if (reaches === 'all') return { ...who, role: 'operator' };
    if (needed === 'signed_in') return { ...who, role: 'none' };
    const role = typeof slug === 'string' ? reaches.get(slug) : undefined;
    if (slug !== undefined && role === undefined) throw fail('venue_not_found');
    if (needed === 'operator' || role === undefined) throw fail('operator_only');
    if (needed === 'owner' && role !== 'owner') throw fail('owner_only');
    return { ...who, role };
  };
  /** Reports that a caller was refused, or that another website made the request. */
  const reportRefusal = (request: Request, error: unknown, found?: Found): void => {
    const reason = failureOf(error)?.code;
    if (!reason || !REFUSALS.has(reason)) return;
    const network = networkOf(request.ip ?? '');
    const { actor, credential } = found ?? {};
    security('access', 'refused', { actor, credential, network, venue: slugIn(request), reason });
  };

  return {
    /**
     * The caller of a request, if that may make the call. Another venue is as unknown as one that does not
     * exist, whatever the call.
     * @throws `unauthorized`, `foreign_origin`, `venue_not_found`, `operator_only`, `owner_only`,
     * `session_only`, `too_many_wrong_tokens`
     */
    async require(request: Request, needed: Role): Promise<Caller> {
      let found: Found | null | undefined;
      try {
        if (needed === 'anyone') {
          sessions.refuseForeign(request);
          // Of a browser that signs in anew.
          return { ...NOBODY, session: (await bySession(request))?.session ?? null };
        }
        found = await find(request);
        if (!found) throw fail('unauthorized');
        deps.found(request);
        return permitted(found, needed, request);
      } catch (error) {
        reportRefusal(request, error, found ?? undefined);
        throw error;
      }
    },
    /** Forgets what was known of tokens and sessions. */
    drop: () => known.drop(ALL),
  };
}
export type Callers = ReturnType<typeof createCallers>;
