import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashOfSecret, randomSecret } from '@venue-booking/kit/randomSecret';
import { fail } from '@venue-booking/proto/failures';
import { LINK_MINUTES } from '@venue-booking/proto/session';
import { parse, serialize } from 'cookie';
import type { Request } from 'express';
import { originsOf } from './tenancy.ts';

/** The longest that browsers keep a cookie: when a session is over is not for them to say. */
const KEPT_SECONDS = 400 * 24 * 3600;
const ID = /^[po]_[\w-]{43}$/;
const LINK_SECRET = /^[\w-]{43}$/;
const READS = ['GET', 'HEAD'];

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Sessions of browsers (docs/decisions/0050-sessions-in-a-cookie.md): a random id in a cookie that no script
 * can read. Catalog keeps a hash of it.
 */
export function createSessions({ publicUrl, operatorToken }: { publicUrl: string; operatorToken: string }) {
  const secure = publicUrl.startsWith('https:');
  // With the prefix no other host of the domain, and nobody over http, can set it.
  const name = secure ? '__Host-venue-booking' : 'venue-booking';
  const linkName = `${name}-link`;
  const knownName = `${name}-known`;
  const cookie = (value: string, maxAge: number, named = name) =>
    serialize(named, value, { maxAge, path: '/', httpOnly: true, secure, sameSite: 'strict' });
  const keyed = (text: string) => createHmac('sha256', operatorToken).update(text).digest('base64url');
  const knownBy = (email: string) => keyed(`known ${email}`);
  const operator = hashOfSecret(operatorToken);
  // The operator's are found by their token only, so that a new token ends them.
  const hashOf = (id: string) => (id.startsWith('o_') ? keyed(id) : hashOfSecret(id));
  const own = originsOf(publicUrl);
  const requireOwn = (origin: string | undefined) => {
    if (origin === undefined || !own.has(origin))
      throw fail('foreign_origin', { origin: new URL(publicUrl).origin });
  };

  return {
    /**
     * The hash of the session that a request brings; null for none.
     * @throws `foreign_origin` when it writes, and is not from our own pages
     */
    hashIn(request: Request): string | null {
      const id = parse(request.get('cookie') ?? '')[name];
      if (id === undefined || !ID.test(id)) return null;
      if (!READS.includes(request.method)) requireOwn(request.get('origin'));
      return hashOf(id);
    },
    /** @throws `foreign_origin` for another website that signs the browser in, as somebody of its choice */
    refuseForeign(request: Request): void {
      const origin = request.get('origin');
      if (origin !== undefined) requireOwn(origin);
    },
    /** A new id: what catalog keeps of it, and the cookie that brings it. */
    create(of: 'person' | 'operator'): { hash: string; setCookie: string } {
      const id = `${of === 'operator' ? 'o' : 'p'}_${randomSecret()}`;
      return { hash: hashOf(id), setCookie: cookie(id, KEPT_SECONDS) };
    },
    /** The hash of the cookie of a browser that asked for a sign-in link; null without that cookie. */
    browserIn(cookies: string | undefined): string | null {
      const secret = parse(cookies ?? '')[linkName];
      return secret !== undefined && LINK_SECRET.test(secret) ? hashOfSecret(secret) : null;
    },
    /**
     * Binds a sign-in link to the browser that asks for it: a hash, and the cookie that it is of. A browser
     * that asks again keeps its cookie, so that the link before works as well.
     */
    bindBrowser(cookies: string | undefined): { browser: string; setCookie: string } {
      const known = parse(cookies ?? '')[linkName];
      const secret = known !== undefined && LINK_SECRET.test(known) ? known : randomSecret();
      return { browser: hashOfSecret(secret), setCookie: cookie(secret, LINK_MINUTES * 60, linkName) };
    },
    /** The cookie of a browser that has signed in as somebody. It outlives sign-outs, and signs nobody in. */
    knownCookie: (email: string): string => cookie(knownBy(email), KEPT_SECONDS, knownName),
    /** Whether a browser has signed in as somebody before. */
    isKnown: (cookies: string | undefined, email: string): boolean =>
      isSame(parse(cookies ?? '')[knownName] ?? '', knownBy(email)),
    /** Hashes are compared, so that neither length nor content of the token leaks through time. */
    isOperator: (token: string): boolean => isSame(hashOfSecret(token), operator),
    /** Ends the cookie. */
    endCookie: cookie('', 0),
    /** A hash that only this platform can make, such as a key to count a client's tries by. */
    keyed: (what: string, text: string): string => keyed(`turn ${what} ${text}`),
  };
}
export type Sessions = ReturnType<typeof createSessions>;
