import { startAvailability } from '@venue-booking/availability/service';
import { startBooking } from '@venue-booking/booking/service';
import { startCatalog } from '@venue-booking/catalog/service';
import { startGateway } from '@venue-booking/gateway/service';
import { startHealthServer } from '@venue-booking/kit/http/health';
import { createLog, type Log } from '@venue-booking/kit/logging/log';
import { localMessaging } from '@venue-booking/kit/messaging/localMessaging';
import type { Messaging } from '@venue-booking/kit/messaging/messaging';
import { createProcessMetrics, createServiceMetrics, type Metrics } from '@venue-booking/kit/metrics/metrics';
import type { Running } from '@venue-booking/kit/process/lifecycle';
import { startTracing } from '@venue-booking/kit/tracing/tracing';
import { paymentServiceSettings } from '@venue-booking/payment/env';
import { startPayment } from '@venue-booking/payment/service';
import type { Router } from 'express';
import { writeAddressFile } from './addressFile.ts';
import type { Database } from './database.ts';
import type { AllEnv } from './env.ts';
import { withRemedy } from './postgres/dataFolder.ts';

/**
 * Starts all services in one process, with embedded dependencies where no URL is given. The services are the
 * same as in separate processes; only the messaging between them differs.
 * @param begun the database, which may still be starting
 * @param options.prepare runs before the gateway accepts requests
 * @param options.stopping aborts when the process stops
 */
export async function startPlatform(
  env: AllEnv,
  begun: Promise<Database>,
  options: {
    pages?: Router | undefined;
    prepare?: (messaging: Messaging) => Promise<void>;
    stopping?: AbortSignal;
  } = {},
): Promise<Running & { port: number }> {
  const logOf = (service: string) => createLog(service, env.LOG_LEVEL);
  const log = logOf('venue-booking');
  const acquired: Running[] = [];
  const stop = async () => {
    // Stop every part, even if another one failed to stop; the database last.
    const failures: unknown[] = [];
    for (const part of acquired.toReversed()) await part.stop().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const database = await begun;
    acquired.push(database);
    // Before the pools: they make spans only if traces are on.
    acquired.push({ stop: await startTracing(env, 'one-process') });
    const databaseUrl = database.url;
    const local = localMessaging();
    const messaging = env.NATS_URL ? await overNats(env.NATS_URL, log, options.stopping) : local;

    // The gateway's registry contains the process metrics once and includes the services' registries.
    const registries: Metrics[] = [];
    const of = (service: string) => {
      const metrics = createServiceMetrics(service);
      registries.push(metrics);
      return { databaseUrl, messaging, metrics, log: logOf(service), stopping: options.stopping };
    };
    // Start them concurrently: each mostly waits for the database.
    const starts = await Promise.allSettled([
      startCatalog({
        ...of('catalog'),
        images: env.IMAGES_URL,
        auditDays: env.AUDIT_RETENTION_DAYS,
        outboxPollMs: env.OUTBOX_POLL_MS,
      }),
      startAvailability(of('availability')),
      startBooking({
        ...of('booking'),
        redisUrls: env.REDIS_URLS,
        publicUrl: env.publicUrl,
        signingKeys: env.signingKeys,
        secretsKey: env.secretsKey,
        webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
        sweep: { intervalMs: env.SWEEP_INTERVAL_MS, ageMs: env.SWEEP_AGE_MS },
        outboxPollMs: env.OUTBOX_POLL_MS,
        mail: env.mail,
        sms: env.sms,
      }),
      startPayment({
        ...of('payment'),
        ...paymentServiceSettings(env),
        publicUrl: env.publicUrl,
        secretsKey: env.secretsKey,
      }),
    ]);
    const services = starts.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    acquired.push({
      async stop() {
        await Promise.all(services.map((service) => service.quiesce()));
        await messaging.close();
        await Promise.all(services.map((service) => service.stop()));
      },
    });
    for (const one of starts) if (one.status === 'rejected') throw one.reason;
    local.open();
    await options.prepare?.(messaging);

    const metrics = createProcessMetrics('gateway', registries);
    const gateway = await startGateway({
      ...env.gateway,
      healthElsewhere: env.HEALTH_PORT !== undefined,
      publicUrl: env.publicUrl,
      operatorToken: env.operatorToken,
      messaging,
      metrics,
      log: logOf('gateway'),
      pages: options.pages,
    });
    acquired.push(gateway);
    if (env.HEALTH_PORT !== undefined) {
      const at = { port: env.HEALTH_PORT, host: env.HOST, more: gateway.internal };
      const health = await startHealthServer({ ready: gateway.ready, metrics }, at);
      acquired.unshift({ stop: async () => void health.close() });
    }
    if (env.DATABASE_URL === undefined) acquired.push(writeAddressFile(env.DATA_DIR, gateway.port));
    return { port: gateway.port, stop, lost: database.lost };
  } catch (error) {
    await stop();
    throw env.DATABASE_URL === undefined ? withRemedy(env.DATA_DIR, error) : error;
  }
}

/** Imported lazily: needed only with NATS. */
async function overNats(url: string, log: Log, stopping?: AbortSignal): Promise<Messaging> {
  const { natsMessaging } = await import('@venue-booking/kit/messaging/natsMessaging');
  return natsMessaging({ url, name: 'all', log, stopping });
}
