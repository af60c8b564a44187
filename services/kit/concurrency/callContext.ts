import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The span of a call's current work, while traces are on (`tracing/spans.ts`). */
export interface CallSpan {
  readonly traceparent: string;
}

/** Context that a call carries through every service that it reaches. */
export type CallContext = {
  /** W3C trace id, 32 hex digits, in every log line of the call. */
  traceId: string;
  /** The deadline in ms since 1970, by this process's clock. */
  deadlineAt: number;
  span?: CallSpan;
};

const storage = new AsyncLocalStorage<CallContext>();

export const currentCall = (): CallContext | undefined => storage.getStore();

/** Deadline of the current call in ms since 1970; infinite outside of a call. */
export const callDeadline = (): number => currentCall()?.deadlineAt ?? Number.POSITIVE_INFINITY;

/** Runs `work` inside a call. Everything that it awaits sees the same context. */
export const runInCall = <T>(call: CallContext, work: () => T): T => storage.run(call, work);

const STOCK_BYTES = 3072;
let stock = '';

/** Random hex digits from a buffer: generating each separately was 10 % of the time of a cached response. */
function randomHex(digits: number): string {
  if (stock.length < digits) stock = randomBytes(STOCK_BYTES).toString('hex');
  const taken = stock.slice(0, digits);
  stock = stock.slice(digits);
  return taken;
}

/** Starts a call, with the trace id of a valid `traceparent` header or else a new one. */
export function newCall(budgetMs: number, traceparent?: string): CallContext {
  const given =
    traceparent && /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent)?.[1];
  return { traceId: given || randomHex(32), deadlineAt: Date.now() + budgetMs };
}

/**
 * The current call, or a new one outside of a call. Work on an event is a call without a deadline, and gets
 * one here.
 */
export function currentOrNewCall(budgetMs: number): CallContext {
  const call = currentCall();
  if (!call) return newCall(budgetMs);
  return Number.isFinite(call.deadlineAt) ? call : { ...call, deadlineAt: Date.now() + budgetMs };
}

/** Runs work that a call started with a deadline of its own, which may be later than the call's. */
export const withOwnDeadline = <T>(budgetMs: number, work: () => T): T =>
  runInCall({ ...currentOrNewCall(0), deadlineAt: Date.now() + budgetMs }, work);

/** Runs part of a call with an earlier deadline, to leave time for the rest if the part hangs. */
export const withDeadline = <T>(budgetMs: number, work: () => T): T =>
  runInCall({ ...currentOrNewCall(0), deadlineAt: Math.min(Date.now() + budgetMs, callDeadline()) }, work);

/**
 * The trace of a call as a `traceparent` header (https://www.w3.org/TR/trace-context/). Without a span it is
 * not sampled: otherwise the service that it reaches would record every call of a schedule.
 */
export const traceparentOf = (call: CallContext): string =>
  call.span?.traceparent ?? `00-${call.traceId}-${randomHex(16)}-00`;
