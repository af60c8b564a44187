import { newCall } from '@venue-booking/kit/concurrency/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { inEntrySpan } from '@venue-booking/kit/tracing/spans';
import { failureStatus } from '@venue-booking/proto/failures';
import type { Request, Response } from 'express';

/** Total time budget of a request: for reads, and for writes. */
export const READ_BUDGET_MS = 8000;
export const WRITE_BUDGET_MS = 15_000;

/**
 * Runs work with a deadline that applies to all its calls to services. While traces are on, it begins a
 * trace: the client may give its id, but only we decide whether it is sampled.
 */
export function runWithDeadline<T>(request: Request, budgetMs: number, work: () => Promise<T>): Promise<T> {
  const { method, route, res } = request;
  // The pattern, because a path has ids and tokens.
  const pattern: unknown = route?.path;
  const at = typeof pattern === 'string' ? pattern : '';
  const options = {
    kind: 'server' as const,
    attributes: { 'http.request.method': method, 'http.route': at },
  };
  return inEntrySpan(newCall(budgetMs, request.get('traceparent')), `${method} ${at}`, options, (span) => {
    if (!span?.isRecording) return work();
    const done = (status: number | undefined) =>
      void span.setAttributes({ ...(status !== undefined && { 'http.response.status_code': status }) });
    return work().then(
      (result) => {
        done(res?.statusCode);
        return result;
      },
      (error) => {
        const failure = failureOf(error);
        done(failure ? failureStatus(failure.code) : 500);
        throw error;
      },
    );
  });
}

/** A handler with a deadline that applies to all its calls to services. */
export const handlerWithDeadline =
  <R extends Request>(budgetMs: number, handle: (request: R, response: Response) => Promise<void>) =>
  (request: R, response: Response) =>
    runWithDeadline(request, budgetMs, () => handle(request, response));
