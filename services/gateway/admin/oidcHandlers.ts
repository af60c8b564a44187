import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { OIDC_MINUTES } from '@venue-booking/proto/auth/oidc';
import { fail } from '@venue-booking/proto/failures';
import { createOidcVisits } from '../auth/oidcVisits.ts';
import type { AdminDeps } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';
import type { SignIns } from './signIns.ts';

/** Limits of concurrent requests to the identity provider, so that a slow one does not take all sockets. */
const VISITS = { maxConcurrent: 8, maxWaiting: 50 };

/** Handlers of signing in with the platform's identity provider. */
export function oidcHandlers(
  { backends: { catalog }, oidc, sessions }: AdminDeps,
  { countAttempt, begin }: SignIns,
): AdminHandlers<'oidc'> {
  const visits = createOidcVisits(sessions);
  const bulkhead = createBulkhead({
    ...VISITS,
    createError: () => fail('oidc_unavailable', { name: oidc?.name ?? '' }),
  });
  /** @throws `oidc_off` */
  const required = () => {
    if (!oidc) throw fail('oidc_off');
    return oidc;
  };
  const expired = () => fail('oidc_expired', { minutes: OIDC_MINUTES });
  /** Marks a visit as used, across all gateways. @throws `oidc_expired` if it is already used */
  const useUp = async (key: string) => {
    // Longer than a visit is valid.
    const once = { key, most: 1, minutes: 2 * OIDC_MINUTES };
    const { waitSeconds } = await catalog.sessions.takeTurn.mutate(once);
    if (waitSeconds > 0) throw expired();
  };

  return {
    getOidc: async () => ({ name: oidc?.name ?? null }),
    async startOidc({ return_to: returnTo = null }, ctx) {
      const provider = required();
      await countAttempt('oidc', ctx);
      const { checks, cookie } = visits.start(returnTo);
      const authorizeUrl = await bulkhead('start', () => provider.authorizeUrl(checks));
      ctx.setHeader('Set-Cookie', sessions.oidcCookie(cookie));
      return { authorize_url: authorizeUrl };
    },
    async signInByOidc({ code, state, iss }, ctx) {
      const provider = required();
      await countAttempt('oidc', ctx);
      const visit = visits.open(sessions.oidcVisitIn(ctx.header('cookie')), state);
      if (!visit) throw expired();
      await useUp(visit.useKey);
      const email = await bulkhead('return', () => provider.emailOf({ code, state, iss }, visit.checks));
      const session = await begin('person', ctx, (started) =>
        catalog.sessions.startByEmail.mutate({ email, ...started }).catch((error: unknown) => {
          // The same response as for an address that is not confirmed.
          if (failureOf(error)?.code === 'person_not_found')
            throw fail('oidc_refused', { name: provider.name });
          throw error;
        }),
      );
      return { ...session, return_to: visit.returnTo };
    },
  };
}
