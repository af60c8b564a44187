import { networkOf } from '@venue-booking/kit/http/clientAddress';
import { fail } from '@venue-booking/proto/failures';
import { venueIdOf } from '../backends/venueIdOf.ts';
import { type AdminDeps, handlersAtVenue, onceApplied } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';
import { sessionOf } from './signIns.ts';

/** Handlers of linking an account at the provider itself. */
export function connectHandlers(deps: AdminDeps): AdminHandlers<'connection'> {
  const { backends, sessions, security, isOwnOrigin } = deps;
  const { catalog, booking, payment } = backends;
  const atVenue = handlersAtVenue(catalog);

  return {
    async startConnecting({ slug, return_url: returnUrl, provider, ...options }, ctx) {
      // The callback comes from a browser: the one that holds this session and the cookie.
      const { hash } = sessionOf(ctx.caller);
      const [tenant, { name: venueName }] = await Promise.all([
        catalog.tenant.query({ slug }),
        catalog.getVenue.query({ slug }),
      ]);
      if (!tenant) throw fail('venue_not_found');
      const { venueId } = tenant;
      if (!isOwnOrigin(tenant, new URL(returnUrl).origin))
        throw fail('validation', { detail: 'return_url: must be a page of the platform or of this venue' });
      const { browser, setCookie } = sessions.bindConnecting();
      const { authorizeUrl } = await payment.connect.start.mutate({
        ...{ venueId, venueName, provider, returnUrl, browser, session: hash, startedBy: ctx.caller.name },
        options: { testMode: options.test_mode, slowMethods: options.slow_methods },
      });
      ctx.setHeader('Set-Cookie', setCookie);
      return { authorize_url: authorizeUrl };
    },
    getConnection: atVenue(({ venueId }) => payment.connect.show.query({ venueId })),
    chooseConnected: atVenue(({ venueId, account }) =>
      onceApplied(deps, payment.connect.choose.mutate({ venueId, account }), [booking]),
    ),
    async checkConnection({ slug }, { caller: { actor, credential }, clientAddress }) {
      const change = await payment.connect.check.mutate({ venueId: await venueIdOf(catalog, slug) });
      const { state, provider: target } = change.result;
      // Most checks change nothing.
      if (change.eventIds.length > 0 && state === 'linked') {
        const network = networkOf(clientAddress);
        security('payment_account_linked', 'success', { actor, credential, network, venue: slug, target });
      }
      return onceApplied(deps, Promise.resolve(change), [booking]);
    },
    cancelConnection: atVenue(({ venueId }) => payment.connect.cancel.mutate({ venueId })),
  };
}
