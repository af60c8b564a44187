import { createServer, type Server } from 'node:http';
import express, { type Router } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Metrics of a service, labelled with its name. */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** What there is to know of a running part. */
type Health = { ready(): Promise<boolean>; metrics: Registry };

/**
 * `GET /livez`: the process answers, whatever its backings do. `GET /readyz`: it can do its work, 503 otherwise.
 * `GET /metrics`: Prometheus text.
 */
export function healthRouter(health: Health): Router {
  const router = express.Router();
  router.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const ready = await health.ready().catch(() => false);
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
  });
  router.get('/metrics', async (_request, response) => {
    response.type('text/plain; version=0.0.4').send(await health.metrics.metrics());
  });
  return router;
}

/** Serves {@link healthRouter} on a port of its own, for services that have no other HTTP. */
export async function startHealthServer(health: Health, port: number, host: string): Promise<Server> {
  const server = createServer(express().disable('x-powered-by').use(healthRouter(health)));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
