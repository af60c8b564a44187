import { hashOfSecret, randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import { fail } from '@venue-booking/proto/failures';
import {
  type CallbackQuery,
  CONNECT_MINUTES,
  type ConnectOptions,
  type ConnectOutcome,
  type ConnectVisit,
} from '@venue-booking/proto/payment/connection';
import { providerLabel } from '@venue-booking/proto/payment/providers';
import { throwProviderFailure } from '../accounts/verifyCredentials.ts';
import type { PaymentDeps } from '../deps.ts';
import { advanceConnection, findExisting, keepConnection } from './connections.ts';
import { requireFlow } from './requireFlow.ts';

/** A visit, with the options that the owner chose. */
type StoredVisit = ConnectVisit & { options: ConnectOptions };

const callbackUrlOf = ({ publicUrl }: Pick<PaymentDeps, 'publicUrl'>, provider: string): string =>
  `${publicUrl}/connect/${provider}/callback`;

/**
 * Starts an owner's visit to a provider, where they let the platform use their account.
 * @returns the page of the provider for the browser of the visit
 * @throws `provider_off`, `provider_unavailable`, `credentials_refused`
 */
export async function startVisit(
  deps: PaymentDeps,
  visit: StoredVisit & { venueName: string },
): Promise<{ authorizeUrl: string }> {
  const { venueId, venueName, provider, returnUrl, startedBy, options } = visit;
  const flow = requireFlow(deps, provider);
  const state = randomSecret();
  // The same for repeated visits, until one of them has made a connection. Counted first: a connection that
  // is made after that is found below.
  const key = `${venueId}-${await deps.database.connection.count({ where: { venueId, provider } })}`;
  const existing = await findExisting(deps, { venueId, provider });
  const callbackUrl = callbackUrlOf(deps, provider);
  const { authorizeUrl, connected } = await flow
    .start({ venueId, venueName, key, callbackUrl, state, returnUrl, options, existing })
    .catch(throwProviderFailure(provider));
  if (connected) {
    // Links nothing, even if the provider already allows payments: the owner may leave the form.
    await keepConnection(deps, { venueId, provider, startedBy }, connected);
    return { authorizeUrl };
  }
  await deps.database.connectVisit.create({
    data: {
      ...{ venueId, provider, returnUrl, startedBy, browser: visit.browser, session: visit.session },
      state: hashOfSecret(state),
      options,
      expiresAt: new Date(Date.now() + CONNECT_MINUTES * 60_000),
    },
  });
  return { authorizeUrl };
}

/**
 * Takes the visit of a callback. It works once, within {@link CONNECT_MINUTES}, in the browser of the visit.
 * The caller must also check that the session may still manage the venue.
 * @param callback.browser hash of the cookie of the browser
 * @throws `connect_expired`
 */
export async function takeVisit(
  { database }: PaymentDeps,
  { provider, state, browser }: { provider: string; state: string; browser: string },
): Promise<StoredVisit> {
  // One statement, so that of two concurrent callbacks only one gets the visit.
  const [visit] = await database.$queryRaw<StoredVisit[]>`
    DELETE FROM payment.connect_visit
    WHERE state = ${hashOfSecret(state)} AND provider = ${provider} AND browser = ${browser} AND expires_at > now()
    RETURNING venue_id AS "venueId", provider, browser, session, started_by AS "startedBy",
      return_url AS "returnUrl", options`;
  if (!visit) throw fail('connect_expired', { provider: providerLabel(provider) });
  return visit;
}

/**
 * Finishes a visit that {@link takeVisit} returned.
 * @param query the query of the callback
 * @throws `provider_off`, `provider_unavailable`, `credentials_refused`, `fee_not_carried`
 */
export async function finishVisit(
  deps: PaymentDeps,
  { visit: { venueId, provider, startedBy, options }, query }: { visit: StoredVisit; query: CallbackQuery },
): Promise<ConnectOutcome> {
  const { finish } = requireFlow(deps, provider);
  const callbackUrl = callbackUrlOf(deps, provider);
  const connected =
    (await finish?.({ query, callbackUrl, options }).catch(throwProviderFailure(provider))) ?? null;
  if (!connected) return { is: 'declined', eventIds: [] };
  const kept = await keepConnection(deps, { venueId, provider, startedBy }, connected);
  const { result, eventIds } = await advanceConnection(deps, kept);
  return { is: result.state, eventIds };
}
