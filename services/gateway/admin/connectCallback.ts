import { networkOf } from '@venue-booking/kit/http/clientAddress';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { fail, failureStatus } from '@venue-booking/proto/failures';
import { CallbackQuery } from '@venue-booking/proto/payment/connection';
import { providerLabel } from '@venue-booking/proto/payment/providers';
import express, { type Request, type Response, type Router } from 'express';
import { recordChange } from '../audit/recorded.ts';
import { credentialOf } from '../auth/callers.ts';
import { actorOf, nameOf } from '../auth/operators.ts';
import { registerRoute } from '../http/methods.ts';
import { handlerWithDeadline, WRITE_BUDGET_MS } from '../http/requestDeadline.ts';
import { failureHandler, redirectTo } from '../pages/guest/guestLink.ts';
import { guestHeaders } from '../pages/guest/guestPage.ts';
import type { AdminDeps } from './adminDeps.ts';
import { onceApplied } from './adminDeps.ts';

type CallbackRequest = Request<{ provider: string }>;

/**
 * `/connect/{provider}/callback` receives an owner from a payment provider, and returns them to the dashboard
 * with the result as `connect`. Its `state` works once, in the browser that started the visit, and only while
 * the session that started it may manage the venue.
 */
export function connectCallback(deps: AdminDeps): Router {
  const { backends, sessions, security, audit, log } = deps;
  const { catalog, booking, payment } = backends;

  const finish = async (request: CallbackRequest, response: Response): Promise<void> => {
    // A preview must not use up the state.
    if (request.method === 'HEAD') return void response.type('html').end();
    const { provider } = request.params;
    const expired = () => fail('connect_expired', { provider: providerLabel(provider.slice(0, 100)) });
    const parsed = CallbackQuery.safeParse(request.query);
    const browser = sessions.connectingIn(request.get('cookie'));
    if (!parsed.success || !browser || provider.length > 100) throw expired();
    const { state = '', ...query } = parsed.data;
    if (!/^[\w-]{43}$/.test(state)) throw expired();
    const visit = await payment.connect.take.mutate({ provider, state, browser });
    response.setHeader('Set-Cookie', sessions.endConnectingCookie);
    const { venueId } = visit;
    const [session, { slug }] = await Promise.all([
      catalog.sessions.find.query({ hash: visit.session }),
      catalog.contact.query({ venueId }),
    ]);
    // The session cookie is strict: browsers do not send it with a request that the provider's page starts.
    if (!session) throw expired();
    const isOwner = session.venues.some((venue) => venue.slug === slug && venue.role === 'owner');
    const { operator } = session;
    const isVisiting = operator?.role === 'admin' && operator.visits.some((visited) => visited.slug === slug);
    if (session.personId !== null && !isOwner && !isVisiting) throw fail('owner_only');
    const who = isOwner ? { ...session, operator: null } : session;
    const change = {
      ...{ call: 'finishConnecting', kind: 'connection', venue: slug, clientAddress: request.ip ?? '' },
      actor: () => nameOf(who),
      target: () => provider,
    };
    const result = await recordChange(audit, change, () => finishVisit({ visit, query })).catch(
      (error: unknown) => {
        const reason = failureOf(error)?.code;
        if (!reason) throw error;
        log.warn({ err: error, venueId, provider }, 'could not connect an account');
        return { is: 'failed', reason };
      },
    );
    const details = {
      ...{ actor: actorOf(who), credential: credentialOf(visit.session), venue: slug, target: provider },
      network: networkOf(request.ip ?? ''),
    };
    if (result.is === 'linked') security('payment_account_linked', 'success', details);
    if (result.reason && failureStatus(result.reason) < 500)
      security('payment_account_linked', 'refused', { ...details, reason: result.reason });
    const back = new URL(visit.returnUrl);
    back.searchParams.set('connect', result.is);
    if (result.reason) back.searchParams.set('reason', result.reason);
    redirectTo(response, back.href);
  };

  const finishVisit = async (input: Parameters<typeof payment.connect.finish.mutate>[0]) => {
    const { is, eventIds } = await payment.connect.finish.mutate(input);
    const { venueId } = input.visit;
    // It is linked, even if booking has not applied it yet.
    await onceApplied(deps, Promise.resolve({ venueId, result: null, eventIds }), [booking]).catch(
      (error: unknown) => log.warn({ err: error, venueId }, 'a linked account is not in force yet'),
    );
    return { is, reason: undefined };
  };

  const router = express.Router();
  router.use('/connect', guestHeaders);
  registerRoute(router, '/connect/:provider/callback', { get: handlerWithDeadline(WRITE_BUDGET_MS, finish) });
  router.use('/connect', failureHandler(log));
  return router;
}
