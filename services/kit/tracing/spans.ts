import type { Attributes } from '@opentelemetry/api';
import { type CallContext, type CallSpan, currentCall, runInCall } from '../concurrency/callContext.ts';

/** The kinds of OpenTelemetry: who the other side of the work is. */
type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/**
 * Attributes hold no data of guests: no values of SQL, no ids or tokens of paths, no addresses
 * (docs/decisions/0122).
 */
export type SpanOptions = { kind?: SpanKind; attributes?: Attributes };

/** A span that is under way. Without `isRecording` it is not sampled. */
export interface LiveSpan extends CallSpan {
  readonly isRecording: boolean;
  setAttributes(attributes: Attributes): void;
  /** @param errorType the failure's code or the error's name; null after success */
  end(errorType: string | null): void;
}

/** A span of another place, for work that continues under it. */
export const remoteSpan = (traceparent: string): LiveSpan => ({
  traceparent,
  isRecording: traceparent.endsWith('1'),
  setAttributes() {},
  end() {},
});

/** Makes spans. `parent`: a `traceparent`; without one the span begins its trace. */
export type Tracer = (
  name: string,
  options: SpanOptions & { traceId: string; parent: string | undefined },
) => LiveSpan;

let tracer: Tracer | undefined;
/** Turns traces on, or off with undefined. */
export const setTracer = (made: Tracer | undefined): void => {
  tracer = made;
};
export const isTracing = (): boolean => tracer !== undefined;

/** The `traceparent` of the current call's work, if it is sampled; null otherwise. */
export const currentTraceparent = (): string | null => {
  const span = tracer && (currentCall()?.span as LiveSpan | undefined);
  return span?.isRecording ? span.traceparent : null;
};

/**
 * Runs work as a span of the current trace. Without a sampled trace it only runs the work, so it costs
 * nothing while traces are off.
 */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const call = tracer && currentCall();
  const parent = call?.span as LiveSpan | undefined;
  if (!tracer || !call || !parent?.isRecording) return work();
  const span = tracer(name, { ...options, traceId: call.traceId, parent: parent.traceparent });
  return finish(span, runInCall({ ...call, span }, work));
}

/**
 * Runs work in a call, as a span that begins a trace, or that continues the trace of another process.
 * @param options.parent the `traceparent` of the sender. Only from our own services: a client could force
 * traces
 * @param work gets the span, if traces are on
 */
export function inEntrySpan<T>(
  call: CallContext,
  name: string,
  { parent, ...options }: SpanOptions & { parent?: string | undefined },
  work: (span?: LiveSpan) => Promise<T>,
): Promise<T> {
  if (!tracer) return runInCall(call, work);
  // Most requests are not sampled, and nor is the work under them.
  if (parent?.endsWith('0')) return runInCall({ ...call, span: remoteSpan(parent) }, work);
  const span = tracer(name, { ...options, traceId: call.traceId, parent });
  return finish(
    span,
    runInCall({ ...call, span }, () => work(span)),
  );
}

async function finish<T>(span: LiveSpan, work: Promise<T>): Promise<T> {
  try {
    const result = await work;
    span.end(null);
    return result;
  } catch (error) {
    const { code, name = 'error' } = (error ?? {}) as { code?: unknown; name?: string };
    span.end(typeof code === 'string' ? code : name);
    throw error;
  }
}
