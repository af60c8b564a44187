import { releasesPlaces } from '@venue-booking/domain/booking/statusTransitions';
import { withDeadline } from '@venue-booking/kit/concurrency/callContext';
import type { Log } from '@venue-booking/kit/logging/log';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { PayLink } from '@venue-booking/proto/booking/booking';
import { type FailureCode, fail } from '@venue-booking/proto/failures';
import type { Checkout } from '@venue-booking/proto/payment/payment';
import express, { type Response, type Router } from 'express';
import type { Backends } from '../../backends/backends.ts';
import { prefersJson } from '../../http/contentNegotiation.ts';
import { RETRY_SECONDS } from '../../http/errors.ts';
import { registerRoute } from '../../http/methods.ts';
import { handlerWithDeadline, WRITE_BUDGET_MS } from '../../http/requestDeadline.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import {
  chosenLanguage,
  failureHandler,
  isPaymentToken,
  type LinkRequest,
  languageOf,
  redirectTo,
  tokenOf,
} from '../guest/guestLink.ts';
import { guestHeaders, sendGuestPage } from '../guest/guestPage.ts';
import { checkingView, isRetried, type PayState, payView } from './payView.ts';

/** The provider has 8 s to answer; the rest of the call's budget is for the page. */
const PROVIDER_BUDGET_MS = 10_000;
const LOOKUP_BUDGET_MS = 2000;

/** Failures that mean that the payment service or the provider is temporarily unavailable. */
const UNAVAILABLE_CODES: readonly FailureCode[] = ['unavailable', 'timeout', 'provider_unavailable'];
const STATUS: Record<PayState, number> = {
  waiting: 200,
  blocked: 200,
  failed: 200,
  refused: 409,
  closed: 410,
};

type Deps = Pick<Backends, 'booking' | 'catalog' | 'payment'> & {
  tenancy: Pick<Tenancy, 'resolve' | 'mayReturnTo'>;
  publicUrl: string;
  log: Log;
  now?: () => number;
};

/**
 * `/pay/{token}` redirects the guest to a checkout, or back once the booking is paid. `/pay/return/{token}`
 * receives the guest from the provider; its token belongs to one checkout. Both show a page when they cannot
 * redirect. HEAD creates no checkout and does not ask the provider. Invalid links get a 404, as unknown
 * tickets do.
 */
export function payPage(deps: Deps): Router {
  const { booking, catalog, payment, tenancy, publicUrl, log, now = Date.now } = deps;
  const { host: platform } = new URL(publicUrl);
  /**
   * Whether the venue allows the link's return URL. While the booking can be paid, the booking service has
   * already checked it. Afterwards the current settings decide
   * (docs/decisions/0092-where-guests-return-to.md).
   */
  const mayReturn = async ({ venueId, redirectUrl, ticketUrl, holdUntil }: PayLink): Promise<boolean> => {
    if (redirectUrl === ticketUrl || now() < holdUntil) return true;
    const tenant = await orUnavailable(LOOKUP_BUDGET_MS, async () => {
      const { slug } = await catalog.contact.query({ venueId });
      return tenancy.resolve({ slug, host: '' });
    });
    return tenant !== 'unavailable' && tenancy.mayReturnTo(tenant, redirectUrl);
  };
  /** Replaces the return URL by the ticket if the guest may not return to it. */
  const withAllowedReturn = async (link: PayLink): Promise<PayLink> =>
    (await mayReturn(link)) ? link : { ...link, redirectUrl: link.ticketUrl };

  const followLink = async (of: { token: string }, opened: PayLink): Promise<PayLink> => {
    try {
      return (await booking.followPayLink.mutate(of)) ?? opened;
    } catch (error) {
      // Booking services from before the payment of open amounts lack this call.
      if (failureOf(error)?.code === 'internal') return opened;
      throw error;
    }
  };

  const openLink = async (request: LinkRequest): Promise<PayLink> => {
    const language = chosenLanguage(request);
    const of = { token: tokenOf(request), ...(language && { language }) };
    const opened = await booking.openPayLink.query(of);
    if (!opened) throw fail('pay_link_not_found');
    // Only a GET creates the payment of an open amount: mail servers check links with HEAD.
    const mayOwe = opened.bookingStatus !== 'pending_payment' && !releasesPlaces(opened.bookingStatus);
    const link = request.method === 'HEAD' || !mayOwe ? opened : await followLink(of, opened);
    return withAllowedReturn(link);
  };

  const show = async (
    request: LinkRequest,
    response: Response,
    { link, state: requestedState }: { link: PayLink; state: PayState },
  ): Promise<void> => {
    // Once the hold has ended, there is nothing to wait for or to retry.
    const state = now() >= link.holdUntil && requestedState !== 'refused' ? 'closed' : requestedState;
    const contact = await catalog.contact.query({ venueId: link.venueId });
    const language = chosenLanguage(request) ?? link.locale;
    if (isRetried(state)) response.setHeader('Retry-After', String(RETRY_SECONDS));
    response.status(STATUS[state]);
    const page = payView({ state, link, contact, language, now: now() });
    sendGuestPage(response, page);
  };

  /**
   * Local payment state only: never creates a checkout or asks the provider. A cancelled or expired booking
   * may still have been paid.
   */
  const localStateOf = async ({ venueId, bookingId, bookingStatus, isLater }: PayLink) => {
    if (bookingStatus === 'pending_payment' || isLater) return 'open';
    if (!releasesPlaces(bookingStatus)) return 'paid';
    const attempts = await orUnavailable(LOOKUP_BUDGET_MS, () =>
      payment.list.query({ venueId, bookingIds: [bookingId] }),
    );
    const own = attempts === 'unavailable' ? [] : attempts[bookingId];
    const paid = own?.some(({ status }) => status === 'paid' || status === 'refunded');
    return paid ? 'paid' : 'closed';
  };

  const pay = async (request: LinkRequest, response: Response): Promise<void> => {
    const link = await openLink(request);
    const { order } = link;
    const localState = order ? await localStateOf(link) : 'paid';
    if (localState === 'paid' || !order) return redirectTo(response, link.redirectUrl);
    if (localState === 'closed') return show(request, response, { link, state: 'closed' });
    if (request.method === 'HEAD') return void response.type('html').end();
    const checkout = await orUnavailable(PROVIDER_BUDGET_MS, () => payment.openCheckout.mutate(order));
    if (checkout === 'unavailable' || checkout.state === 'unavailable')
      return show(request, response, { link, state: stateWithout(checkout) });
    if (checkout.state === 'payable') return redirectTo(response, checkout.url);
    if (checkout.state === 'paid' || checkout.state === 'refunded')
      return redirectTo(response, returnUrlOf(link));
    await show(request, response, { link, state: checkout.state });
  };

  const showReturn = async (request: LinkRequest, response: Response): Promise<void> => {
    if (request.method === 'HEAD') return void response.type('html').end();
    const token = tokenOf(request);
    if (!isPaymentToken(token)) throw fail('pay_link_not_found');
    const returned = await orUnavailable(PROVIDER_BUDGET_MS, () =>
      payment.returnFromCheckout.mutate({ token }),
    );
    // Only the payment service knows the booking. While it is unavailable, the page reloads itself.
    if (returned === 'unavailable') {
      if (prefersJson(request)) throw fail('unavailable');
      response.status(503).setHeader('Retry-After', String(RETRY_SECONDS));
      return sendGuestPage(response, checkingView(languageOf(request)));
    }
    const found =
      returned &&
      (await booking.payLink.query({
        ...{ venueId: returned.venueId, id: returned.bookingId },
        ...(returned.paymentId && { paymentId: returned.paymentId }),
      }));
    if (!returned || !found) throw fail('pay_link_not_found');
    const link = await withAllowedReturn(found);
    const { origin, host } = new URL(link.payUrl);
    // The provider returns guests to the platform. A venue's own domain shows its pages, as it does the link.
    if (request.host === platform && host !== platform)
      return redirectTo(response, `${origin}${request.originalUrl}`);
    const { state } = returned.checkout;
    if (state === 'failed' || state === 'closed' || state === 'refused')
      return show(request, response, { link, state });
    redirectTo(response, returnUrlOf(link));
  };

  const router = express.Router();
  router.use('/pay', guestHeaders);
  registerRoute(router, '/pay/:token', { get: handlerWithDeadline(WRITE_BUDGET_MS, pay) });
  registerRoute(router, '/pay/return/:token', { get: handlerWithDeadline(WRITE_BUDGET_MS, showReturn) });
  router.use('/pay', failureHandler(log));
  return router;
}

/** Why there is no checkout at the moment. */
const stateWithout = (checkout: Checkout | 'unavailable'): PayState =>
  checkout !== 'unavailable' && checkout.state === 'unavailable' && checkout.because === 'account'
    ? 'blocked'
    : 'waiting';

/**
 * Where to send a guest who has paid. The ticket reloads until it shows the payment, which may arrive later.
 */
const returnUrlOf = ({ redirectUrl, ticketUrl }: PayLink): string =>
  redirectUrl === ticketUrl ? `${ticketUrl}?returned=1` : redirectUrl;

/** Runs a call; returns `unavailable` if the payment service or the provider is unavailable. */
async function orUnavailable<T>(budgetMs: number, ask: () => Promise<T>): Promise<T | 'unavailable'> {
  try {
    return await withDeadline(budgetMs, ask);
  } catch (error) {
    const failure = failureOf(error);
    if (failure && UNAVAILABLE_CODES.includes(failure.code)) return 'unavailable';
    throw error;
  }
}
