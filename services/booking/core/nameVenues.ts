import type { Log } from '@venue-booking/kit/logging/log';
import { every } from '@venue-booking/kit/scheduling/every';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import type { BookingDatabase } from '../database.ts';

type Deps = {
  database: BookingDatabase;
  contact: (venue: { venueId: number }) => Promise<VenueContact>;
  log: Log;
};

const INTERVAL_MS = 60_000;
const BATCH = 100;

/**
 * Stores the slug and name of venues whose copy a release before these columns wrote. Later changes arrive
 * as events, which take precedence.
 */
export const startNamingVenues = (deps: Deps) =>
  every(INTERVAL_MS, { name: 'naming venues', run: () => nameVenues(deps) }, deps.log);

/** Names a batch of venues. @returns whether there may be more */
export async function nameVenues({ database, contact, log }: Deps): Promise<boolean> {
  const unnamed = await database.$queryRaw<{ id: number }[]>`
    SELECT id FROM booking.venue WHERE slug IS NULL ORDER BY id LIMIT ${BATCH}`;
  for (const { id } of unnamed) {
    const found = await contact({ venueId: id }).catch((error: unknown) => {
      log.warn({ err: error, venueId: id }, 'could not read the name of a venue for its webhooks');
    });
    // Only this venue waits for the next pass.
    if (!found) continue;
    const { slug, name } = found;
    await database.$executeRaw`
      UPDATE booking.venue SET slug = ${slug}, name = ${name} WHERE id = ${id} AND slug IS NULL`;
  }
  return unnamed.length === BATCH;
}
