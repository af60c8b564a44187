import { join } from 'node:path';
import { createDeadLetters } from '@venue-booking/kit/events/deadLetters';
import { inboxConsumer, oldInbox } from '@venue-booking/kit/events/inbox';
import type { Messaging } from '@venue-booking/kit/messaging/messaging';
import { serveRouter } from '@venue-booking/kit/messaging/rpc';
import { measureConsumers } from '@venue-booking/kit/metrics/consumerGauges';
import type { Metrics } from '@venue-booking/kit/metrics/metrics';
import { deadLetterQueue, measureQueues } from '@venue-booking/kit/metrics/queueGauges';
import { checkSession } from '@venue-booking/kit/postgres/databaseUrl';
import { startForgetting } from '@venue-booking/kit/postgres/forgetting';
import { prepareSchema } from '@venue-booking/kit/postgres/prepareSchema';
import type { Service } from '@venue-booking/kit/process/lifecycle';
import type { Log } from '@venue-booking/kit/process/log';
import { BookingStatus, givesPlacesBack } from '@venue-booking/proto/bookingStatus';
import { SLOTS_CHANGED } from '@venue-booking/proto/subjects';
import { type AvailabilityTx, openDatabase } from './database.ts';
import { givePlacesBack, settlePlaces, takePlaces } from './ledger.ts';
import { resizePlaces } from './ledgerResize.ts';
import { availabilityRouter } from './router.ts';
import { copyException, copyFacility, copyVenue } from './rulesStore.ts';

/** Starts availability on its backings; it answers once this resolves. */
export async function startAvailability(deps: {
  databaseUrl: string;
  /** When false the schema is only looked at. */
  migrateAtStart?: boolean;
  messaging: Messaging;
  metrics: Metrics;
  log: Log;
  takePlaces?: typeof takePlaces;
  resizePlaces?: typeof resizePlaces;
}): Promise<Service> {
  const { databaseUrl, messaging, metrics, log } = deps;
  await prepareSchema(deps, 'availability', join(import.meta.dirname, 'prisma/migrations'));
  const database = openDatabase(databaseUrl);
  await checkSession(database);
  const consumes = { database, service: 'availability', log } as const;
  const consumers = [
    inboxConsumer({
      ...consumes,
      from: 'catalog',
      handlers: {
        'events.catalog.venue_changed': copyVenue,
        'events.catalog.facility_changed': copyFacility,
        'events.catalog.opening_exception_changed': copyException,
      },
    }),
    inboxConsumer({
      ...consumes,
      from: 'booking',
      batches: {
        'events.booking.booking_created': settlePlaces,
        'events.booking.booking_status_changed': (tx, bookings) =>
          giveBackEach(
            tx,
            bookings.filter(({ status }) => givesPlacesBack(BookingStatus.parse(status))),
          ),
        'events.booking.booking_changed': async (tx, bookings) => {
          await settlePlaces(tx, bookings);
          const moved = bookings.filter(({ releasedUid }) => releasedUid !== '');
          await giveBackEach(
            tx,
            moved.map((booking) => ({ ...booking, bookingUid: booking.releasedUid })),
          );
        },
      },
    }),
  ];
  for (const consumer of consumers) await messaging.consume(consumer);
  measureConsumers({ metrics, messaging, consumers, log });
  measureQueues({ metrics, database, log }, { dead_letters: deadLetterQueue('availability') });
  const forgetting = startForgetting(database, [oldInbox('availability')], log);
  const router = availabilityRouter({
    database,
    takePlaces: deps.takePlaces ?? takePlaces,
    resizePlaces: deps.resizePlaces ?? resizePlaces,
    tellSlotsChanged: (news) => messaging.tell(SLOTS_CHANGED, news),
    deadLetters: createDeadLetters({ database, service: 'availability', consumers }),
  });
  messaging.serve('availability', serveRouter(router, log, metrics));
  return {
    ready: async () => messaging.healthy() && (await database.$queryRaw`SELECT 1`) !== null,
    quiesce: forgetting.stop,
    stop: () => database.$disconnect(),
  };
}

/** In the order of the slots, so that two who do so wait for each other and never both. */
async function giveBackEach(
  tx: AvailabilityTx,
  bookings: readonly { venueId: number; slotId: bigint; bookingUid: string }[],
): Promise<void> {
  const sorted = bookings.toSorted((a, b) => Number(a.slotId - b.slotId));
  for (const { venueId, bookingUid } of sorted) await givePlacesBack(tx, venueId, bookingUid);
}
