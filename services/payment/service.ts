import { createDeadLetters } from '@venue-booking/kit/events/deadLetters';
import { inboxRetention } from '@venue-booking/kit/events/inbox';
import { startRelay } from '@venue-booking/kit/events/outbox';
import { outboxRetention } from '@venue-booking/kit/events/outboxStore';
import { measureConsumers } from '@venue-booking/kit/messaging/consumerGauges';
import { serveRouter } from '@venue-booking/kit/messaging/rpc';
import { startDeletingExpiredRows } from '@venue-booking/kit/postgres/retention';
import { type ServiceDependencies, startDatabase } from '@venue-booking/kit/postgres/startDatabase';
import type { Service } from '@venue-booking/kit/process/lifecycle';
import { createSecretBox, type SecretsKey } from '@venue-booking/kit/secrets/secretBox';
import { bookingConsumer } from './bookingEvents.ts';
import { startFollowingConnections } from './connect/followConnections.ts';
import { openDatabase } from './database.ts';
import type { PaymentDeps } from './deps.ts';
import { startPaymentWorker } from './jobs/paymentWorker.ts';
import { paymentMetrics } from './metrics.ts';
import { createProviders, type ProviderSettings } from './providers/createProviders.ts';
import { sandboxProvider } from './providers/sandbox/sandbox.ts';
import { startSandboxWebhooks } from './providers/sandbox/webhooks.ts';
import { paymentRouter } from './router.ts';

/** Starts the payment service. It accepts calls once the promise resolves. */
export async function startPayment(
  settings: ServiceDependencies & {
    publicUrl: string;
    secretsKey: readonly SecretsKey[];
    providers: ProviderSettings;
    sweepIntervalMs: number;
    outboxPollMs: number;
  },
): Promise<Service> {
  const { messaging, metrics, log, publicUrl } = settings;
  const schema = { schema: 'payment', folder: import.meta.dirname, open: openDatabase } as const;
  const { database, ready } = await startDatabase(settings, schema);
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
    wakeConnections: () => connections.wake(),
    sweepIntervalMs: settings.sweepIntervalMs,
    measured: paymentMetrics({ metrics, database, log }),
    log,
  };
  const worker = startPaymentWorker(deps);
  const connections = startFollowingConnections(deps);
  const visits = { table: 'payment.connect_visit', column: 'expires_at', maxAge: '1 hour' };
  const deleting = startDeletingExpiredRows(
    database,
    [outboxRetention('payment'), inboxRetention('payment'), visits],
    log,
  );
  const consumers = [bookingConsumer(deps)];
  for (const consumer of consumers) await messaging.consume(consumer);
  measureConsumers({ metrics, messaging, consumers, log });
  const deadLetters = createDeadLetters({ database, service: 'payment', consumers });
  messaging.serve('payment', serveRouter(paymentRouter({ ...deps, deadLetters }), log, metrics));
  return {
    ready,
    async quiesce() {
      await Promise.all([worker, connections, relay, sandboxWebhooks, deleting].map((it) => it.stop()));
    },
    stop: () => database.$disconnect(),
  };
}
