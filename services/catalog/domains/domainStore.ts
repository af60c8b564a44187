import type { DomainCheck, DomainTrouble } from '@venue-booking/proto/venue/venue';
import type { CatalogDatabase, CatalogTx } from '../database.ts';

/** Days for which a domain with a missing record is still served: time to fix a failed DNS change. */
const GRACE_DAYS = 14;
/**
 * Time until the next check, by the result of the last. An outage shows nothing about the record: retry soon.
 */
const NEXT_CHECK: Record<DomainCheck['state'], string> = {
  found: '1 day',
  missing: '6 hours',
  unknown: '1 hour',
};

type OfVenue = { slug: string; domain: string };

/**
 * Claims domains that are due for a check. If a replica crashes, another one claims them an hour later.
 * @param limit size of a batch
 */
export const claimDueDomains = (database: CatalogDatabase, limit: number): Promise<OfVenue[]> =>
  database.$queryRaw<OfVenue[]>`
    UPDATE catalog.venue_domain d SET check_at = now() + interval '1 hour' FROM catalog.venue v
    WHERE v.id = d.venue_id AND d.domain = ANY (ARRAY(
      SELECT domain FROM catalog.venue_domain WHERE check_at <= now()
      ORDER BY check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING v.slug, d.domain`;

/**
 * Stores the result of a DNS check. A record that was found once and stays missing beyond the grace period
 * ends the service of the domain; finding it again restores the service. A domain whose record was never
 * found was approved by the operator, and stays.
 * @returns `lost`: whether this check ended the service of the domain. `leaves`: whether links still use it
 * although it is no longer served
 */
export async function recordDomainCheck(
  database: CatalogTx,
  { slug, domain, state }: OfVenue & { state: DomainCheck['state'] },
): Promise<{ lost: boolean; leaves: boolean }> {
  const isFound = state === 'found';
  const isMissing = state === 'missing';
  const [updated] = await database.$queryRaw<{ lost: boolean; leaves: boolean }[]>`
    UPDATE catalog.venue_domain d SET
      check_at = now() + ${NEXT_CHECK[state]}::interval,
      proven_at = CASE WHEN ${isFound} THEN now() ELSE d.proven_at END,
      missing_since = CASE WHEN ${isFound} THEN NULL
        WHEN ${isMissing} AND d.proven_at IS NOT NULL THEN coalesce(d.missing_since, now())
        ELSE d.missing_since END,
      lost_at = CASE WHEN ${isFound} THEN NULL
        WHEN ${isMissing} AND d.missing_since < now() - make_interval(days => ${GRACE_DAYS}::integer)
        THEN coalesce(d.lost_at, now()) ELSE d.lost_at END
    FROM catalog.venue_domain before, catalog.venue v
    WHERE d.domain = ${domain} AND before.domain = d.domain AND v.id = d.venue_id AND v.slug = ${slug}
    RETURNING d.lost_at IS NOT NULL AND before.lost_at IS NULL AS lost,
      d.lost_at IS NOT NULL AND v.primary_domain IS NOT DISTINCT FROM d.domain AS leaves`;
  return updated ?? { lost: false, leaves: false };
}

/** The domains of a venue whose record is missing, since when, and whether they are still served. */
export async function listMissingRecords(
  database: CatalogDatabase,
  venueId: number,
): Promise<DomainTrouble[]> {
  const rows = await database.venueDomain.findMany({
    where: { venueId, missingSince: { not: null } },
    orderBy: { domain: 'asc' },
  });
  return rows.flatMap(({ id, domain, missingSince, lostAt }) =>
    missingSince ? [{ id, domain, missing_since: missingSince.toISOString(), lost: lostAt !== null }] : [],
  );
}
