import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** What travels with a call through every service that it reaches. */
export type CallContext = {
  /** W3C trace id, 32 hex digits; it stands in every log line of the call. */
  traceId: string;
  /** When the answer is no longer wanted, in ms since 1970 by this process's clock. */
  deadlineAt: number;
};

const storage = new AsyncLocalStorage<CallContext>();

export const currentCall = (): CallContext | undefined => storage.getStore();

/** When the answer to the call is no longer wanted, in ms since 1970; never, outside of one. */
export const deadlineOfCall = (): number => currentCall()?.deadlineAt ?? Number.POSITIVE_INFINITY;

/** Runs `work` inside a call; everything that it awaits sees the same context. */
export const runInCall = <T>(call: CallContext, work: () => T): T => storage.run(call, work);

const STOCK_BYTES = 3072;
let stock = '';

/** Random hex digits, from a stock: made one by one they were 4 % of an answer from memory. */
function randomHex(digits: number): string {
  if (stock.length < digits) stock = randomBytes(STOCK_BYTES).toString('hex');
  const taken = stock.slice(0, digits);
  stock = stock.slice(digits);
  return taken;
}

/** Starts a call: with the trace of a `traceparent` header when it is well formed, else with a new one. */
export function newCall(budgetMs: number, traceparent?: string): CallContext {
  const given =
    traceparent && /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent)?.[1];
  return { traceId: given || randomHex(32), deadlineAt: Date.now() + budgetMs };
}

/** The call that this is part of, or one of its own. */
export const callOr = (budgetMs: number): CallContext => currentCall() ?? newCall(budgetMs);

/** Gives what a call leads to the time that it needs, also when the call's own is up. */
export const inOwnTime = <T>(budgetMs: number, work: () => T): T =>
  runInCall({ ...callOr(0), deadlineAt: Date.now() + budgetMs }, work);

/** Gives a part of a call its own deadline, so that something is left for the rest when it hangs. */
export const withDeadline = <T>(budgetMs: number, work: () => T): T =>
  runInCall({ ...callOr(0), deadlineAt: Math.min(Date.now() + budgetMs, deadlineOfCall()) }, work);

/** The call's trace as a `traceparent` header (https://www.w3.org/TR/trace-context/). */
export const traceparentOf = (call: CallContext): string => `00-${call.traceId}-${randomHex(16)}-01`;
