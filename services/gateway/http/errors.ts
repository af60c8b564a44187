import type { Log } from '@venue-booking/kit/logging/log';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { type Failure, fail, failureStatus, failureText } from '@venue-booking/proto/failures';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { preferredLanguage } from './contentNegotiation.ts';

/**
 * Answers every error with `{error}` in the caller's language. Logs unexpected errors without exposing them.
 */
export const errorHandler =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) {
      log.error({ err: error, route: request.route?.path }, 'request failed after the response had started');
      return next(error);
    }
    sendFailure(request, response, failureFor(error, request, log));
  };

/** The failure that the client gets for an error. Unexpected errors are logged and become `internal`. */
export function failureFor(error: unknown, request: Request, log: Log): Failure {
  const failure = failureOf(error) ?? failureOfExpress(error);
  if (!failure || failure.code === 'internal')
    log.error({ err: error, route: request.route?.path }, 'request failed');
  return failure ?? fail('internal');
}

/** `Retry-After` of 503 responses that specify no other time, in seconds. */
export const RETRY_SECONDS = 5;

/** Sets `Retry-After` if the failure has a retry time or is a 503. */
export function setRetryAfter(response: Response, { code, params }: Failure): void {
  const seconds = params.retryAfterSeconds ?? (failureStatus(code) === 503 ? RETRY_SECONDS : undefined);
  if (seconds !== undefined) response.setHeader('Retry-After', String(seconds));
}

/** Failures that do not depend on a venue, so that any website may read them. */
const VENUE_INDEPENDENT = /^(too_many_requests|path_unknown|method_not_allowed|venue_missing|venue_unknown)$/;

/** Sends a failure as JSON. */
export function sendFailure(request: Request, response: Response, failure: Failure): void {
  const { code, params } = failure;
  const { retryAfterSeconds, limit } = params;
  setRetryAfter(response, failure);
  // Clients should rely on this code: the text may change.
  response.setHeader('Error-Code', code);
  if (code === 'too_many_bookings') {
    response.setHeader('RateLimit-Limit', String(limit));
    response.setHeader('RateLimit-Remaining', '0');
    response.setHeader('RateLimit-Reset', String(retryAfterSeconds));
  }
  // The amount of work that the booking requires; see `getChallenge`.
  if (params.work !== undefined) response.setHeader('Proof-Of-Work', String(params.work));
  // A developer who mistypes the venue should see the reason instead of a CORS error.
  if (VENUE_INDEPENDENT.test(code) && !response.hasHeader('Access-Control-Allow-Origin')) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'Error-Code, Retry-After');
  }
  if (code === 'unauthorized') response.setHeader('WWW-Authenticate', 'Bearer');
  response
    .status(failureStatus(code))
    .setHeader('Cache-Control', 'no-store')
    .json({ error: failureText(code, params, preferredLanguage(request)) });
}

/** Express itself fails only with status 400, for a path that it cannot decode. */
export const failureOfExpress = (error: unknown): Failure | null =>
  (error as { status?: number } | null)?.status === 400 ? fail('path_unknown') : null;

export const unknownPath: RequestHandler = () => {
  throw fail('path_unknown');
};
