import { type CallContext, newCall, runInCall } from '../concurrency/callContext.ts';
import type { Delivery } from '../messaging/messaging.ts';
import { inEntrySpan, isTracing, remoteSpan } from '../tracing/spans.ts';

/**
 * Publishes or consumes an event as a span of the trace that it belongs to.
 * @param work gets the event with the `traceparent` of this span
 */
export function inEventSpan(
  verb: 'publish' | 'consume',
  event: Delivery,
  work: (event: Delivery) => Promise<void>,
): Promise<void> {
  const { traceparent: parent, subject, attempt } = event;
  if (!parent || !isTracing()) return work(event);
  const options = {
    kind: verb === 'publish' ? ('producer' as const) : ('consumer' as const),
    parent,
    attributes: { 'messaging.destination.name': subject, 'messaging.message.delivery_attempt': attempt },
  };
  return inEntrySpan(callOf(parent), `${verb} ${subject}`, options, (span) =>
    work({ ...event, traceparent: span?.traceparent ?? parent }),
  );
}

/** Runs the handler of an event in its trace, so that its log lines and events belong to it. */
export function inTraceOf({ traceparent }: Delivery, work: () => Promise<void>): Promise<void> {
  if (!traceparent || !isTracing()) return work();
  return runInCall({ ...callOf(traceparent), span: remoteSpan(traceparent) }, work);
}

/** A call of an event's trace. It has no deadline: the event is redelivered until it is applied. */
const callOf = (traceparent: string): CallContext => newCall(Number.POSITIVE_INFINITY, traceparent);
