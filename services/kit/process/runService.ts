import type { Server } from 'node:http';
import type { ServiceName } from '@venue-booking/proto/subjects';
import type { z } from 'zod';
import { startHealthServer } from '../http/health.ts';
import { createLog } from '../logging/log.ts';
import { natsMessaging } from '../messaging/natsMessaging.ts';
import { createProcessMetrics } from '../metrics/metrics.ts';
import type { ServiceDependencies } from '../postgres/startDatabase.ts';
import { type connectionEnv, readEnv, type serviceEnv } from '../settings/env.ts';
import { runProcess, type Service } from './lifecycle.ts';

type CommonEnv = z.infer<z.ZodObject<typeof serviceEnv & typeof connectionEnv>>;

/**
 * Runs a service or the gateway as its own process: over NATS, with a health server if HEALTH_PORT is set.
 * Waits until NATS and the database are reachable.
 */
export const runService = <S extends z.ZodObject>(
  name: ServiceName | 'gateway',
  schema: S,
  start: (env: z.infer<S>, backings: ServiceDependencies) => Promise<Service & { port?: number }>,
): Promise<void> =>
  runProcess(async (stopping) => {
    const env = readEnv(schema);
    const { LOG_LEVEL, NATS_URL, HEALTH_PORT, HOST, DATABASE_URL, MIGRATE_AT_START } =
      env as unknown as CommonEnv;
    const log = createLog(name, LOG_LEVEL);
    const metrics = createProcessMetrics(name);
    let service: (Service & { port?: number }) | undefined;
    const ready = async () => !stopping.aborted && service !== undefined && (await service.ready());
    // Open it first: a service that waits for NATS or the database is alive and not ready.
    let health: Server | undefined;
    if (HEALTH_PORT !== undefined) health = await startHealthServer({ ready, metrics }, HEALTH_PORT, HOST);
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
        // Close the health endpoint last, so that it reports "not ready" during shutdown.
        health?.close();
        log.info('stopped');
      },
    };
  });
