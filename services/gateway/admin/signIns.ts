import { clientOf, networkOf } from '@venue-booking/kit/http/clientAddress';
import { FRESH_MINUTES, type KnownSession, type Session } from '@venue-booking/proto/auth/session';
import { fail } from '@venue-booking/proto/failures';
import { credentialOf } from '../auth/callers.ts';
import { actorOf, nameOf } from '../auth/operators.ts';
import type { Sessions } from '../auth/sessions.ts';
import { MAX_WRONG_TOKENS } from '../auth/wrongTokens.ts';
import type { AdminDeps } from './adminDeps.ts';
import { deviceName } from './deviceName.ts';
import type { AdminContext } from './procedures.ts';

/** Attempts per client and hour, across all gateways. An office has one address. */
const MAX_ATTEMPTS = {
  ...{ links: 30, linksOfOne: 10, looks: 120, tokens: 60, passkeys: 60, oidc: 120 },
  operator: MAX_WRONG_TOKENS.operator,
  slugs: 120,
};

/** Sign-ups per hour of a network, and of all people together. Each needs a proof of work. */
const MAX_SIGN_UPS = { network: 20, platform: 300 };

/** Budget of a mail that is sent after the response, independent of the call's deadline. */
export const MAIL_BUDGET_MS = 30_000;

/** Common dependencies of all sign-in methods. */
export const signIns = ({ backends: { catalog }, sessions, wrongTokens }: AdminDeps) => ({
  /** Counts an attempt. @param about an additional key of the count @throws `too_many_requests` */
  async countAttempt(
    what: keyof typeof MAX_ATTEMPTS,
    { clientAddress }: AdminContext,
    about = '',
  ): Promise<void> {
    const key = sessions.hmacOf(what, `${clientOf(clientAddress)}${about && ` ${about}`}`);
    const waitSeconds = await take(catalog, key, MAX_ATTEMPTS[what]);
    if (waitSeconds === 0) return;
    // The admin API shares this limit for the operator's token.
    if (what === 'operator') wrongTokens.block('operator', clientOf(clientAddress), waitSeconds);
    throw fail('too_many_requests', { retryAfterSeconds: waitSeconds });
  },
  /** Counts a request to sign up. @throws `too_many_requests` */
  async countSignUp(of: keyof typeof MAX_SIGN_UPS, { clientAddress }: AdminContext): Promise<void> {
    const key = sessions.hmacOf('sign up', of === 'network' ? networkOf(clientAddress) : of);
    const waitSeconds = await take(catalog, key, MAX_SIGN_UPS[of]);
    if (waitSeconds > 0) throw fail('too_many_requests', { retryAfterSeconds: waitSeconds });
  },
  /** Starts a session in the calling browser. @param start stores the session, by its hash */
  async begin(
    of: 'person' | 'operator',
    { caller, header, setHeader }: AdminContext,
    start: (session: { session: string; device: string | undefined }) => Promise<KnownSession>,
  ): Promise<Session> {
    const { hash, setCookie } = sessions.create(of);
    const found = await start({ session: hash, device: deviceName(header('user-agent')) });
    // For the security event and the audit log of the sign-in.
    const names = { name: nameOf(found), actor: actorOf(found) };
    Object.assign(caller, { ...names, credential: credentialOf(hash) });
    setHeader(
      'Set-Cookie',
      found.email === null ? setCookie : [setCookie, sessions.knownCookie(found.email)],
    );
    // End the previous session of this browser.
    if (caller.session) await catalog.sessions.end.mutate({ hash: caller.session.hash, everywhere: false });
    return shown(sessions, found);
  },
});
/** Takes a turn of an hour. Returns the seconds until the next one; 0: taken. */
const take = async (catalog: AdminDeps['backends']['catalog'], key: string, most: number) =>
  (await catalog.sessions.takeTurn.mutate({ key, most, minutes: 60 })).waitSeconds;

export type SignIns = ReturnType<typeof signIns>;

/** @throws `session_only` */
export function sessionOf({ session }: AdminContext['caller']) {
  if (!session) throw fail('session_only');
  return session;
}

/**
 * The session of a call that changes how its person signs in. It must have begun a few minutes ago at most,
 * so that a stolen or unattended session cannot be turned into permanent access.
 * @throws `session_only`, `sign_in_again`
 */
export function freshSessionOf(ctx: AdminContext) {
  const session = sessionOf(ctx.caller);
  if (!session.fresh) throw fail('sign_in_again', { minutes: FRESH_MINUTES });
  return session;
}

/** The session as the browser sees it. */
export const shown = (sessions: Sessions, session: KnownSession): Session => {
  const { personId, email, language, venues, operator } = session;
  const isOperator = personId === null || operator;
  return {
    ...{ role: isOperator ? 'operator' : 'person', email, language, venues },
    ...(operator && {
      operator: {
        role: operator.role,
        needs_passkey: sessions.needsPasskey(session),
        visits: operator.visits,
      },
    }),
  };
};
