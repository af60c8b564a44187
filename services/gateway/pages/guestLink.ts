import { createBulkhead } from '@venue-booking/kit/process/bulkhead';
import type { Log } from '@venue-booking/kit/process/log';
import { fail, failureStatus } from '@venue-booking/proto/failures';
import { Locale } from '@venue-booking/proto/primitives';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { failureFor, preferredLanguage, sendFailure, setRetryAfter } from '../errors.ts';
import { prefersJson, sendTicketPage } from './ticket/sendTicket.ts';
import { problemPage } from './ticket/ticketView.ts';

/** What the pages behind a guest's signed links share. */

export type LinkRequest = Request<{ token: string }>;

/** No token of ours is as long. What a mail has put behind it, such as a full stop, is none of it. */
export const tokenOf = ({ params }: LinkRequest) =>
  params.token.slice(0, 1000).replace(/(?<![^\w-])[^\w-]+$/, '');

/** Requests of one link that are answered at once, and that wait: of a guest, or of a few who share it. */
const OF_A_LINK = { atOnce: 4, mostWaiting: 50 };

/**
 * Has requests of one link wait for each other, so that who floods by a link of theirs is behind themselves
 * (docs/decisions/0039-one-venue-does-not-fill-the-queue.md). What it is for is known only once it was read.
 */
export function turnsOfLinks() {
  const inTurn = createBulkhead(OF_A_LINK);
  return (handle: (request: LinkRequest, response: Response) => Promise<void>): typeof handle =>
    (request, response) =>
      inTurn(tokenOf(request), () => handle(request, response));
}

/** True for what may be one of payment's ids and tokens, so that it is worth asking. */
export const mayBeOurs = (token: string): boolean => /^[\w-]{1,200}$/.test(token);

/** The language that a visitor has switched to. */
export const chosenLanguage = (request: Request): Locale | undefined =>
  Locale.safeParse(request.query.lang).data;
/** That, or the one that the browser asks for: where nothing is known of a booking. */
export const languageOf = (request: Request): Locale => chosenLanguage(request) ?? preferredLanguage(request);

/** Of the ticket that a request is about. */
export const ticketPath = (request: LinkRequest): string =>
  `/tickets/${encodeURIComponent(tokenOf(request))}`;

/** The ticket's own address, in the language that was switched to. */
export function ticketAddress(request: LinkRequest, query: Record<string, string> = {}): string {
  const language = chosenLanguage(request);
  const search = new URLSearchParams({ ...(language && { lang: language }), ...query }).toString();
  return `${ticketPath(request)}${search && `?${search}`}`;
}

/** Answers what goes wrong as a page, or as JSON when that is preferred. */
export const answerProblems =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const failure = failureFor(error, request, log);
    // A token that can't even be decoded is one that opens nothing.
    const answer = failure.code === 'path_unknown' ? fail('ticket_not_found') : failure;
    if (prefersJson(request)) return sendFailure(request, response, answer);
    setRetryAfter(response, answer);
    const page = problemPage(answer, languageOf(request), new URLSearchParams(request.url.split('?')[1]));
    sendTicketPage(response.status(failureStatus(answer.code)), page);
  };

/** Sends to exactly this address: Express's `redirect` would encode it anew. Beyond ASCII it is UTF-8. */
export function sendTo(response: Response, address: string): void {
  response.status(303).setHeader('Location', Buffer.from(address).toString('latin1'));
  response.end();
}
