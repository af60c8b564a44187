import type { AvailabilityRouter } from '@venue-booking/availability/router';
import type { CatalogRouter } from '@venue-booking/catalog/router';
import { createThrottle } from '@venue-booking/kit/concurrency/throttle';
import { createDeadLetters } from '@venue-booking/kit/events/deadLetters';
import { inboxConsumer } from '@venue-booking/kit/events/inbox';
import { startRelay } from '@venue-booking/kit/events/outbox';
import type { Log } from '@venue-booking/kit/logging/log';
import { measureConsumers } from '@venue-booking/kit/messaging/consumerGauges';
import { createClient, serveRouter } from '@venue-booking/kit/messaging/rpc';
import { startDeletingExpiredRows } from '@venue-booking/kit/postgres/retention';
import { type ServiceDependencies, startDatabase } from '@venue-booking/kit/postgres/startDatabase';
import type { Service } from '@venue-booking/kit/process/lifecycle';
import { COLLECT_MS } from '@venue-booking/kit/scheduling/worker';
import type { SecretsKey } from '@venue-booking/kit/secrets/secretBox';
import { fail } from '@venue-booking/proto/failures';
import { SLOTS_CHANGED, type SlotsChanged } from '@venue-booking/proto/subjects';
import { createCopyVenue } from './core/followZone.ts';
import type { ReserveResult } from './core/ledger.ts';
import type { SigningKey } from './core/linkedBooking.ts';
import { startNamingVenues } from './core/nameVenues.ts';
import { createPublish } from './core/publish.ts';
import { createReleasePlaces } from './core/releasePlaces.ts';
import { startReportingOrigins } from './core/reportOrigins.ts';
import { copyFacility, copyFields } from './core/termsStore.ts';
import { openDatabase } from './database.ts';
import { startRetention } from './desk/retention.ts';
import { startCorrectingInvoices } from './invoices/correctInvoices.ts';
import { readCountedBookings } from './limits/countedBookings.ts';
import { keyedHash } from './limits/guestHashes.ts';
import { startLimitTally } from './limits/limitTally.ts';
import { proofOfWork } from './limits/proofOfWork.ts';
import { memoryRateLimit, redisRateLimit } from './limits/rateLimit.ts';
import { venueOffers } from './limits/venueOffers.ts';
import { bookingLinks } from './links/bookingLinks.ts';
import { startVisitMails } from './mail/queue/visitMails.ts';
import { bookingMetrics } from './metrics.ts';
import { startMoving } from './moves/startMoving.ts';
import { paymentConsumer, startHoldsWorker } from './payments/payments.ts';
import { RETENTION_RULES } from './retention.ts';
import { bookingRouter } from './router.ts';
import { noSlotLock, redisSlotLock } from './slots/slotLock.ts';
import { createSlotQueue } from './slots/slotQueue.ts';
import type { SmsSettings } from './sms/smsSettings.ts';
import { startSweep } from './sweep.ts';
import { createWaitingGuard } from './waiting/guardPlaces.ts';
import { touchLists } from './waiting/waitingStore.ts';
import { startWaitingWorker } from './waiting/waitingWorker.ts';
import { effectSteps } from './wiring/effectSteps.ts';
import { type MailSettings, startNotifications } from './wiring/notifications.ts';

/**
 * Starts the booking service; it serves once this resolves. Without Redis, locks and rate limits are per
 * process.
 */
export async function startBooking(
  deps: ServiceDependencies & {
    redisUrls: readonly string[] | undefined;
    publicUrl: string;
    signingKeys: readonly SigningKey[];
    secretsKey: readonly SecretsKey[];
    webhookAllowPrivate: boolean;
    sweep: { intervalMs: number; ageMs: number };
    outboxPollMs: number;
    mail: MailSettings;
    /** Undefined: the platform sends no SMS. */
    sms?: SmsSettings | undefined;
  },
): Promise<Service> {
  const { messaging, metrics, log, publicUrl } = deps;
  const schema = { schema: 'booking', folder: import.meta.dirname, open: openDatabase } as const;
  const { database, ready } = await startDatabase(deps, schema);
  const measured = bookingMetrics({ metrics, database, log });
  const availability = createClient<AvailabilityRouter>('availability', messaging, {
    // Each is idempotent by the uid of its booking.
    mayRepeat: (path) => ['reserve', 'release', 'settle', 'resize', 'transfer.importPlaces'].includes(path),
  });
  const redis = deps.redisUrls && (await openRedis(deps.redisUrls, log));
  measured.redis(() => redis?.forLock.states() ?? []);
  const relay = startRelay({
    ...{ database, service: 'booking', messaging, log },
    ...{ pollMs: deps.outboxPollMs, collectMs: COLLECT_MS },
  });
  const ledger = {
    release: availability.release.mutate,
    settle: availability.settle.mutate,
    resize: availability.resize.mutate,
    unsettled: availability.unsettled.query,
  };
  // The signing key: all replicas have the same one, and it changes rarely.
  const hashKey = deps.signingKeys[0]?.secret ?? new Uint8Array();
  const links = await bookingLinks({ ...deps, database });
  const catalog = createClient<CatalogRouter>('catalog', messaging);
  const contact = catalog.contact.query;
  const notifications = startNotifications({
    ...deps,
    ...links,
    hashKey,
    database,
    contact,
    mailed: measured.mailed,
    texted: measured.texted,
  });
  const wakeWorkers = () => {
    relay.wake();
    notifications.wake();
  };
  const corrections = startCorrectingInvoices({ database, log }, deps.sweep);
  const retention = startRetention({ database, deleteMailFiles: notifications.deleteMailFiles, log });
  const oldRows = startDeletingExpiredRows(database, RETENTION_RULES, log);
  const limitTally = startLimitTally(database, log);
  const reporting = startReportingOrigins({ database, redirects: catalog.redirects, publicUrl, log });
  const naming = startNamingVenues({ database, contact, log });
  const hasSms = deps.sms !== undefined;
  const visitMails = startVisitMails({ database, wakeWorkers, hasSms, log }, deps.sweep);
  const sweep = startSweep({ database, ledger, onVoided: measured.swept, log }, deps.sweep);

  const queue = createSlotQueue<ReserveResult>({
    lock: redis ? redisSlotLock(redis.forLock) : noSlotLock,
    onWaited: measured.waitedForSlot,
    async reserve(at, parties) {
      const { slot, parties: answers } = await availability.reserve.mutate({ ...at, parties });
      // A ledger of the previous release reserves the slot of the grid. A refused party is released.
      const isOther = at.minutes !== undefined && slot && slot.endsAt - slot.startsAt !== at.minutes * 60_000;
      const unknown = isOther ? fail('unavailable') : null;
      return new Map(
        answers.map(({ bookingUid, refused }) => [
          bookingUid,
          { slot, refused: refused ?? unknown } as ReserveResult,
        ]),
      );
    },
  });

  const publish = createPublish(effectSteps);
  const fromCatalog = inboxConsumer({
    database: database.raw,
    service: 'booking',
    from: 'catalog',
    log,
    handlers: {
      'events.catalog.venue_changed': createCopyVenue(publish),
      'events.catalog.facility_changed': copyFacility,
      'events.catalog.booking_fields_changed': copyFields,
    },
  });
  const offers = {
    database,
    ledger: { ...ledger, reserve: availability.reserve.mutate },
    daySlots: availability.daySlots.query,
    wakeMail: notifications.wakeWaitingMail,
    hasSms,
  };
  const waitingWorker = startWaitingWorker({ ...offers, log });
  const listsMayOffer = async (changed: SlotsChanged | { venueId: number }): Promise<void> => {
    if (await touchLists(database, changed)) waitingWorker.wake();
  };
  const releasePlaces = createReleasePlaces({ release: ledger.release, onReleased: listsMayOffer, log });
  // Each replica hears it; a list that is due twice is worked on once.
  messaging.subscribe(SLOTS_CHANGED, (news) => {
    void listsMayOffer(news as SlotsChanged).catch((err: unknown) =>
      log.warn({ err }, 'waiting lists not woken; they are checked at an interval'),
    );
  });
  const mailRefusedAccount = async (venueId: number): Promise<void> => {
    const { contactEmail, locale, name, slug } = await contact({ venueId });
    if (contactEmail === null) return;
    const url = `${publicUrl}/admin/v/${slug}/settings/payments`;
    const mail = {
      kind: 'account_refused',
      to: contactEmail,
      language: locale,
      venueName: name,
      url,
    } as const;
    await notifications.notifyStaff(mail);
  };
  const shared = {
    ...{ database, publish, queue, releasePlaces, wakeWorkers, log, mailRefusedAccount },
    ledger: offers.ledger,
  };
  const holds = startHoldsWorker(shared, deps.sweep);
  const moves = startMoving({
    ...shared,
    hashKey,
    signingKeys: deps.signingKeys,
    offerAt: async () => null, // only for changes by guests
  });
  const onPaymentEvent = () => {
    holds.wake();
    corrections.wake();
  };
  const consumers = [fromCatalog, paymentConsumer(shared, onPaymentEvent)];
  for (const consumer of consumers) await messaging.consume(consumer);
  measureConsumers({ metrics, messaging, consumers, log });
  const router = bookingRouter({
    ...shared,
    limit: redis
      ? redisRateLimit(redis.forLimit)
      : memoryRateLimit({
          hash: (who) => keyedHash(hashKey, who),
          counted: await readCountedBookings(database),
        }),
    hashKey,
    signingKeys: deps.signingKeys,
    ...proofOfWork(database, deps),
    tally: limitTally.tally,
    offerAt: venueOffers(availability.offer.query, log),
    findAffected: availability.findMet.query,
    checkSlot: availability.checkSlot.query,
    importPlaces: availability.transfer.importPlaces.mutate,
    daySlots: availability.daySlots.query,
    wakeMoves: moves.wake,
    onPlaced: measured.placed,
    deleteMailFiles: notifications.deleteMailFiles,
    waiting: createWaitingGuard(offers),
    offers,
    wakeOffers: waitingWorker.wake,
    notifyStaff: notifications.notifyStaff,
    recipients: notifications.recipients,
    smsUsage: notifications.smsUsage,
    publicUrl,
    ...links,
    contact,
    mailFrom: deps.mail.from,
    webhooks: notifications.webhooks,
    deadLetters: createDeadLetters({ database, service: 'booking', consumers }),
  });
  messaging.serve('booking', serveRouter(router, log, metrics));
  return {
    ready,
    async quiesce() {
      const workers = [
        sweep,
        holds,
        moves,
        visitMails,
        corrections,
        retention,
        oldRows,
        reporting,
        naming,
        relay,
        waitingWorker,
      ];
      await Promise.all([...workers.map((worker) => worker.stop()), notifications.quiesce()]);
    },
    async stop() {
      await limitTally.stop();
      await notifications.stop();
      redis?.forLock.close();
      redis?.forLimit.close();
      await database.$disconnect();
    },
  };
}

/** Imported lazily: needed only with Redis. */
async function openRedis(urls: readonly string[], log: Log) {
  const { connectRedis } = await import('./redis.ts');
  // Separate connections: the rate limit uses the first server only, and the lock must survive its failure.
  const mayLog = createThrottle(60_000);
  return { forLock: connectRedis(urls, log, mayLog), forLimit: connectRedis(urls.slice(0, 1), log, mayLog) };
}
