import { appendEvents } from '@venue-booking/kit/events/outbox';
import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { StoredEvent } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import type { CatalogDatabase, CatalogTx } from './database.ts';
import type { Venue } from './gen/prisma/client.ts';
import type { ImageStorage } from './images/imageStorage.ts';

export type Deps = {
  database: CatalogDatabase;
  /** The bucket for images, if there is one. */
  images?: ImageStorage | undefined;
  /** Wakes the relay: the outbox has an event. */
  wakeRelay: () => void;
};

/** Identifies something of a venue by its id. */
export type OfVenue = { slug: string; id: number };

/** The result of a write, and the events that other services must apply before it takes effect. */
export type Changed<T> = { venueId: number; result: T; eventIds: string[] };

/** @throws `venue_not_found` */
export async function requireVenue(database: CatalogTx, slug: string): Promise<Venue> {
  const venue = await database.venue.findUnique({ where: { slug } });
  if (!venue) throw fail('venue_not_found');
  return venue;
}

/**
 * Changes something of a venue in one transaction: locks the venue, increments its revision, and stores the
 * change and its events. The lock gives the changes of a venue one order.
 * @throws `venue_not_found`
 */
export async function changeVenue<T>(
  { database, wakeRelay }: Deps,
  slug: string,
  work: (tx: CatalogTx, venue: Venue) => Promise<{ result: T; events: StoredEvent[] }>,
): Promise<Changed<T>> {
  const change = async (tx: CatalogTx) => {
    const [venue] = await tx.venue.updateManyAndReturn({
      where: { slug },
      data: { revision: { increment: 1 } },
    });
    if (!venue) throw fail('venue_not_found');
    const { result, events } = await work(tx, venue);
    return { venueId: venue.id, result, eventIds: await appendEvents(tx, 'catalog', events) };
  };
  const outcome = await retryConflicts(() => database.$transaction(change));
  wakeRelay();
  return outcome;
}
