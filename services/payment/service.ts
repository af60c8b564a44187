import { join } from 'node:path';
import { createDeadLetters } from '@venue-booking/kit/events/deadLetters';
import { oldInbox } from '@venue-booking/kit/events/inbox';
import { startRelay } from '@venue-booking/kit/events/outbox';
import { oldEvents } from '@venue-booking/kit/events/outboxStore';
import type { Messaging } from '@venue-booking/kit/messaging/messaging';
import { serveRouter } from '@venue-booking/kit/messaging/rpc';
import { measureConsumers } from '@venue-booking/kit/metrics/consumerGauges';
import type { Metrics } from '@venue-booking/kit/metrics/metrics';
import { checkSession } from '@venue-booking/kit/postgres/databaseUrl';
import { startForgetting } from '@venue-booking/kit/postgres/forgetting';
import { prepareSchema } from '@venue-booking/kit/postgres/prepareSchema';
import type { Service } from '@venue-booking/kit/process/lifecycle';
import type { Log } from '@venue-booking/kit/process/log';
import { createSecretBox, type SecretsKey } from '@venue-booking/kit/secretBox';
import { bookingConsumer } from './bookingEvents.ts';
import { openDatabase } from './database.ts';
import type { PaymentDeps } from './deps.ts';
import { paymentMetrics } from './metrics.ts';
import { sandboxProvider } from './providers/sandbox/sandbox.ts';
import { startSandboxWebhooks } from './providers/sandbox/webhooks.ts';
import { createProviders, type ProviderSettings } from './providers.ts';
import { paymentRouter } from './router.ts';
import { startPaymentWorker } from './work.ts';

/** Starts payment on its backings; it answers once this resolves. */
export async function startPayment(settings: {
  databaseUrl: string;
  /** When false the schema is only looked at. */
  migrateAtStart?: boolean;
  messaging: Messaging;
  metrics: Metrics;
  log: Log;
  publicUrl: string;
  secretsKey: readonly SecretsKey[];
  providers: ProviderSettings;
  sweepIntervalMs: number;
  outboxPollMs: number;
}): Promise<Service> {
  const { databaseUrl, messaging, metrics, log, publicUrl } = settings;
  await prepareSchema(settings, 'payment', join(import.meta.dirname, 'prisma/migrations'));
  const database = openDatabase(databaseUrl);
  await checkSession(database);
  const relay = startRelay({ database, service: 'payment', messaging, log, pollMs: settings.outboxPollMs });
  const sandboxWebhooks = startSandboxWebhooks({ database, log });
  const sandbox = sandboxProvider({ database, publicUrl, wakeSandbox: sandboxWebhooks.wake });

  const deps: PaymentDeps = {
    database,
    providers: await createProviders(settings.providers, sandbox),
    box: createSecretBox(settings.secretsKey),
    publicUrl,
    wakeRelay: relay.wake,
    wakeSandbox: sandboxWebhooks.wake,
    wakeWorker: () => worker.wake(),
    sweepIntervalMs: settings.sweepIntervalMs,
    measured: paymentMetrics({ metrics, database, log }),
    log,
  };
  const worker = startPaymentWorker(deps);
  const forgetting = startForgetting(database, [oldEvents('payment'), oldInbox('payment')], log);
  const consumers = [bookingConsumer(deps)];
  for (const consumer of consumers) await messaging.consume(consumer);
  measureConsumers({ metrics, messaging, consumers, log });
  const deadLetters = createDeadLetters({ database, service: 'payment', consumers });
  messaging.serve('payment', serveRouter(paymentRouter({ ...deps, deadLetters }), log, metrics));
  return {
    ready: async () => messaging.healthy() && (await database.$queryRaw`SELECT 1`) !== null,
    async quiesce() {
      await Promise.all([worker, relay, sandboxWebhooks, forgetting].map((it) => it.stop()));
    },
    stop: () => database.$disconnect(),
  };
}
