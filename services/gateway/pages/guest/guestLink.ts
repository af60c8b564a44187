import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';
import type { Log } from '@venue-booking/kit/logging/log';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { type Failure, fail, failureStatus } from '@venue-booking/proto/failures';
import { Locale } from '@venue-booking/proto/primitives';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { preferredLanguage, prefersJson } from '../../http/contentNegotiation.ts';
import { failureFor, sendFailure, setRetryAfter } from '../../http/errors.ts';
import { failurePage } from './failurePage.ts';
import { sendGuestPage } from './guestPage.ts';

/** Shared code of the pages behind signed links of guests. */

export type LinkRequest = Request<{ token: string }>;

/** The token of a link: at most 1000 characters, without trailing punctuation that a mail program added. */
export const tokenOf = ({ params }: LinkRequest) =>
  params.token.slice(0, 1000).replace(/(?<![^\w-])[^\w-]+$/, '');

/** Concurrent requests per link: a link belongs to one guest or a small party. */
const LINK_LIMITS = { maxConcurrent: 4, maxWaiting: 50 };

/**
 * Limits concurrent requests per link, so that a flood on one link delays no other guests
 * (docs/decisions/0039-one-venue-does-not-fill-the-queue.md). Uses the token, since the venue is not known
 * yet.
 */
export function createLinkBulkhead() {
  const bulkhead = createBulkhead(LINK_LIMITS);
  return (handle: (request: LinkRequest, response: Response) => Promise<void>): typeof handle =>
    (request, response) =>
      bulkhead(tokenOf(request), () => handle(request, response));
}

/** Whether a token has the format of the payment service's ids and tokens. */
export const isPaymentToken = (token: string): boolean => /^[\w-]{1,200}$/.test(token);

/** The language that a visitor has selected. `locale` is the parameter of the pages of venues. */
export const chosenLanguage = ({ query }: Request): Locale | undefined =>
  Locale.safeParse(query.lang ?? query.locale).data;
/** The selected language, or the browser's preference: for pages without a booking. */
export const languageOf = (request: Request): Locale => chosenLanguage(request) ?? preferredLanguage(request);

/** The path of the ticket in a request. */
export const ticketPath = (request: LinkRequest): string =>
  `/tickets/${encodeURIComponent(tokenOf(request))}`;

/** The path of the ticket with the selected language and further parameters. */
export function ticketAddress(request: LinkRequest, query: Record<string, string> = {}): string {
  const language = chosenLanguage(request);
  const search = new URLSearchParams({ ...(language && { lang: language }), ...query }).toString();
  return `${ticketPath(request)}${search && `?${search}`}`;
}

/** Answers failures as a page, or as JSON to clients that prefer it. */
export const failureHandler =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const failure = failureFor(error, request, log);
    // A token that Express cannot decode gets the same response as an unknown one.
    const answer = failure.code === 'path_unknown' ? fail('ticket_not_found') : failure;
    if (prefersJson(request)) return sendFailure(request, response, answer);
    setRetryAfter(response, answer);
    const page = failurePage(answer, languageOf(request), new URLSearchParams(request.url.split('?')[1]));
    sendGuestPage(response.status(failureStatus(answer.code)), page);
  };

/**
 * Redirects without changing the URL; Express's `redirect` would encode it again. Sends non-ASCII as UTF-8.
 */
export function redirectTo(response: Response, address: string): void {
  response.status(303).setHeader('Location', Buffer.from(address).toString('latin1'));
  response.end();
}

/** Statuses of failures after which the guest can choose again. */
const RETRYABLE_STATUSES = [409, 422, 429];

/** Returns failures after which the guest can choose again. @throws all other errors */
export function failureFrom(error: unknown): Failure {
  const failure = failureOf(error);
  if (!failure || !RETRYABLE_STATUSES.includes(failureStatus(failure.code))) throw error;
  return failure;
}
