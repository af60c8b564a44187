import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { Log } from '@venue-booking/kit/process/log';
import { type Failure, fail, failureStatus, failureText } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';

/** Answers every error as `{error}`, in the caller's language; bugs are logged and say no more. */
export const errorHandler =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) {
      log.error({ err: error, route: request.route?.path }, 'failed after the answer had begun');
      return next(error);
    }
    sendFailure(request, response, failureFor(error, request, log));
  };

/** What an error is to whoever asked. Bugs are logged, and are no more than that to them. */
export function failureFor(error: unknown, request: Request, log: Log): Failure {
  const failure = failureOf(error) ?? failureOfExpress(error);
  if (!failure || failure.code === 'internal')
    log.error({ err: error, route: request.route?.path }, 'request failed');
  return failure ?? fail('internal');
}

/** When to try again what is away for a moment, in s. */
export const RETRY_SECONDS = 5;

/** Says when to try again, if that is of use. */
export function setRetryAfter(response: Response, { code, params }: Failure): void {
  const seconds = params.retryAfterSeconds ?? (failureStatus(code) === 503 ? RETRY_SECONDS : undefined);
  if (seconds !== undefined) response.setHeader('Retry-After', String(seconds));
}

/** What anybody is told who calls too often, or what there is not. */
const OF_NO_VENUE = /^(too_many_requests|path_unknown|method_not_allowed|venue_missing|venue_unknown)$/;

/** Answers a failure as JSON. */
export function sendFailure(request: Request, response: Response, failure: Failure): void {
  const { code, params } = failure;
  const { retryAfterSeconds, limit } = params;
  setRetryAfter(response, failure);
  // The text is for people and may change; programs go by this.
  response.setHeader('Error-Code', code);
  if (code === 'too_many_bookings') {
    response.setHeader('RateLimit-Limit', String(limit));
    response.setHeader('RateLimit-Remaining', '0');
    response.setHeader('RateLimit-Reset', String(retryAfterSeconds));
  }
  // How much work the booking needs; see `getChallenge`.
  if (params.work !== undefined) response.setHeader('Proof-Of-Work', String(params.work));
  // A developer who mistypes the venue should read the reason, not an error of CORS.
  if (OF_NO_VENUE.test(code) && !response.hasHeader('Access-Control-Allow-Origin')) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'Error-Code, Retry-After');
  }
  if (code === 'unauthorized') response.setHeader('WWW-Authenticate', 'Bearer');
  response
    .status(failureStatus(code))
    .setHeader('Cache-Control', 'no-store')
    .json({ error: failureText(code, params, preferredLanguage(request)) });
}

/** The language that a caller prefers, of those that there are. */
export const preferredLanguage = (request: Request): Locale =>
  request.acceptsLanguages('en', 'nl') === 'nl' ? 'nl' : 'en';

/** What Express itself refuses: a path that is not decodable. */
export const failureOfExpress = (error: unknown): Failure | null =>
  (error as { status?: number } | null)?.status === 400 ? fail('path_unknown') : null;

export const unknownPath: RequestHandler = () => {
  throw fail('path_unknown');
};
