import { newCall, runInCall } from '@venue-booking/kit/callContext';
import { failureOf } from '@venue-booking/kit/rpc';
import { type Failure, fail, failureStatus } from '@venue-booking/proto/failures';
import { Locale } from '@venue-booking/proto/primitives';
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import type { Backends } from '../backends.ts';
import { failureFor, sendFailure } from '../errors.ts';
import { prefersJson, sendTicketPage, ticketAssets, ticketHeaders } from './ticket/sendTicket.ts';
import { ticketJson } from './ticket/ticketJson.ts';
import { problemPage, ticketView } from './ticket/ticketView.ts';

const READ_BUDGET_MS = 8000;
const WRITE_BUDGET_MS = 15_000;

type Deps = Pick<Backends, 'booking' | 'catalog'> & {
  publicUrl: string;
  /** Says that something of a venue has changed, so that nothing older is answered from here. */
  changed: (venueId: number) => void;
  log: Parameters<typeof failureFor>[2];
};
type TicketRequest = Request<{ token: string }>;

/**
 * `/tickets/{token}`: the booking that a signed link opens, as a page or, when preferred, as JSON; its calendar file; and cancelling
 * it, the only thing here that changes anything, and a POST. A link that was not signed by us for this is a 404, whatever is wrong
 * with it.
 */
export function ticketPage({ booking, catalog, publicUrl, changed, log }: Deps): Router {
  const opened = async (token: string) => {
    const ticket = await booking.openTicket.query({ token });
    if (!ticket) throw fail('ticket_not_found');
    return { ticket, contact: await catalog.contact.query({ venueId: ticket.venueId }) };
  };

  const show = async (request: TicketRequest, response: Response, refusal?: Failure): Promise<void> => {
    const token = tokenOf(request);
    const { ticket, contact } = await opened(token);
    if (prefersJson(request)) return void response.json(ticketJson(ticket, contact));
    const language = chosenLanguage(request) ?? ticket.locale;
    if (refusal) response.status(failureStatus(refusal.code));
    sendTicketPage(response, ticketView({ ticket, contact, token, publicUrl, language, refusal }));
  };

  const cancel = async (request: TicketRequest, response: Response): Promise<void> => {
    const token = tokenOf(request);
    try {
      const ticket = await booking.cancelTicket.mutate({ token });
      if (!ticket) throw fail('ticket_not_found');
      changed(ticket.venueId);
    } catch (error) {
      const refusal = failureOf(error);
      const isRefusal = refusal !== null && [409, 422].includes(failureStatus(refusal.code));
      if (!isRefusal || prefersJson(request)) throw error;
      return show(request, response, refusal);
    }
    if (prefersJson(request)) return show(request, response);
    response.redirect(303, addressOf(request));
  };

  const calendar = async (request: TicketRequest, response: Response): Promise<void> => {
    const text = await booking.calendarOfTicket.query({ token: tokenOf(request) });
    if (text === null) throw fail('ticket_not_found');
    response.set({
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': 'attachment; filename="booking.ics"',
    });
    response.send(Buffer.from(text));
  };

  const answerError: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const failure = failureFor(error, request, log);
    // A token that can't even be decoded is one that opens nothing.
    const answer = failure.code === 'path_unknown' ? fail('ticket_not_found') : failure;
    if (prefersJson(request)) return sendFailure(request, response, answer);
    const language = chosenLanguage(request) ?? acceptedLanguage(request);
    sendTicketPage(response.status(failureStatus(answer.code)), problemPage(answer, language));
  };

  const router = express.Router();
  router.use(ticketAssets);
  router.use('/tickets', ticketHeaders);
  router
    .route('/tickets/:token')
    .get(within(READ_BUDGET_MS, (request, response) => show(request, response)))
    .all(only('GET, HEAD'));
  router.route('/tickets/:token/booking.ics').get(within(READ_BUDGET_MS, calendar)).all(only('GET, HEAD'));
  router
    .route('/tickets/:token/cancel')
    .get((request, response) => response.redirect(302, addressOf(request)))
    .post(within(WRITE_BUDGET_MS, cancel))
    .all(only('GET, HEAD, POST'));
  router.use('/tickets', answerError);
  return router;
}

/** No ticket of ours is as long. */
const tokenOf = (request: TicketRequest): string => request.params.token.slice(0, 2000);

const within =
  (budgetMs: number, handle: (request: TicketRequest, response: Response) => Promise<void>) =>
  (request: TicketRequest, response: Response) =>
    runInCall(newCall(budgetMs, request.get('traceparent')), () => handle(request, response));

const only = (methods: string) => (_request: Request, response: Response) => {
  response.setHeader('Allow', methods);
  throw fail('method_not_allowed', { methods });
};

/** The language that a visitor has switched to. */
const chosenLanguage = (request: Request): Locale | undefined => Locale.safeParse(request.query.lang).data;
const acceptedLanguage = (request: Request): Locale =>
  request.acceptsLanguages('en', 'nl') === 'nl' ? 'nl' : 'en';

/** The ticket's own address, in the language that was switched to. */
function addressOf(request: TicketRequest): string {
  const language = chosenLanguage(request);
  return `/tickets/${encodeURIComponent(request.params.token)}${language ? `?lang=${language}` : ''}`;
}
