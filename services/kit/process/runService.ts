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
 */
export const runService = <S extends z.ZodObject>(
  name: ServiceName | 'gateway',
  schema: S,
  start: (env: z.infer<S>, backings: ServiceDependencies) => Promise<Service & { port?: number }>,
): Promise<void> =>
  runProcess(async () => {
    const env = readEnv(schema);
    const { LOG_LEVEL, NATS_URL, HEALTH_PORT, HOST, DATABASE_URL, MIGRATE_AT_START } =
      env as unknown as CommonEnv;
    const log = createLog(name, LOG_LEVEL);
    const messaging = await natsMessaging({ url: NATS_URL, name, log });
    const metrics = createProcessMetrics(name);
    const database = { databaseUrl: DATABASE_URL, migrateAtStart: MIGRATE_AT_START };
    const service = await start(env, { ...database, messaging, metrics, log });
    let stopping = false;
    const ready = async () => !stopping && (await service.ready());
    let health: Server | undefined;
    if (HEALTH_PORT !== undefined) health = await startHealthServer({ ready, metrics }, HEALTH_PORT, HOST);
    log.info({ port: service.port }, 'ready');
    return {
      ...service,
      async stop() {
        stopping = true;
        await service.quiesce();
        await messaging.close();
        await service.stop();
        // Close the health endpoint last, so that it reports "not ready" during shutdown.
        health?.close();
        log.info('stopped');
      },
    };
  });
