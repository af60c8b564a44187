import type { Log } from '@venue-booking/kit/logging/log';
import { type Failure, fail, failureStatus } from '@venue-booking/proto/failures';
import express, { type Response, type Router } from 'express';
import { z } from 'zod';
import type { Backends } from '../../backends/backends.ts';
import { setRetryAfter } from '../../http/errors.ts';
import { registerRoute } from '../../http/methods.ts';
import { BODY_LIMIT_KB, bodyReader } from '../../http/requestBody.ts';
import { handlerWithDeadline, READ_BUDGET_MS, WRITE_BUDGET_MS } from '../../http/requestDeadline.ts';
import {
  chosenLanguage,
  createLinkBulkhead,
  failureFrom,
  failureHandler,
  type LinkRequest,
  redirectTo,
  tokenOf,
} from '../guest/guestLink.ts';
import { guestAssets, guestHeaders, LEAVING_FORM, sendGuestPage } from '../guest/guestPage.ts';
import { inLanguage } from '../guest/languageSwitch.ts';
import { mayPay, waitingView } from './waitingView.ts';

type Deps = Pick<Backends, 'booking' | 'catalog'> & {
  /** Drops the cached responses of a venue. */
  venueChanged: (venueId: number) => void;
  log: Log;
};

const Accepted = z.object({ offer: z.uuid(), quote: z.string().max(40_000).optional() });

/**
 * `/waiting/{token}`: an entry on a waiting list. Opening it changes nothing, because mail servers check
 * links; confirming, leaving and accepting an offer are POST only. Every invalid link gets the same 404.
 */
export function waitingPage({ booking, catalog, venueChanged, log }: Deps): Router {
  const open = async (request: LinkRequest) => {
    const language = chosenLanguage(request);
    const entry = await booking.openWaiting.query({
      token: tokenOf(request),
      ...(language && { language }),
    });
    if (!entry) throw fail('waiting_not_found');
    return { entry, contact: await catalog.contact.query({ venueId: entry.venueId }) };
  };
  const pathOf = (request: LinkRequest) => `/waiting/${encodeURIComponent(tokenOf(request))}`;

  const show = async (request: LinkRequest, response: Response, failure?: Failure): Promise<void> => {
    const shown = await open(request);
    const language = chosenLanguage(request) ?? shown.entry.locale;
    if (failure) {
      setRetryAfter(response, failure);
      response.status(failureStatus(failure.code));
    }
    const page = waitingView({ ...shown, path: pathOf(request), language, failure });
    // Accepting may redirect to the checkout, which browsers check as well.
    sendGuestPage(response, page, mayPay(shown.entry) ? { formAction: LEAVING_FORM } : {});
  };

  /** A POST that changes the entry and shows it again; a failure is shown on the page. */
  const changing =
    (change: (request: LinkRequest, response: Response) => Promise<string | null>) =>
    async (request: LinkRequest, response: Response): Promise<void> => {
      try {
        const { entry } = await open(request);
        const address = await change(request, response);
        venueChanged(entry.venueId);
        const language = chosenLanguage(request) ?? entry.locale;
        redirectTo(response, inLanguage(address ?? pathOf(request), language, entry.locale));
      } catch (error) {
        await show(request, response, failureFrom(error));
      }
    };

  const confirm = changing(async (request) => {
    await booking.confirmWaiting.mutate({ token: tokenOf(request) });
    return null;
  });
  const leave = changing(async (request) => {
    await booking.leaveWaiting.mutate({ token: tokenOf(request) });
    return null;
  });
  const readForm = bodyReader(BODY_LIMIT_KB, (limit) => express.urlencoded({ extended: false, limit }));
  const accept = changing(async (request, response) => {
    await readForm(request, response);
    const { data } = Accepted.safeParse(request.body ?? {});
    if (!data) throw fail('offer_over');
    const { payment, ticket_url } = await booking.acceptOffer.mutate({
      ...{ ...data, token: tokenOf(request) },
      clientAddress: request.ip ?? '',
    });
    return payment?.status === 'open' ? payment.checkout_url : ticket_url;
  });

  const limitPerLink = createLinkBulkhead();
  const reads = (handle: typeof leave) => handlerWithDeadline(READ_BUDGET_MS, limitPerLink(handle));
  const writes = (handle: typeof leave) => handlerWithDeadline(WRITE_BUDGET_MS, limitPerLink(handle));
  const back = (request: LinkRequest, response: Response) => response.redirect(302, pathOf(request));
  const router = express.Router();
  router.use(guestAssets);
  router.use('/waiting', guestHeaders);
  registerRoute(router, '/waiting/:token', { get: reads((request, response) => show(request, response)) });
  registerRoute(router, '/waiting/:token/confirm', { get: back, post: writes(confirm) });
  registerRoute(router, '/waiting/:token/leave', { get: back, post: writes(leave) });
  registerRoute(router, '/waiting/:token/accept', { get: back, post: writes(accept) });
  router.use('/waiting', failureHandler(log));
  return router;
}
