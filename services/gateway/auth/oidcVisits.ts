import { randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import { OIDC_MINUTES } from '@venue-booking/proto/auth/oidc';
import { z } from 'zod';
import type { OidcChecks } from './oidc.ts';
import { isSame, type Sessions } from './sessions.ts';

const Visit = z.strictObject({
  secret: z.string().length(43),
  /** Epoch milliseconds. */
  until: z.int(),
  returnTo: z.string().nullable(),
});

/**
 * Visits to the identity provider. They are not stored: a cookie of the browser has the visit and an HMAC.
 * `state`, `nonce` and the PKCE verifier are HMACs of its random secret.
 */
export function createOidcVisits(sessions: Pick<Sessions, 'hmacOf'>) {
  const checksOf = (secret: string): OidcChecks => ({
    state: sessions.hmacOf('oidc state', secret),
    nonce: sessions.hmacOf('oidc nonce', secret),
    verifier: sessions.hmacOf('oidc verifier', secret),
  });
  const sealOf = (payload: string) => sessions.hmacOf('oidc visit', payload);

  return {
    /** Starts a visit. Returns what the identity provider gets, and the value of the cookie. */
    start(returnTo: string | null): { checks: OidcChecks; cookie: string } {
      const visit = { secret: randomSecret(), until: Date.now() + OIDC_MINUTES * 60_000, returnTo };
      const payload = Buffer.from(JSON.stringify(visit)).toString('base64url');
      return { checks: checksOf(visit.secret), cookie: `${payload}.${sealOf(payload)}` };
    },
    /** The visit of a cookie that returns with a `state`; null for another, changed or expired one. */
    open(
      cookie: string | undefined,
      state: string,
    ): { checks: OidcChecks; returnTo: string | null; useKey: string } | null {
      const [payload = '', seal = '', ...more] = (cookie ?? '').split('.');
      if (more.length > 0 || !isSame(seal, sealOf(payload))) return null;
      const { secret, until, returnTo } = Visit.parse(
        JSON.parse(Buffer.from(payload, 'base64url').toString()),
      );
      const checks = checksOf(secret);
      if (until < Date.now() || !isSame(state, checks.state)) return null;
      return { checks, returnTo, useKey: sessions.hmacOf('oidc use', secret) };
    },
  };
}
