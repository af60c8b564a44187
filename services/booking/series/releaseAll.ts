import type { BookingDeps } from '../core/deps.ts';

/** Concurrent releases. Each mostly waits for the ledger, which other requests use too. */
const CONCURRENCY = 4;

/** Releases the places of several reservations now; after an error the sweep or an event does it. */
export async function releaseAll(
  { releasePlaces }: Pick<BookingDeps, 'releasePlaces'>,
  venueId: number,
  uids: readonly string[],
): Promise<void> {
  for (let from = 0; from < uids.length; from += CONCURRENCY)
    await Promise.all(uids.slice(from, from + CONCURRENCY).map((uid) => releasePlaces(venueId, uid)));
}
