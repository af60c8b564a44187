import { join } from 'node:path';
import type { AvailabilityRouter } from '@venue-booking/availability/router';
import { inboxConsumer } from '@venue-booking/kit/inbox';
import type { Service } from '@venue-booking/kit/lifecycle';
import type { Log } from '@venue-booking/kit/log';
import type { Messaging } from '@venue-booking/kit/messaging';
import { migrate } from '@venue-booking/kit/migrate';
import { startRelay } from '@venue-booking/kit/outbox';
import { createClient, serveRouter } from '@venue-booking/kit/rpc';
import { createSecretBox, type SecretsKey } from '@venue-booking/kit/secretBox';
import { bookingEvents } from './bookingEvents.ts';
import { memoryLimit, redisLimit } from './bookingLimit.ts';
import type { ReserveResult } from './createBooking.ts';
import { openDatabase } from './database.ts';
import { connectRedis } from './redis.ts';
import { bookingRouter } from './router.ts';
import { noSlotLock, redisSlotLock } from './slotLock.ts';
import { createSlotQueue } from './slotQueue.ts';
import { startSweep } from './sweep.ts';
import { copyFacility, copyFields, copyVenue } from './termsStore.ts';
import { type SigningKey, signTicket } from './ticket.ts';
import { createReceivers } from './webhooks/safeRequest.ts';
import { startSender } from './webhooks/sender.ts';

/** Starts booking on its backings; it answers once this resolves. Without Redis it locks and counts within the process. */
export async function startBooking(deps: {
  databaseUrl: string;
  messaging: Messaging;
  log: Log;
  redisUrls: readonly string[] | undefined;
  publicUrl: string;
  signingKeys: readonly SigningKey[];
  secretsKey: readonly SecretsKey[];
  webhookAllowPrivate: boolean;
  sweep: { intervalMs: number; ageMs: number };
  outboxPollMs: number;
}): Promise<Service> {
  const { databaseUrl, messaging, log, publicUrl, signingKeys } = deps;
  await migrate(databaseUrl, 'booking', join(import.meta.dirname, 'prisma/migrations'));
  const database = openDatabase(databaseUrl);
  const availability = createClient<AvailabilityRouter>('availability', messaging);
  // Apart from each other: the limit lives on the first server, and the lock must outlive that one.
  const redis = deps.redisUrls && {
    forLock: connectRedis(deps.redisUrls, log),
    forLimit: connectRedis(deps.redisUrls.slice(0, 1), log),
  };
  const relay = startRelay({ database, service: 'booking', messaging, log, pollMs: deps.outboxPollMs });
  const ledger = {
    release: availability.release.mutate,
    settle: availability.settle.mutate,
    unsettled: availability.unsettled.query,
  };
  const sweep = startSweep({ database, ledger, log }, deps.sweep);
  const box = createSecretBox(deps.secretsKey);
  const receivers = createReceivers({ allowPrivate: deps.webhookAllowPrivate });
  const sender = startSender({ database, box, receivers, log });

  const queue = createSlotQueue<ReserveResult>({
    lock: redis ? redisSlotLock(redis.forLock) : noSlotLock,
    async reserve(at, parties) {
      const { slot, parties: answers } = await availability.reserve.mutate({ ...at, parties });
      return answers.map(({ bookingUid, refused }) => ({
        bookingUid,
        result: { slot, refused } as ReserveResult,
      }));
    },
  });

  await messaging.consume(
    inboxConsumer({
      database,
      service: 'booking',
      from: 'catalog',
      log,
      handlers: {
        'events.catalog.venue_changed': copyVenue,
        'events.catalog.facility_changed': copyFacility,
        'events.catalog.booking_fields_changed': copyFields,
      },
    }),
  );
  const ownEvents = inboxConsumer({
    database,
    service: 'booking',
    from: 'booking',
    log,
    handlers: bookingEvents,
  });
  await messaging.consume({
    ...ownEvents,
    async handle(delivery) {
      await ownEvents.handle(delivery);
      sender.nudge();
    },
  });
  const router = bookingRouter({
    database,
    limit: redis ? redisLimit(redis.forLimit) : memoryLimit(),
    queue,
    release: ledger.release,
    ticketUrl: async (booking) => `${publicUrl}/tickets/${await signTicket(signingKeys, booking)}`,
    changed: relay.nudge,
    log,
    signingKeys,
    webhooks: { database, box, receivers, queued: sender.nudge },
  });
  messaging.serve('booking', serveRouter(router, log));
  return {
    ready: async () => messaging.healthy() && (await database.$queryRaw`SELECT 1`) !== null,
    async quiesce() {
      await Promise.all([sweep.stop(), relay.stop(), sender.stop()]);
    },
    async stop() {
      redis?.forLock.close();
      redis?.forLimit.close();
      await database.$disconnect();
    },
  };
}
