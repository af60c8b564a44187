import { join } from 'node:path';
import { createDeadLetters } from '@venue-booking/kit/events/deadLetters';
import { inboxConsumer } from '@venue-booking/kit/events/inbox';
import { startRelay } from '@venue-booking/kit/events/outbox';
import { workConsumer } from '@venue-booking/kit/events/work';
import type { Messaging } from '@venue-booking/kit/messaging/messaging';
import { serveRouter } from '@venue-booking/kit/messaging/rpc';
import { measureConsumers } from '@venue-booking/kit/metrics/consumerGauges';
import type { Metrics } from '@venue-booking/kit/metrics/metrics';
import { checkSession } from '@venue-booking/kit/postgres/databaseUrl';
import { prepareSchema } from '@venue-booking/kit/postgres/prepareSchema';
import type { Service } from '@venue-booking/kit/process/lifecycle';
import type { Log } from '@venue-booking/kit/process/log';
import { createSecretBox, type SecretsKey } from '@venue-booking/kit/secretBox';
import { bookingEventHandlers } from './bookingEvents.ts';
import { openDatabase } from './database.ts';
import type { PaymentDeps } from './deps.ts';
import { paymentMetrics } from './metrics.ts';
import { sandboxProvider } from './providers/sandbox/sandbox.ts';
import { startSandboxWebhooks } from './providers/sandbox/webhooks.ts';
import { createProviders, type ProviderSettings } from './providers.ts';
import { paymentRouter } from './router.ts';
import { startSweep } from './sweep.ts';
import { workHandlers } from './work.ts';

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

  const consumes = { database, service: 'payment', log } as const;
  const facts = inboxConsumer({ ...consumes, from: 'booking', handlers: bookingEventHandlers });
  const deps: PaymentDeps = {
    database,
    providers: await createProviders(settings.providers, sandbox),
    box: createSecretBox(settings.secretsKey),
    publicUrl,
    wakeRelay: relay.wake,
    wakeSandbox: sandboxWebhooks.wake,
    measured: paymentMetrics({ metrics, database, sweepIntervalMs: settings.sweepIntervalMs, log }),
    log,
  };
  const work = workConsumer({ ...consumes, from: 'payment', handlers: workHandlers(deps) });
  await messaging.consume(facts);
  await messaging.consume(work);
  const consumers = [facts, work];
  measureConsumers({ metrics, messaging, consumers, log });
  const sweep = startSweep(deps, settings.sweepIntervalMs);
  const deadLetters = createDeadLetters({ database, service: 'payment', consumers });
  messaging.serve('payment', serveRouter(paymentRouter({ ...deps, deadLetters }), log, metrics));
  return {
    ready: async () => messaging.healthy() && (await database.$queryRaw`SELECT 1`) !== null,
    async quiesce() {
      await Promise.all([sweep.stop(), relay.stop(), sandboxWebhooks.stop()]);
    },
    stop: () => database.$disconnect(),
  };
}
