import type { RequestHandler } from 'express';
import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * A finished response. `startedAt` is the `performance.now()` of the request, in ms. It is null for streams,
 * whose duration depends on the reader.
 */
type FinishedResponse = { method: string; route: string; status: number; startedAt: number | null };

/** Counts and times responses by method, route and status. Routes, because paths contain ids and tokens. */
export function createHttpMetrics(registry: Registry) {
  const labelNames = ['method', 'route', 'status'];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered HTTP requests',
    labelNames,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const record = ({ method, route, status, startedAt }: FinishedResponse): void => {
    requests.inc({ method, route, status });
    if (startedAt !== null) duration.observe({ method, route }, (performance.now() - startedAt) / 1000);
  };
  const middleware: RequestHandler = (request, response, next) => {
    const startedAt = performance.now();
    response.once('finish', () => {
      const route = typeof request.route?.path === 'string' ? request.route.path : 'other';
      const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
      const { method } = request;
      record({ method, route, status: response.statusCode, startedAt: isStream ? null : startedAt });
    });
    next();
  };
  return { record, middleware };
}
