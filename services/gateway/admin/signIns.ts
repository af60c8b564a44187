import { clientOf } from '@venue-booking/kit/clientAddress';
import { fail } from '@venue-booking/proto/failures';
import type { KnownSession, Session } from '@venue-booking/proto/session';
import { actorOf, credentialOf } from '../callers.ts';
import { TOKEN_TRIES } from '../wrongTokens.ts';
import type { AdminContext } from './procedures.ts';
import type { AdminDeps } from './writes.ts';

/** What one client may try within an hour, all gateways together: an office has one address. */
const TRIES = { links: 30, looks: 120, tokens: 60, passkeys: 60, operator: TOKEN_TRIES.operator };

/** For a mail that nobody waits for: what of the call is left has nothing to do with it. */
export const MAIL_BUDGET_MS = 30_000;

/** What all ways to sign in share. */
export const signIns = ({ backends: { catalog }, sessions, wrongTokens }: AdminDeps) => ({
  /** @throws `too_many_requests` */
  async takeTurn(what: keyof typeof TRIES, { clientAddress }: AdminContext): Promise<void> {
    const key = sessions.keyed(what, clientOf(clientAddress));
    const turn = { key, most: TRIES[what], minutes: 60 };
    const { waitSeconds } = await catalog.sessions.takeTurn.mutate(turn);
    if (waitSeconds === 0) return;
    // The same limit holds for the operator's token at the API.
    if (what === 'operator') wrongTokens.block('operator', clientOf(clientAddress), waitSeconds);
    throw fail('too_many_requests', { retryAfterSeconds: waitSeconds });
  },
  /** Begins a session in the browser that asks. @param start begins it under a hash */
  async begin(
    of: 'person' | 'operator',
    { caller, setHeader }: AdminContext,
    start: (hash: string) => Promise<KnownSession>,
  ): Promise<Session> {
    const { hash, setCookie } = sessions.create(of);
    const found = await start(hash);
    // So that the security event of the sign-in names who it was.
    Object.assign(caller, { actor: actorOf(found), credential: credentialOf(hash) });
    setHeader('Set-Cookie', setCookie);
    // Whoever signs in anew has no use for the session before.
    if (caller.session) await catalog.sessions.end.mutate({ hash: caller.session.hash, everywhere: false });
    return shown(found);
  },
});
export type SignIns = ReturnType<typeof signIns>;

/** @throws `session_only` */
export function sessionOf({ session }: AdminContext['caller']) {
  if (!session) throw fail('session_only');
  return session;
}

/** A session as its browser sees it. */
export const shown = ({ personId, email, language, venues }: KnownSession): Session => ({
  role: personId === null ? 'operator' : 'person',
  email,
  language,
  venues,
});
