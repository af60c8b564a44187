import { newCall, runInCall } from '@venue-booking/kit/messaging/callContext';
import type { Request, Response } from 'express';

/** How long a request may take in all: one that reads, and one that changes something. */
export const READ_BUDGET_MS = 8000;
export const WRITE_BUDGET_MS = 15_000;

/** Does a part of a request with a deadline for all that it calls. */
export const callFor = <T>(request: Request, budgetMs: number, work: () => Promise<T>): Promise<T> =>
  runInCall(newCall(budgetMs, request.get('traceparent')), work);

/** A handler with a deadline for all that it calls. */
export const inCall =
  <R extends Request>(budgetMs: number, handle: (request: R, response: Response) => Promise<void>) =>
  (request: R, response: Response) =>
    callFor(request, budgetMs, () => handle(request, response));
