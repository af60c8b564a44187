import type { z } from 'zod';
import type { serviceEnv } from '../settings/env.ts';
import { setTracer } from './spans.ts';

export type TracingEnv = Omit<z.infer<z.ZodObject<typeof serviceEnv>>, 'LOG_LEVEL'>;

/**
 * Turns traces on if a collector is set. OpenTelemetry is loaded only then.
 * @param service its name, without the prefix
 * @returns sends what is left and turns traces off
 */
export async function startTracing(env: TracingEnv, service: string): Promise<() => Promise<void>> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return async () => {};
  const { createTracer } = await import('./otlp.ts');
  const { tracer, stop } = createTracer({
    endpoint,
    service: `venue-booking-${service}`,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  });
  setTracer(tracer);
  return async () => {
    setTracer(undefined);
    await stop();
  };
}
