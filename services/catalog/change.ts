import { appendEvents } from '@venue-booking/kit/events/outbox';
import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { StoredEvent } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import type { CatalogDatabase, CatalogTx } from './database.ts';
import type { Venue } from './gen/prisma/client.ts';
import type { BucketImages } from './images/keepImages.ts';

export type Deps = {
  database: CatalogDatabase;
  /** The bucket for images, when there is one. */
  images?: BucketImages | undefined;
  /** Says that the outbox has something. */
  wakeRelay: () => void;
};

/** Something that a venue has, by its number. */
export type OfVenue = { slug: string; id: number };

/** The outcome of a write, and the events that must be applied before it is in force. */
export type Changed<T> = { venueId: number; result: T; eventIds: string[] };

/** @throws `venue_not_found` */
export async function requireVenue(database: CatalogTx, slug: string): Promise<Venue> {
  const venue = await database.venue.findUnique({ where: { slug } });
  if (!venue) throw fail('venue_not_found');
  return venue;
}

/**
 * Changes something of a venue: locks the venue, raises its revision, and stores the change and its events in
 * one transaction, so that the changes of a venue have one order.
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
