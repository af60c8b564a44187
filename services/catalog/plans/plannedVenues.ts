import type { PlannedVenue } from '@venue-booking/proto/venue/plan';
import type { CatalogDatabase } from '../database.ts';

/**
 * Venues with their plan and the counts that plans limit, by slug.
 * @param page.slug only this venue
 */
export const plannedVenues = (
  database: CatalogDatabase,
  { slug, after = '', limit }: { slug?: string | undefined; after?: string | undefined; limit: number },
): Promise<PlannedVenue[]> =>
  database.$queryRaw<PlannedVenue[]>`
    SELECT v.id AS "venueId", v.slug, v.name, v.timezone, v.day_start AS "dayStart",
      CASE WHEN p.key IS NOT NULL
        THEN json_build_object('key', p.key, 'name', p.name, 'rules', v.plan_rules) END AS plan,
      json_build_object(
        'facilities', (SELECT count(*) FROM catalog.facility f WHERE f.venue_id = v.id),
        'people', (SELECT count(*) FROM catalog.membership m WHERE m.venue_id = v.id),
        'domains', (SELECT count(*) FROM catalog.venue_domain d WHERE d.venue_id = v.id),
        'languages', (SELECT count(*) FROM (
          SELECT v.locale UNION SELECT jsonb_object_keys(coalesce(v.translations, '{}'))
          UNION SELECT jsonb_object_keys(coalesce(f.translations, '{}')) FROM catalog.facility f
            WHERE f.venue_id = v.id) AS l)
      ) AS counts
    FROM catalog.venue v LEFT JOIN catalog.plan p ON p.key = v.plan
    WHERE v.slug > ${after} AND (${slug ?? null}::text IS NULL OR v.slug = ${slug ?? null})
    ORDER BY v.slug LIMIT ${limit}`;
