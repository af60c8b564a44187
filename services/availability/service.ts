import { releasesPlaces } from '@venue-booking/domain/booking/statusTransitions';
import { createDeadLetters } from '@venue-booking/kit/events/deadLetters';
import { inboxConsumer, inboxRetention } from '@venue-booking/kit/events/inbox';
import { measureConsumers } from '@venue-booking/kit/messaging/consumerGauges';
import { serveRouter } from '@venue-booking/kit/messaging/rpc';
import { deadLetterQueue, measureQueues } from '@venue-booking/kit/postgres/queueGauges';
import { startDeletingExpiredRows } from '@venue-booking/kit/postgres/retention';
import { type ServiceDependencies, startDatabase } from '@venue-booking/kit/postgres/startDatabase';
import type { Service } from '@venue-booking/kit/process/lifecycle';
import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { SLOTS_CHANGED } from '@venue-booking/proto/subjects';
import { type AvailabilityTx, openDatabase } from './database.ts';
import { releasePlaces, settlePlaces } from './ledger/ledger.ts';
import type { ReserveDeps } from './reserve/reserve.ts';
import type { ResizeDeps } from './reserve/resize.ts';
import { availabilityRouter } from './router.ts';
import { copyException, copyFacility, copyVenue } from './rules/copyRules.ts';

/** Starts the availability service. It accepts calls once the promise resolves. */
export async function startAvailability(
  deps: ServiceDependencies & Omit<ReserveDeps & ResizeDeps, 'database'>,
): Promise<Service> {
  const { messaging, metrics, log } = deps;
  const schema = { schema: 'availability', folder: import.meta.dirname, open: openDatabase } as const;
  const { database, ready } = await startDatabase(deps, schema);
  const consumes = { database: database.raw, service: 'availability', log } as const;
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
      // Batches skip the inbox. Each event states the resulting status, so a redelivery changes nothing.
      batches: {
        'events.booking.booking_created': settlePlaces,
        'events.booking.booking_status_changed': (tx, bookings) =>
          releaseEach(
            tx,
            bookings.filter(({ status }) => releasesPlaces(BookingStatus.parse(status))),
          ),
        'events.booking.booking_changed': async (tx, bookings) => {
          await settlePlaces(tx, bookings);
          const moved = bookings.filter(({ releasedUid }) => releasedUid !== '');
          await releaseEach(
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
  const deleting = startDeletingExpiredRows(database, [inboxRetention('availability')], log);
  const router = availabilityRouter({
    ...deps,
    database,
    publishSlotsChanged: (change) => messaging.publishNews(SLOTS_CHANGED, change),
    deadLetters: createDeadLetters({ database, service: 'availability', consumers }),
  });
  messaging.serve('availability', serveRouter(router, log, metrics));
  return {
    ready,
    quiesce: deleting.stop,
    stop: () => database.$disconnect(),
  };
}

/** Releases in slot order, so that concurrent batches cannot deadlock. */
async function releaseEach(
  tx: AvailabilityTx,
  bookings: readonly { venueId: number; slotId: bigint; bookingUid: string }[],
): Promise<void> {
  const sorted = bookings.toSorted((a, b) => Number(a.slotId - b.slotId));
  for (const { venueId, bookingUid } of sorted) await releasePlaces(tx, venueId, bookingUid);
}
