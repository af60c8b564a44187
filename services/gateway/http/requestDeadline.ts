import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import type { Request, Response } from 'express';

/** Total time budget of a request: for reads, and for writes. */
export const READ_BUDGET_MS = 8000;
export const WRITE_BUDGET_MS = 15_000;

/** Runs work with a deadline that applies to all its calls to services. */
export const runWithDeadline = <T>(request: Request, budgetMs: number, work: () => Promise<T>): Promise<T> =>
  runInCall(newCall(budgetMs, request.get('traceparent')), work);

/** A handler with a deadline that applies to all its calls to services. */
export const handlerWithDeadline =
  <R extends Request>(budgetMs: number, handle: (request: R, response: Response) => Promise<void>) =>
  (request: R, response: Response) =>
    runWithDeadline(request, budgetMs, () => handle(request, response));
