import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashOfSecret, randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import { OIDC_MINUTES } from '@venue-booking/proto/auth/oidc';
import { type KnownSession, LINK_MINUTES } from '@venue-booking/proto/auth/session';
import { fail } from '@venue-booking/proto/failures';
import { CONNECT_MINUTES } from '@venue-booking/proto/payment/connection';
import { parse, serialize } from 'cookie';
import type { Request } from 'express';
import { z } from 'zod';
import { originsOf } from '../tenancy/tenancy.ts';

/** The maximum that browsers allow for a cookie. The catalog service decides when a session expires. */
const COOKIE_SECONDS = 400 * 24 * 3600;
const ID = /^[po]_[\w-]{43}$/;
const LINK_SECRET = /^[\w-]{43}$/;
const READS = ['GET', 'HEAD'];

/** Whether named operators must sign in with a passkey. */
export const OperatorPasskeys = z.enum(['optional', 'required']);
type OperatorPasskeys = z.infer<typeof OperatorPasskeys>;

/** Compares two strings in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Browser sessions: a random id in a cookie that scripts cannot read
 * (docs/decisions/0050-sessions-in-a-cookie.md). The catalog service stores a hash of the id.
 */
export function createSessions({
  publicUrl,
  operatorToken,
  operatorPasskeys = 'optional',
}: {
  publicUrl: string;
  operatorToken: string;
  operatorPasskeys?: OperatorPasskeys | undefined;
}) {
  const secure = publicUrl.startsWith('https:');
  // The `__Host-` prefix prevents other hosts of the domain, and plain http, from setting the cookie.
  const name = secure ? '__Host-venue-booking' : 'venue-booking';
  const linkCookieName = `${name}-link`;
  const knownBrowserName = `${name}-known`;
  const connectCookieName = `${name}-connect`;
  const oidcCookieName = `${name}-oidc`;
  const cookie = (
    value: string,
    maxAge: number,
    { named = name, sameSite = 'strict' }: { named?: string; sameSite?: 'strict' | 'lax' } = {},
  ) => serialize(named, value, { maxAge, path: '/', httpOnly: true, secure, sameSite });
  const hmac = (text: string) => createHmac('sha256', operatorToken).update(text).digest('base64url');
  const knownBrowserHash = (email: string) => hmac(`known ${email}`);
  const operator = hashOfSecret(operatorToken);
  // Hashes of operator sessions depend on the operator's token, so that changing it ends these sessions.
  const hashOf = (id: string) => (id.startsWith('o_') ? hmac(id) : hashOfSecret(id));
  const own = originsOf(publicUrl);
  const requireOwnOrigin = (origin: string | undefined) => {
    if (origin === undefined || !own.has(origin))
      throw fail('foreign_origin', { origin: new URL(publicUrl).origin });
  };

  return {
    /**
     * The hash of the session of a request; null without one.
     * @throws `foreign_origin` for a write that does not come from our own pages
     */
    hashIn(request: Request): string | null {
      const id = parse(request.get('cookie') ?? '')[name];
      if (id === undefined || !ID.test(id)) return null;
      if (!READS.includes(request.method)) requireOwnOrigin(request.get('origin'));
      return hashOf(id);
    },
    /**
     * Prevents other websites from signing a browser in, for example to an account of theirs. @throws
     * `foreign_origin`
     */
    rejectForeignOrigin(request: Request): void {
      const origin = request.get('origin');
      if (origin !== undefined) requireOwnOrigin(origin);
    },
    /** Creates a session id. Returns the hash for the catalog service, and the cookie. */
    create(of: 'person' | 'operator'): { hash: string; setCookie: string } {
      const id = `${of === 'operator' ? 'o' : 'p'}_${randomSecret()}`;
      return { hash: hashOf(id), setCookie: cookie(id, COOKIE_SECONDS) };
    },
    /** The hash of the cookie that binds a sign-in link to the browser; null without that cookie. */
    browserIn(cookies: string | undefined): string | null {
      const secret = parse(cookies ?? '')[linkCookieName];
      return secret !== undefined && LINK_SECRET.test(secret) ? hashOfSecret(secret) : null;
    },
    /**
     * Binds a sign-in link to the browser that requests it. Returns the cookie and its hash. Further requests
     * reuse the cookie, so that earlier links keep working.
     */
    bindBrowser(cookies: string | undefined): { browser: string; setCookie: string } {
      const current = parse(cookies ?? '')[linkCookieName];
      const secret = current !== undefined && LINK_SECRET.test(current) ? current : randomSecret();
      return {
        browser: hashOfSecret(secret),
        setCookie: cookie(secret, LINK_MINUTES * 60, { named: linkCookieName }),
      };
    },
    /**
     * Binds an owner's visit to a payment provider to this browser. Returns the cookie and its hash. The
     * cookie is `lax`, because the browser must send it when the provider's page returns the owner.
     */
    bindConnecting(): { browser: string; setCookie: string } {
      const secret = randomSecret();
      const of = { named: connectCookieName, sameSite: 'lax' } as const;
      return { browser: hashOfSecret(secret), setCookie: cookie(secret, CONNECT_MINUTES * 60, of) };
    },
    /** The hash of that cookie; null without it. */
    connectingIn(cookies: string | undefined): string | null {
      const secret = parse(cookies ?? '')[connectCookieName];
      return secret !== undefined && LINK_SECRET.test(secret) ? hashOfSecret(secret) : null;
    },
    /** The header value that deletes that cookie. */
    endConnectingCookie: cookie('', 0, { named: connectCookieName, sameSite: 'lax' }),
    /** Keeps the visit to the identity provider in this browser. Only our own page sends it. */
    oidcCookie: (visit: string): string => cookie(visit, OIDC_MINUTES * 60, { named: oidcCookieName }),
    /** The value of that cookie. */
    oidcVisitIn: (cookies: string | undefined): string | undefined => parse(cookies ?? '')[oidcCookieName],
    /** The header value that deletes that cookie. */
    endOidcCookie: cookie('', 0, { named: oidcCookieName }),
    /** The cookie that marks a browser as known to a person. It survives sign-outs and grants no access. */
    knownCookie: (email: string): string =>
      cookie(knownBrowserHash(email), COOKIE_SECONDS, { named: knownBrowserName }),
    /** Whether somebody with this email address has signed in with this browser before. */
    isKnown: (cookies: string | undefined, email: string): boolean =>
      isSame(parse(cookies ?? '')[knownBrowserName] ?? '', knownBrowserHash(email)),
    /** Compares hashes, so that timing reveals neither length nor content of the token. */
    isOperator: (token: string): boolean => isSame(hashOfSecret(token), operator),
    /** Whether a named operator must sign in with a passkey before using any right of an operator. */
    needsPasskey: ({ operator }: Pick<KnownSession, 'operator'>): boolean =>
      operatorPasskeys === 'required' && operator?.passkey === false,
    /** The header value that deletes the session cookie. */
    endCookie: cookie('', 0),
    /** An HMAC of a text, for example as the key of a client's rate limit. */
    hmacOf: (what: string, text: string): string => hmac(`turn ${what} ${text}`),
  };
}
export type Sessions = ReturnType<typeof createSessions>;
