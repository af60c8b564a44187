import { runService } from '@venue-booking/kit/process/runService';
import { gatewayEnv, gatewayServiceSettings } from './env.ts';
import { startGateway } from './service.ts';

await runService('gateway', gatewayEnv, async (env, backings) => {
  const { stop, ...gateway } = await startGateway({
    ...gatewayServiceSettings(env),
    publicUrl: env.PUBLIC_URL,
    operatorToken: env.OPERATOR_TOKEN,
    healthElsewhere: env.HEALTH_PORT !== undefined,
    ...backings,
  });
  return { ...gateway, stopDelayMs: env.SHUTDOWN_DELAY_MS, quiesce: stop, stop: async () => {} };
});
