import { fail } from '@venue-booking/proto/failures';
import type { Tenant, VenueDays, Venue as VenueSettings } from '@venue-booking/proto/venue/venue';
import type { ListedVenue } from '@venue-booking/proto/venue/venueState';
import type { CatalogDatabase } from './database.ts';
import { toSettings, withDomains } from './venueColumns.ts';
import { stateOf } from './venueState.ts';

/** @throws `venue_not_found` */
export async function getVenue(database: CatalogDatabase, slug: string): Promise<VenueSettings> {
  const venue = await database.venue.findUnique({ where: { slug }, include: withDomains });
  if (!venue) throw fail('venue_not_found');
  return toSettings(venue);
}

/** Venues by slug, after `after`. @param query.q part of the slug, the name or a domain */
export async function listVenues(
  database: CatalogDatabase,
  {
    after = '',
    q,
    plan,
    limit,
  }: { after?: string | undefined; q?: string | undefined; plan?: string | undefined; limit: number },
): Promise<ListedVenue[]> {
  // Prisma does not escape LIKE's special characters.
  const text = (q ?? '').replace(/[\\%_]/g, '\\$&');
  const matches = { contains: text, mode: 'insensitive' } as const;
  const found = { OR: [{ slug: matches }, { name: matches }, { domains: { some: { domain: matches } } }] };
  const venues = await database.venue.findMany({
    where: { slug: { gt: after }, ...(q && found), ...(plan !== undefined && { plan }) },
    orderBy: { slug: 'asc' },
    take: limit,
    include: withDomains,
  });
  return venues.map((venue) => ({ ...toSettings(venue), ...stateOf(venue) }));
}

type TenantName = { slug: string } | { domain: string };

/** The venue of a slug or of a custom domain, or null. */
export async function findTenant(database: CatalogDatabase, name: TenantName): Promise<Tenant | null> {
  const [slug, domain] = 'slug' in name ? [name.slug, null] : [null, name.domain];
  const [tenant = null] = await database.$queryRaw<Tenant[]>`
    SELECT v.id AS "venueId", v.slug, v.allowed_origins AS "allowedOrigins",
      CASE WHEN v.redirects_settled THEN v.redirect_origins END AS "redirectOrigins", v.primary_domain AS "primaryDomain",
      v.deleted_at IS NOT NULL AS deleted,
      ARRAY(SELECT d.domain FROM catalog.venue_domain d WHERE d.venue_id = v.id AND d.lost_at IS NULL
        ORDER BY d.domain) AS domains
    FROM catalog.venue v
    WHERE v.slug = ${slug}::text
       OR v.id = (SELECT d.venue_id FROM catalog.venue_domain d WHERE d.domain = ${domain}::text AND d.lost_at IS NULL)`;
  return tenant;
}

/** Slug and primary domain of live venues, by slug. */
export const listLiveVenues = (
  database: CatalogDatabase,
  limit: number,
): Promise<{ slug: string; primaryDomain: string | null }[]> =>
  database.venue.findMany({
    ...{
      where: { live: true, suspendedAt: null, deletedAt: null },
      select: { slug: true, primaryDomain: true },
    },
    ...{ orderBy: { slug: 'asc' }, take: limit },
  });

/**
 * Names, zones and starts of booking days of venues, by id. Unknown ids are left out. Of a purged venue, only
 * the slug remains as its name.
 */
export const findVenueDays = (database: CatalogDatabase, ids: readonly number[]): Promise<VenueDays[]> =>
  database.$queryRaw<VenueDays[]>`
    SELECT id AS "venueId", slug, name, timezone, day_start AS "dayStart" FROM catalog.venue
    WHERE id = ANY(${ids}::integer[])
    UNION ALL SELECT venue_id, slug, slug, timezone, day_start FROM catalog.purged_venue p
    WHERE venue_id = ANY(${ids}::integer[]) AND NOT EXISTS (SELECT FROM catalog.venue v WHERE v.id = p.venue_id)
    ORDER BY 1`;
