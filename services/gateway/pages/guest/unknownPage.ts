import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { ErrorRequestHandler, Request } from 'express';
import { failureOfExpress } from '../../http/errors.ts';
import { messagePage } from './failurePage.ts';
import { languageOf } from './guestLink.ts';
import { sendGuestPage } from './guestPage.ts';
import { labels } from './labels.ts';

/**
 * Shows a 404 page to browsers. API clients, which accept any type or prefer JSON, get the JSON error, and so
 * do all requests with other methods than GET and HEAD.
 */
export const unknownPage: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const failure = failureOf(error) ?? failureOfExpress(error);
  if (response.headersSent || failure?.code !== 'path_unknown') return next(error);
  response.vary('Accept');
  if (!prefersHtml(request)) return next(error);
  const language = languageOf(request);
  const { noPage, noPageMore } = labels[language];
  response.status(404).setHeader('Error-Code', failure.code);
  response.vary('Accept-Language');
  sendGuestPage(response, messagePage(noPage, noPageMore, language));
};

/** JSON comes first, so that clients that accept any type get JSON. */
export const prefersHtml = (request: Request): boolean =>
  ['GET', 'HEAD'].includes(request.method) && request.accepts(['json', 'html']) === 'html';
