import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { ErrorRequestHandler, Request } from 'express';
import { failureOfExpress } from '../errors.ts';
import { languageOf } from './guestLink.ts';
import { labels } from './ticket/labels.ts';
import { sendTicketPage } from './ticket/sendTicket.ts';
import { problemView } from './ticket/ticketView.ts';

/**
 * Shows a page to a browser that opens an address where nothing is. Programs, which
 * take any type or prefer JSON, are answered as by any other error; so is whatever is sent.
 */
export const showUnknown: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const failure = failureOf(error) ?? failureOfExpress(error);
  if (response.headersSent || failure?.code !== 'path_unknown') return next(error);
  response.vary('Accept');
  if (!opensPage(request)) return next(error);
  const language = languageOf(request);
  const { noPage, noPageMore } = labels[language];
  response.status(404).setHeader('Error-Code', failure.code);
  response.vary('Accept-Language');
  sendTicketPage(response, problemView(noPage, noPageMore, language));
};

/** JSON stands first: it is for who takes any type. */
const opensPage = (request: Request): boolean =>
  ['GET', 'HEAD'].includes(request.method) && request.accepts(['json', 'html']) === 'html';
