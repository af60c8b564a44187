import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { ErrorRequestHandler, Request } from 'express';
import { failureOfExpress } from '../../http/errors.ts';
import { languageOf } from './guestLink.ts';
import { sendTicketPage } from './guestPage.ts';
import { labels } from './labels.ts';
import { problemView } from './problemPage.ts';

/**
 * Shows a 404 page to browsers. API clients, which accept any type or prefer JSON, get the JSON error, and so
 * do all requests with other methods than GET and HEAD.
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

/** JSON comes first, so that clients that accept any type get JSON. */
const opensPage = (request: Request): boolean =>
  ['GET', 'HEAD'].includes(request.method) && request.accepts(['json', 'html']) === 'html';
