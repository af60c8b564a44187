import { natsMessaging } from '@venue-booking/kit/messaging/natsMessaging';
import { readEnv } from '@venue-booking/kit/process/env';
import { createMetrics, startHealthServer } from '@venue-booking/kit/process/health';
import { runProcess } from '@venue-booking/kit/process/lifecycle';
import { createLog } from '@venue-booking/kit/process/log';
import { gatewayEnv, limitsOf } from './env.ts';
import { startGateway } from './service.ts';

await runProcess(async () => {
  const env = readEnv(gatewayEnv);
  const log = createLog('gateway', env.LOG_LEVEL);
  const messaging = await natsMessaging({ url: env.NATS_URL, name: 'gateway', log });
  const metrics = createMetrics('gateway');
  const gateway = await startGateway({
    settings: {
      publicUrl: env.PUBLIC_URL,
      baseDomain: env.BASE_DOMAIN,
      operatorToken: env.OPERATOR_TOKEN,
      trustProxy: env.TRUST_PROXY,
      requestsPerSecond: env.MAX_REQUESTS_PER_SECOND,
    },
    limits: limitsOf(env),
    host: env.HOST,
    port: env.PORT,
    shutdownDelayMs: env.SHUTDOWN_DELAY_MS,
    healthElsewhere: env.HEALTH_PORT !== undefined,
    messaging,
    metrics,
    log,
  });
  const { ready } = gateway;
  const health =
    env.HEALTH_PORT === undefined
      ? undefined
      : await startHealthServer({ ready, metrics }, env.HEALTH_PORT, env.HOST);
  log.info({ port: gateway.port }, 'ready');
  return {
    stopDelayMs: env.SHUTDOWN_DELAY_MS,
    async stop() {
      await gateway.stop();
      await messaging.close();
      // Last: a process that stops is alive, and says that it is not ready.
      health?.close();
      log.info('stopped');
    },
  };
});
