import { currentCall, newCall, runInCall } from '@venue-booking/kit/messaging/callContext';

/**
 * Gives a part of a call a deadline of its own, so that something is left for the rest when that part hangs.
 */
export function atMost<T>(budgetMs: number, work: () => T): T {
  const call = currentCall() ?? newCall(budgetMs);
  return runInCall({ ...call, deadlineAt: Math.min(call.deadlineAt, Date.now() + budgetMs) }, work);
}
