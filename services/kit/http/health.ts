import type { Server } from 'node:http';
import express, { type RequestHandler, type Router } from 'express';
import { Gauge } from 'prom-client';
import { withTimeout } from '../concurrency/withTimeout.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { listen } from './listen.ts';
import { createServer } from './nodeHttp.ts';

/** Health of a running service. */
type Health = { ready(): Promise<boolean>; metrics: Metrics };

/** Timeout of the readiness check at a scrape, in ms. */
const READY_TIMEOUT_MS = 2000;

/** Prometheus scrapes pods that are not ready too, so this shows which are not. */
const measureReady = ({ ready, metrics }: Health) =>
  new Gauge({
    name: 'venue_booking_ready',
    help: '1 when the service can do its work, as /readyz says; 0 otherwise',
    registers: [metrics],
    async collect() {
      this.set((await withTimeout(READY_TIMEOUT_MS, ready()).catch(() => false)) ? 1 : 0);
    },
  });

const readMetrics = async (metrics: Metrics): Promise<Buffer> => Buffer.from(await metrics.metrics());

/**
 * `GET /livez`: the process responds, whatever its dependencies do. `GET /readyz`: the service can do its
 * work, 503 otherwise. `GET /metrics`: metrics in Prometheus text format.
 */
export function healthRouter(health: Health): Router {
  const router = express.Router();
  measureReady(health);
  let reading: Promise<Buffer> | undefined;
  router.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const ready = await health.ready().catch(() => false);
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
  });
  router.get('/metrics', async (_request, response) => {
    // Concurrent scrapes share one result.
    reading ??= readMetrics(health.metrics).finally(() => {
      reading = undefined;
    });
    response.type('text/plain; version=0.0.4; charset=utf-8').send(await reading);
  });
  return router;
}

/**
 * Serves {@link healthRouter} on the internal port.
 * @param more the service's own internal routes
 * @throws EnvError when the port is not available
 */
export async function startHealthServer(
  health: Health,
  { port, host, more }: { port: number; host: string; more: RequestHandler },
): Promise<Server> {
  const server = createServer(express().disable('x-powered-by').use(healthRouter(health), more));
  await listen(server, 'HEALTH_PORT', port, host);
  return server;
}
