import type { DomainCheck, DomainTrouble } from '@venue-booking/proto/venue';
import type { CatalogDatabase, CatalogTx } from '../database.ts';

/** How long a domain is served whose record is missing: enough for a change of DNS that went wrong. */
const GRACE_DAYS = 14;
/** When to look again, by what DNS answered. An outage says nothing of the record, so look again soon. */
const NEXT_CHECK: Record<DomainCheck['state'], string> = {
  found: '1 day',
  missing: '6 hours',
  unknown: '1 hour',
};

type OfVenue = { slug: string; domain: string };

/**
 * Claims domains whose check is due. A replica that crashes leaves them to the next one, an hour later.
 * @param limit of one batch
 */
export const claimDueDomains = (database: CatalogDatabase, limit: number): Promise<OfVenue[]> =>
  database.$queryRaw<OfVenue[]>`
    UPDATE catalog.venue_domain d SET check_at = now() + interval '1 hour' FROM catalog.venue v
    WHERE v.id = d.venue_id AND d.domain = ANY (ARRAY(
      SELECT domain FROM catalog.venue_domain WHERE check_at <= now()
      ORDER BY check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING v.slug, d.domain`;

/**
 * Keeps what DNS answered. A record that was seen once and stays missing beyond the grace period ends the
 * domain; a record that is found serves it again. A domain whose record was never seen was allowed by the
 * operator, and stays.
 * @returns whether the domain has just been lost
 */
export async function keepDomainCheck(
  database: CatalogTx,
  { slug, domain, state }: OfVenue & { state: DomainCheck['state'] },
): Promise<boolean> {
  const isFound = state === 'found';
  const isMissing = state === 'missing';
  const [kept] = await database.$queryRaw<{ lost: boolean }[]>`
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
    RETURNING d.lost_at IS NOT NULL AND before.lost_at IS NULL AS lost`;
  return kept?.lost ?? false;
}

/** The domains of a venue whose record is missing, and until when they are served. */
export async function listDomainTroubles(
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
