import type { Server } from 'node:http';
import type { ServiceName } from '@venue-booking/proto/subjects';
import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { startHealthServer } from '../http/health.ts';
import { createLog } from '../logging/log.ts';
import { natsMessaging } from '../messaging/natsMessaging.ts';
import { createProcessMetrics } from '../metrics/metrics.ts';
import type { ServiceDependencies } from '../postgres/startDatabase.ts';
import { type connectionEnv, readEnv, type serviceEnv } from '../settings/env.ts';
import { startTracing } from '../tracing/tracing.ts';
import { runProcess, type Service } from './lifecycle.ts';

type CommonEnv = z.infer<z.ZodObject<typeof serviceEnv & typeof connectionEnv>>;

/** A service with its port, and its own routes on the internal port. */
type StartedService = Service & { port?: number; internal?: RequestHandler };

/**
 * Runs a service or the gateway as its own process: over NATS, with a health server if HEALTH_PORT is set.
 * Waits until NATS and the database are reachable.
 */
export const runService = <S extends z.ZodObject>(
  name: ServiceName | 'gateway',
  schema: S,
  start: (env: z.infer<S>, backings: ServiceDependencies) => Promise<StartedService>,
): Promise<void> =>
  runProcess(async (stopping) => {
    const env = readEnv(schema);
    const { LOG_LEVEL, NATS_URL, HEALTH_PORT, HOST, DATABASE_URL, MIGRATE_AT_START } =
      env as unknown as CommonEnv;
    const log = createLog(name, LOG_LEVEL);
    // Before the pools: they make spans only if traces are on.
    const stopTracing = await startTracing(env as unknown as CommonEnv, name);
    const metrics = createProcessMetrics(name);
    let service: StartedService | undefined;
    const ready = async () => !stopping.aborted && service !== undefined && (await service.ready());
    // Open it first: a service that waits for NATS or the database is alive and not ready.
    let health: Server | undefined;
    const more: RequestHandler = (...args) => (service?.internal ? service.internal(...args) : args[2]());
    if (HEALTH_PORT !== undefined)
      health = await startHealthServer({ ready, metrics }, { port: HEALTH_PORT, host: HOST, more });
    const messaging = await natsMessaging({ url: NATS_URL, name, log, stopping });
    const database = { databaseUrl: DATABASE_URL, migrateAtStart: MIGRATE_AT_START };
    const started = await start(env, { ...database, messaging, metrics, log, stopping });
    service = started;
    log.info({ port: started.port }, 'ready');
    return {
      ...started,
      async stop() {
        await started.quiesce();
        await messaging.close();
        await started.stop();
        await stopTracing();
        // Close the health endpoint last, so that it reports "not ready" during shutdown.
        health?.close();
        log.info('stopped');
      },
    };
  });
