import { createTtlCache } from '@venue-booking/kit/concurrency/ttlCache';
import { clientOf, networkOf } from '@venue-booking/kit/http/clientAddress';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { SecurityEvents } from '@venue-booking/kit/metrics/securityEvents';
import { hashOfSecret } from '@venue-booking/kit/secrets/randomSecret';
import type { Role } from '@venue-booking/proto/admin/adminCall';
import { OPERATOR_TOKEN_PREFIX } from '@venue-booking/proto/auth/operator';
import type { KnownSession } from '@venue-booking/proto/auth/session';
import { TOKEN_PREFIX, type TokenScope } from '@venue-booking/proto/auth/token';
import { type FailureCode, fail } from '@venue-booking/proto/failures';
import { Slug } from '@venue-booking/proto/venue/venue';
import type { Request } from 'express';
import type { Backends } from '../backends/backends.ts';
import {
  actorOf,
  nameOf,
  type OperatorRights,
  requireRights,
  rightsOf,
  rightsOfToken,
  SHARED_TOKEN,
} from './operators.ts';
import type { Sessions } from './sessions.ts';
import type { WrongTokens } from './wrongTokens.ts';

/** The authenticated caller of an admin call, with its role at the venue of the call. */
export type Caller = {
  /** `none`: a public call, or a call of a person that names no venue. */
  role: 'operator' | TokenScope | 'none';
  /** The name that the booking history shows. */
  name: string;
  /** The name in security events, without personal data. Undefined for unauthenticated callers. */
  actor?: string | undefined;
  /** The first characters of the hash of the session or token. */
  credential?: string | undefined;
  /** The session of the browser; null for a token. */
  session: (KnownSession & { hash: string }) | null;
};

/** A caller by token or session: its role at each venue by slug, and its rights as an operator. */
type Identity = Pick<Caller, 'name' | 'actor' | 'credential' | 'session'> & {
  venues: Map<string, TokenScope>;
  operator: OperatorRights | null;
};
/** What a call needs. `changes`: whether it changes anything. */
type Needed = { role: Role; changes: boolean };

/** A prefix of the hash of a session or token: enough to tell credentials apart in a log. */
export const credentialOf = (hash: string): string => hash.slice(0, 12);

const ALL = 'callers';
/**
 * Failures that are reported as a refused access: the caller is known, or another website sent the request.
 */
const REPORTED_FAILURES = new Set<FailureCode>([
  'foreign_origin',
  'venue_not_found',
  'operator_only',
  'admin_only',
  'owner_only',
  'session_only',
]);
const READS = ['GET', 'HEAD'];
const clientIn = ({ ip }: Request): string => clientOf(ip ?? '');
/** The venue in the path; undefined when the text is not a valid slug. */
const slugIn = ({ params: { slug } }: Request): string | undefined => Slug.safeParse(slug).data;
const ANONYMOUS: Caller = { role: 'none', name: 'nobody', session: null };

/** Authenticates callers by session or bearer token. */
export function createCallers(deps: {
  catalog: Backends['catalog'];
  sessions: Sessions;
  wrongTokens: WrongTokens;
  security: SecurityEvents;
  /**
   * Called each time a request turns out to have a valid token or session. Long requests call it repeatedly.
   */
  onAuthenticated: (request: Request) => void;
}) {
  const { catalog, sessions, wrongTokens, security } = deps;
  const identities = createTtlCache<Identity | null>();

  /**
   * Reports a wrong token, or any operator token after too many wrong ones. @throws `too_many_wrong_tokens`
   */
  const report = (request: Request, waitSeconds: number, logged: boolean): void => {
    const outcome = waitSeconds > 0 ? 'limited' : 'refused';
    const details = { network: networkOf(request.ip ?? ''), venue: slugIn(request) };
    security('credentials', outcome, details, { logged });
    if (waitSeconds > 0) throw fail('too_many_wrong_tokens', { retryAfterSeconds: waitSeconds });
  };
  /** Counts a wrong token. @throws `too_many_wrong_tokens` */
  const countWrongToken = async (request: Request, kind: 'operator' | 'venue'): Promise<null> => {
    const { waitSeconds, first } = await wrongTokens.count(kind, clientIn(request));
    // Once the client is blocked, stop logging: it may continue for an hour.
    report(request, waitSeconds, first);
    return null;
  };

  const byToken = async (request: Request, header: string): Promise<Identity | null> => {
    const token = /^Bearer\s+(\S{1,500})$/i.exec(header)?.[1];
    if (token === undefined) return countWrongToken(request, 'venue');
    if (sessions.isOperator(token)) {
      // Reject even the right token after too many wrong ones, as the sign-in page does, so that guessing is
      // useless.
      const waitSeconds = wrongTokens.waitSecondsOf('operator', clientIn(request));
      if (waitSeconds > 0) report(request, waitSeconds, false);
      return {
        name: 'operator',
        actor: 'operator',
        session: null,
        venues: new Map(),
        operator: SHARED_TOKEN,
      };
    }
    const hash = hashOfSecret(token);
    const credential = credentialOf(hash);
    const isOperators = token.startsWith(OPERATOR_TOKEN_PREFIX);
    const found = await identities.get(ALL, `token ${hash}`, async () => {
      if (isOperators) return operatorToken(hash);
      const holder = await catalog.tokenHolder.query({ hash });
      if (!holder) return null;
      const venues = new Map([[holder.slug, holder.scope]]);
      // The prefix separates tokens from operator, guest and system, whatever name the venue chose.
      const name = `token ${holder.name}`;
      const actor = `token ${holder.id ?? ''}`.trim();
      return { name, actor, credential, session: null, venues, operator: null };
    });
    const isRandom = isOperators || token.startsWith(TOKEN_PREFIX);
    return found ?? countWrongToken(request, isRandom ? 'venue' : 'operator');
  };
  const operatorToken = async (hash: string): Promise<Identity | null> => {
    const found = await catalog.operators.findToken.query({ hash });
    if (!found) return null;
    const names = { name: `operator token ${found.name}`, actor: `operator token ${found.id}` };
    const operator = rightsOfToken(found.role);
    return { ...names, credential: credentialOf(hash), session: null, venues: new Map(), operator };
  };

  const readSession = async (hash: string): Promise<Identity | null> => {
    const found = await catalog.sessions.find.query({ hash });
    if (!found) return null;
    const names = { name: nameOf(found), actor: actorOf(found) };
    const venues = new Map(found.venues.map(({ slug, role }) => [slug, role]));
    const operator = rightsOf(found, sessions.needsPasskey(found));
    return { ...names, credential: credentialOf(hash), session: { ...found, hash }, venues, operator };
  };
  const bySession = async (request: Request): Promise<Identity | null> => {
    const hash = sessions.hashIn(request);
    return hash === null ? null : identities.get(ALL, `session ${hash}`, () => readSession(hash));
  };

  /** A token takes precedence over a session, because browsers never send a token by themselves. */
  const find = (request: Request): Promise<Identity | null> => {
    const header = request.get('authorization');
    return header === undefined ? bySession(request) : byToken(request, header);
  };

  /** Returns the caller with its role. @throws when the role does not suffice */
  const authorize = (found: Identity, needed: Needed, { params: { slug } }: Request): Caller => {
    const { venues, operator, ...who } = found;
    if (needed.role === 'signed_in') {
      if (who.session === null) throw fail('session_only');
      return { ...who, role: operator ? 'operator' : 'none' };
    }
    const role = typeof slug === 'string' ? venues.get(slug) : undefined;
    if (role && (needed.role === 'desk' || (needed.role === 'owner' && role === 'owner'))) {
      if (!operator || !who.session) return { ...who, role };
      // An operator who works at the venue acts there as one of its people.
      const member = { ...who.session, operator: null };
      return { ...who, name: nameOf(member), actor: actorOf(member), role };
    }
    if (operator) {
      requireRights(operator, needed, slug);
      return { ...who, role: 'operator' };
    }
    if (slug !== undefined && role === undefined) throw fail('venue_not_found');
    if (needed.role === 'operator' || role === undefined) throw fail('operator_only');
    throw fail('owner_only');
  };
  /** Authorizes again without the cache: another gateway may have recorded a visit within the last second. */
  const withFreshVisit = async (
    found: Identity,
    authorizeAs: (found: Identity) => Caller,
  ): Promise<Caller> => {
    try {
      return authorizeAs(found);
    } catch (error) {
      const { session } = found;
      const now =
        session && failureOf(error)?.code === 'visit_required' ? await readSession(session.hash) : null;
      if (!now) throw error;
      return authorizeAs(now);
    }
  };
  /** Reports that a caller lacks permission, or that another website sent the request. */
  const reportDenial = (request: Request, error: unknown, found?: Identity): void => {
    const reason = failureOf(error)?.code;
    if (!reason || !REPORTED_FAILURES.has(reason)) return;
    const network = networkOf(request.ip ?? '');
    const { actor, credential } = found ?? {};
    security('access', 'refused', { actor, credential, network, venue: slugIn(request), reason });
  };

  return {
    /**
     * Returns the caller of a request if it may make the call. Callers get `venue_not_found` for venues that
     * they have no access to, so that they cannot learn which venues exist.
     * @param changes whether the call changes anything; default: by its method
     * @throws `unauthorized`, `foreign_origin`, `venue_not_found`, `operator_only`, `owner_only`,
     * `session_only`, `too_many_wrong_tokens`, `admin_only`, `passkey_required`, `visit_required`
     */
    async require(request: Request, role: Role, changes = !READS.includes(request.method)): Promise<Caller> {
      let found: Identity | null | undefined;
      try {
        if (role === 'anyone') {
          sessions.rejectForeignOrigin(request);
          // The session that a new sign-in in this browser replaces.
          return { ...ANONYMOUS, session: (await bySession(request))?.session ?? null };
        }
        found = await find(request);
        if (!found) throw fail('unauthorized');
        deps.onAuthenticated(request);
        return await withFreshVisit(found, (now) => authorize(now, { role, changes }, request));
      } catch (error) {
        reportDenial(request, error, found ?? undefined);
        throw error;
      }
    },
    /** Drops all cached tokens and sessions. */
    invalidate: () => identities.invalidate(ALL),
  };
}
export type Callers = ReturnType<typeof createCallers>;
