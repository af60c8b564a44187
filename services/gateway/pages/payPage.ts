import { withDeadline } from '@venue-booking/kit/messaging/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { Log } from '@venue-booking/kit/process/log';
import type { PayLink } from '@venue-booking/proto/booking';
import { givesPlacesBack } from '@venue-booking/proto/bookingStatus';
import { type FailureCode, fail } from '@venue-booking/proto/failures';
import express, { type Response, type Router } from 'express';
import type { Backends } from '../backends.ts';
import { RETRY_SECONDS } from '../errors.ts';
import { inCall, WRITE_BUDGET_MS } from '../inCall.ts';
import { answerAt } from '../methods.ts';
import type { Tenancy } from '../tenancy.ts';
import {
  answerProblems,
  chosenLanguage,
  type LinkRequest,
  languageOf,
  mayBeOurs,
  sendTo,
  tokenOf,
} from './guestLink.ts';
import { checkingView, type PayState, payView } from './pay/payView.ts';
import { prefersJson, sendTicketPage, ticketHeaders } from './ticket/sendTicket.ts';

/** For asking a provider, which has 8 s; the rest of the call is for the page that tells how that went. */
const PROVIDER_BUDGET_MS = 10_000;
const LOOK_BUDGET_MS = 2000;

/** What says that payments, or their provider, are out of reach for now. */
const AWAY: readonly FailureCode[] = ['unavailable', 'timeout', 'provider_unavailable'];
const STATUS: Record<PayState, number> = { waiting: 200, failed: 200, refused: 409, closed: 410 };

type Deps = Pick<Backends, 'booking' | 'catalog' | 'payment'> & {
  tenancy: Pick<Tenancy, 'resolve' | 'mayReturnTo'>;
  log: Log;
  now?: () => number;
};

/**
 * `/pay/{token}`: sends the guest to a checkout that can be paid, or on once it is paid; and
 * `/pay/return/{token}`, where the provider sends the guest afterwards, by a token of that checkout's own.
 * Both have a page for whoever can't be sent anywhere. HEAD makes no checkout and asks no provider. A link
 * that was not signed by us for this is a 404, answered as an unknown ticket is.
 */
export function payPage({ booking, catalog, payment, tenancy, log, now = Date.now }: Deps): Router {
  /**
   * Whether the venue lets guests return to the link's address. A guest who can still pay goes where booking
   * allowed it; afterwards the settings of now decide (docs/decisions/0092-where-guests-return-to.md).
   */
  const mayReturn = async ({ venueId, redirectUrl, ticketUrl, holdUntil }: PayLink): Promise<boolean> => {
    if (redirectUrl === ticketUrl || now() < holdUntil) return true;
    const tenant = await orAway(LOOK_BUDGET_MS, async () => {
      const { slug } = await catalog.contact.query({ venueId });
      return tenancy.resolve({ slug, host: '' });
    });
    return tenant !== 'away' && tenancy.mayReturnTo(tenant, redirectUrl);
  };
  /** The link with the ticket as its way back, if the guest may not return to its address. */
  const checked = async (link: PayLink): Promise<PayLink> =>
    (await mayReturn(link)) ? link : { ...link, redirectUrl: link.ticketUrl };

  const opened = async (request: LinkRequest): Promise<PayLink> => {
    const link = await booking.openPayLink.query({ token: tokenOf(request) });
    if (!link) throw fail('pay_link_not_found');
    return checked(link);
  };

  const show = async (
    request: LinkRequest,
    response: Response,
    { link, state: asked }: { link: PayLink; state: PayState },
  ): Promise<void> => {
    // Waiting and trying again are of no use once the places are not held any more.
    const state = now() >= link.holdUntil && asked !== 'refused' ? 'closed' : asked;
    const contact = await catalog.contact.query({ venueId: link.venueId });
    const language = chosenLanguage(request) ?? link.locale;
    if (state === 'waiting') response.setHeader('Retry-After', String(RETRY_SECONDS));
    response.status(STATUS[state]);
    const page = payView({ state, link, contact, language, now: now() });
    sendTicketPage(response, page);
  };

  /**
   * As far as is known without making or asking anything. A booking that is over may have been paid all the
   * same.
   */
  const known = async ({ venueId, bookingId, bookingStatus }: PayLink) => {
    if (bookingStatus === 'pending_payment') return 'open';
    if (!givesPlacesBack(bookingStatus)) return 'paid';
    const attempts = await orAway(LOOK_BUDGET_MS, () =>
      payment.list.query({ venueId, bookingIds: [bookingId] }),
    );
    const own = attempts === 'away' ? [] : attempts[bookingId];
    const paid = own?.some(({ status }) => status === 'paid' || status === 'refunded');
    return paid ? 'paid' : 'closed';
  };

  const pay = async (request: LinkRequest, response: Response): Promise<void> => {
    const link = await opened(request);
    const standing = await known(link);
    if (standing === 'paid') return sendTo(response, link.redirectUrl);
    if (standing === 'closed') return show(request, response, { link, state: 'closed' });
    if (request.method === 'HEAD') return void response.type('html').end();
    const checkout = await orAway(PROVIDER_BUDGET_MS, () => payment.openCheckout.mutate(link.order));
    if (checkout === 'away' || checkout.state === 'unavailable')
      return show(request, response, { link, state: 'waiting' });
    if (checkout.state === 'payable') return sendTo(response, checkout.url);
    if (checkout.state === 'paid' || checkout.state === 'refunded') return sendTo(response, wayBack(link));
    await show(request, response, { link, state: checkout.state });
  };

  const comeBack = async (request: LinkRequest, response: Response): Promise<void> => {
    if (request.method === 'HEAD') return void response.type('html').end();
    const token = tokenOf(request);
    if (!mayBeOurs(token)) throw fail('pay_link_not_found');
    const returned = await orAway(PROVIDER_BUDGET_MS, () => payment.returnFromCheckout.mutate({ token }));
    // Which booking it is only payment knows: while that is away, the browser asks again by itself.
    if (returned === 'away') {
      if (prefersJson(request)) throw fail('unavailable');
      response.status(503).setHeader('Retry-After', String(RETRY_SECONDS));
      return sendTicketPage(response, checkingView(languageOf(request)));
    }
    const found =
      returned && (await booking.payLink.query({ venueId: returned.venueId, id: returned.bookingId }));
    if (!returned || !found) throw fail('pay_link_not_found');
    const link = await checked(found);
    const { state } = returned.checkout;
    if (state === 'failed' || state === 'closed' || state === 'refused')
      return show(request, response, { link, state });
    sendTo(response, wayBack(link));
  };

  const router = express.Router();
  router.use('/pay', ticketHeaders);
  answerAt(router, '/pay/:token', { get: inCall(WRITE_BUDGET_MS, pay) });
  answerAt(router, '/pay/return/:token', { get: inCall(WRITE_BUDGET_MS, comeBack) });
  router.use('/pay', answerProblems(log));
  return router;
}

/** Where who has paid goes. The ticket may know later than payment does, and then looks again by itself. */
const wayBack = ({ redirectUrl, ticketUrl }: PayLink): string =>
  redirectUrl === ticketUrl ? `${ticketUrl}?returned=1` : redirectUrl;

/** What `ask` answers, unless payments are out of reach. */
async function orAway<T>(budgetMs: number, ask: () => Promise<T>): Promise<T | 'away'> {
  try {
    return await withDeadline(budgetMs, ask);
  } catch (error) {
    const failure = failureOf(error);
    if (failure && AWAY.includes(failure.code)) return 'away';
    throw error;
  }
}
