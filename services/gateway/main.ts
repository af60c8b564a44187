import { runService } from '@venue-booking/kit/process/runService';
import { gatewayEnv, limitsOf } from './env.ts';
import { startGateway } from './service.ts';

await runService('gateway', gatewayEnv, async (env, { messaging, metrics, log }) => {
  const { stop, ...gateway } = await startGateway({
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
  return { ...gateway, stopDelayMs: env.SHUTDOWN_DELAY_MS, quiesce: stop, stop: async () => {} };
});
