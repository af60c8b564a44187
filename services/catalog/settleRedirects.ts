import type { UsedOrigins } from '@venue-booking/proto/venue/usedOrigins';
import { MAX_ORIGINS } from '@venue-booking/proto/venue/venue';
import { changeVenue, type Deps } from './change.ts';
import type { CatalogDatabase } from './database.ts';
import { venueChanged } from './venueEvents.ts';

/** Ids of venues whose bookings may have used any website, lowest first: at most 100. */
export async function unsettledVenues(database: CatalogDatabase): Promise<number[]> {
  const venues = await database.venue.findMany({
    where: { redirectsSettled: false },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: 100,
  });
  return venues.map(({ id }) => id);
}

/**
 * Keeps the websites that guests of a venue have returned to, once for each venue: its `redirect_origins` get
 * them if they are empty and the venue's own websites lack one of them. The own websites are then listed too,
 * because a list that is not empty replaces them.
 * @param used.own origins of the platform's pages, listed only beside others
 */
export async function settleRedirects(deps: Deps, { venueId, used, own }: UsedOrigins): Promise<void> {
  const { database } = deps;
  const venue = await database.venue.findUnique({ where: { id: venueId }, include: { domains: true } });
  if (!venue || venue.redirectsSettled) return;
  const domains = venue.domains.flatMap(({ domain }) => [`https://${domain}`, `http://${domain}`]);
  const implied = new Set([...own, ...venue.allowedOrigins, ...domains]);
  const extra = used.filter((origin) => !implied.has(origin));
  if (venue.redirectOrigins.length > 0 || extra.length === 0) {
    await database.venue.update({ where: { id: venueId }, data: { redirectsSettled: true } });
    return;
  }
  const https = domains.filter((origin) => origin.startsWith('https:'));
  const listed = [...new Set([...own, ...https, ...used, ...venue.allowedOrigins])].slice(0, MAX_ORIGINS);
  await changeVenue(deps, venue.slug, async (tx, locked) => {
    // Another replica of booking, or the owner, has set it meanwhile.
    if (locked.redirectsSettled || locked.redirectOrigins.length > 0) return { result: null, events: [] };
    const data = { redirectOrigins: listed, redirectsSettled: true };
    const after = await tx.venue.update({ where: { id: venueId }, data });
    return { result: null, events: [venueChanged(after)] };
  });
}
