import { join } from 'node:path';
import type { AvailabilityRouter } from '@venue-booking/availability/router';
import type { CatalogRouter } from '@venue-booking/catalog/router';
import { createDeadLetters } from '@venue-booking/kit/events/deadLetters';
import { inboxConsumer } from '@venue-booking/kit/events/inbox';
import { startRelay } from '@venue-booking/kit/events/outbox';
import type { Messaging } from '@venue-booking/kit/messaging/messaging';
import { createClient, serveRouter } from '@venue-booking/kit/messaging/rpc';
import { measureConsumers } from '@venue-booking/kit/metrics/consumerGauges';
import type { Metrics } from '@venue-booking/kit/metrics/metrics';
import { checkSession } from '@venue-booking/kit/postgres/databaseUrl';
import { startForgetting } from '@venue-booking/kit/postgres/forgetting';
import { prepareSchema } from '@venue-booking/kit/postgres/prepareSchema';
import type { Service } from '@venue-booking/kit/process/lifecycle';
import type { Log } from '@venue-booking/kit/process/log';
import { seldom } from '@venue-booking/kit/process/seldom';
import type { SecretsKey } from '@venue-booking/kit/secretBox';
import { startFillingReferences } from './core/fillReferences.ts';
import { createGiveBack } from './core/giveBack.ts';
import { type MailSettings, startNotices } from './core/notices.ts';
import type { ReserveResult } from './core/placeBooking.ts';
import { copyFacility, copyFields, copyVenue } from './core/termsStore.ts';
import { openDatabase } from './database.ts';
import { startRetention } from './desk/retention.ts';
import { memoryLimit, redisLimit } from './limits/bookingLimit.ts';
import { keyedHash } from './limits/countedBy.ts';
import { madeThisHour } from './limits/madeThisHour.ts';
import { proofOfWork } from './limits/proofOfWork.ts';
import { bookingMetrics } from './metrics.ts';
import { OLD_ROWS } from './oldRows.ts';
import { paymentConsumer, startHoldsWorker } from './payments/payments.ts';
import { connectRedis } from './redis.ts';
import { bookingRouter } from './router.ts';
import { noSlotLock, redisSlotLock } from './slots/slotLock.ts';
import { createSlotQueue } from './slots/slotQueue.ts';
import { startSweep } from './sweep.ts';
import { bookingLinks } from './ticket/bookingLinks.ts';
import type { SigningKey } from './ticket/linkedBooking.ts';

/**
 * Starts booking on its backings; it answers once this resolves. Without Redis it locks and counts within the
 * process.
 */
export async function startBooking(deps: {
  databaseUrl: string;
  /** When false the schema is only looked at. */
  migrateAtStart?: boolean;
  messaging: Messaging;
  metrics: Metrics;
  log: Log;
  redisUrls: readonly string[] | undefined;
  publicUrl: string;
  signingKeys: readonly SigningKey[];
  secretsKey: readonly SecretsKey[];
  webhookAllowPrivate: boolean;
  sweep: { intervalMs: number; ageMs: number };
  outboxPollMs: number;
  mail: MailSettings;
}): Promise<Service> {
  const { databaseUrl, messaging, metrics, log, publicUrl } = deps;
  await prepareSchema(deps, 'booking', join(import.meta.dirname, 'prisma/migrations'));
  const database = openDatabase(databaseUrl);
  await checkSession(database);
  const measured = bookingMetrics({ metrics, database, log });
  const availability = createClient<AvailabilityRouter>('availability', messaging);
  // Apart from each other: the limit lives on the first server, and the lock must outlive that one.
  const maySay = seldom(60_000);
  const redis = deps.redisUrls && {
    forLock: connectRedis(deps.redisUrls, log, maySay),
    forLimit: connectRedis(deps.redisUrls.slice(0, 1), log, maySay),
  };
  measured.redis(() => redis?.forLock.states() ?? []);
  const relay = startRelay({ database, service: 'booking', messaging, log, pollMs: deps.outboxPollMs });
  const ledger = {
    release: availability.release.mutate,
    settle: availability.settle.mutate,
    resize: availability.resize.mutate,
    unsettled: availability.unsettled.query,
  };
  // The key that signs: who holds another replica's holds this one too, and it changes seldom.
  const hashKey = deps.signingKeys[0]?.secret ?? new Uint8Array();
  const links = await bookingLinks({ ...deps, database });
  const contact = createClient<CatalogRouter>('catalog', messaging).contact.query;
  const notices = await startNotices({ ...deps, ...links, hashKey, database, contact });
  const wakeWorkers = () => {
    relay.wake();
    notices.wake();
  };
  const retention = startRetention({ database, forget: notices.forget, log });
  const forgetting = startForgetting(database, OLD_ROWS, log);
  const references = startFillingReferences({ database, log });
  const sweep = startSweep({ database, ledger, voided: measured.swept, log }, deps.sweep);

  const queue = createSlotQueue<ReserveResult>({
    lock: redis ? redisSlotLock(redis.forLock) : noSlotLock,
    waited: measured.waitedForSlot,
    async reserve(at, parties) {
      const { slot, parties: answers } = await availability.reserve.mutate({ ...at, parties });
      return answers.map(({ bookingUid, refused }) => ({
        bookingUid,
        result: { slot, refused } as ReserveResult,
      }));
    },
  });

  const fromCatalog = inboxConsumer({
    database,
    service: 'booking',
    from: 'catalog',
    log,
    handlers: {
      'events.catalog.venue_changed': copyVenue,
      'events.catalog.facility_changed': copyFacility,
      'events.catalog.booking_fields_changed': copyFields,
    },
  });
  await messaging.consume(fromCatalog);
  const giveBack = createGiveBack({ release: ledger.release, log });
  const paymentDeps = {
    database,
    queue,
    ledger,
    giveBack,
    wakeWorkers,
    log,
  };
  const holds = startHoldsWorker(paymentDeps, deps.sweep);
  const fromPayment = paymentConsumer(paymentDeps, holds.wake);
  await messaging.consume(fromPayment);
  const consumers = [fromCatalog, fromPayment, notices.consumer];
  measureConsumers({ metrics, messaging, consumers, log });
  const router = bookingRouter({
    database,
    limit: redis
      ? redisLimit(redis.forLimit)
      : memoryLimit({ hash: (who) => keyedHash(hashKey, who), made: await madeThisHour(database) }),
    hashKey,
    signingKeys: deps.signingKeys,
    ledger,
    ...proofOfWork(database, deps),
    queue,
    findMet: availability.findMet.query,
    placed: measured.placed,
    giveBack,
    forget: notices.forget,
    tellStaff: notices.tellStaff,
    publicUrl,
    ...links,
    contact,
    wakeWorkers,
    log,
    webhooks: notices.webhooks,
    deadLetters: createDeadLetters({
      database,
      service: 'booking',
      consumers,
    }),
  });
  messaging.serve('booking', serveRouter(router, log, metrics));
  return {
    ready: async () => messaging.healthy() && (await database.$queryRaw`SELECT 1`) !== null,
    async quiesce() {
      const workers = [sweep, holds, retention, references, forgetting, relay];
      await Promise.all([...workers.map((worker) => worker.stop()), notices.quiesce()]);
    },
    async stop() {
      await notices.stop();
      redis?.forLock.close();
      redis?.forLimit.close();
      await database.$disconnect();
    },
  };
}
