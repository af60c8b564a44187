import type { RequestHandler } from 'express';
import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * Counts and times requests by method, route (never the path itself, which holds ids and tokens) and status.
 */
export function httpMetrics(registry: Registry): RequestHandler {
  const labelNames = ['method', 'route', 'status'];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'HTTP requests answered',
    labelNames,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('finish', () => {
      const route = typeof request.route?.path === 'string' ? request.route.path : 'other';
      requests.inc({ method: request.method, route, status: response.statusCode });
      // A stream lasts as long as somebody looks at it.
      if (String(response.getHeader('content-type')).startsWith('text/event-stream')) return;
      duration.observe({ method: request.method, route }, (performance.now() - startedAt) / 1000);
    });
    next();
  };
}
