import { VISIT_HOURS, type Visit } from '@venue-booking/proto/auth/operator';
import { requireVenue } from '../change.ts';
import type { CatalogDatabase } from '../database.ts';
import type { VenueVisit } from '../gen/prisma/client.ts';

/** Visits in a response without a limit. */
const MAX_LISTED = 100;
const HOUR_MS = 3600_000;

const toVisit = ({ id, actor, reason, createdAt, endsAt }: VenueVisit): Visit => ({
  id,
  by: actor,
  reason,
  created_at: createdAt.toISOString(),
  ends_at: endsAt.toISOString(),
});

/**
 * Gives an operator access to a venue for {@link VISIT_HOURS}.
 * @param visit.personId null for the shared token, which has access anyway
 * @throws `venue_not_found`
 */
export async function startVisit(
  database: CatalogDatabase,
  { slug, ...visit }: { slug: string; personId: string | null; actor: string; reason: string },
): Promise<Visit> {
  const { id: venueId } = await requireVenue(database, slug);
  const endsAt = new Date(Date.now() + VISIT_HOURS * HOUR_MS);
  return toVisit(await database.venueVisit.create({ data: { venueId, ...visit, endsAt } }));
}

/**
 * Visits to a venue, newest first.
 * @param which.open only those that have not ended
 * @param which.before only those that began before this one
 * @throws `venue_not_found`
 */
export async function listVisits(
  database: CatalogDatabase,
  {
    slug,
    open,
    before,
    limit = MAX_LISTED,
  }: { slug: string; open: boolean; before?: string | undefined; limit?: number | undefined },
): Promise<Visit[]> {
  const { id: venueId } = await requireVenue(database, slug);
  const rows = await database.venueVisit.findMany({
    where: { venueId, ...(open && { endsAt: { gt: new Date() } }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...(before && { cursor: { id: before }, skip: 1 }),
    take: limit,
  });
  return rows.map(toVisit);
}
