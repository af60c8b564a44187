import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Tracer } from './spans.ts';

/** How long a stop waits for the collector, in ms. */
const FLUSH_MS = 2000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Makes a tracer that sends spans in batches. When the collector is away or slow, spans are dropped. */
export function createTracer(options: {
  endpoint: string;
  service: string;
  /** A value of `OTEL_TRACES_SAMPLER`. */
  sampler: string;
  ratio: number;
}): { tracer: Tracer; stop: () => Promise<void> } {
  const random = new RandomIdGenerator();
  /** Our log lines have the call's trace id, so a trace that begins here takes it. */
  let traceId = '';
  const url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`;
  const provider = new TracerProvider({
    sampler: samplerOf(options),
    resource: resourceFromAttributes({ 'service.name': options.service }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    idGenerator: {
      generateTraceId: () => traceId,
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, timeoutMillis: FLUSH_MS }) }),
    ],
  });
  const spans = provider.getTracer('venue-booking');

  const tracer: Tracer = (name, { traceId: own, parent, kind = 'internal', attributes = {} }) => {
    traceId = own;
    const remote = parent === undefined ? undefined : contextOf(parent);
    const context = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
    const span = spans.startSpan(name, { kind: KINDS[kind], attributes }, context);
    const { traceId: id, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${id}-${spanId}-0${traceFlags & 1}`,
      isRecording: span.isRecording(),
      setAttributes: (more) => void span.setAttributes(more),
      end(errorType) {
        if (errorType !== null) {
          span.setAttribute('error.type', errorType);
          // Without a message: it could hold data of guests.
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };
  return {
    tracer,
    stop: () => provider.shutdown().catch(() => {}),
  };
}

function contextOf(traceparent: string) {
  const [, traceId = '', spanId = '', flags = '0'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

function samplerOf({ sampler, ratio }: { sampler: string; ratio: number }) {
  const root = sampler.endsWith('ratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith('on')
      ? new AlwaysOnSampler()
      : new AlwaysOffSampler();
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}
