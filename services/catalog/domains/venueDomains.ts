import { onUniqueViolation } from '@venue-booking/kit/postgres/sql';
import { fail } from '@venue-booking/proto/failures';
import type { VenuePatch } from '@venue-booking/proto/venue/venue';
import type { CatalogTx } from '../database.ts';
import type { Venue } from '../gen/prisma/client.ts';

/**
 * Replaces a venue's domains and returns them, sorted. A domain that stays keeps its proof. A domain that
 * another venue has lost can be taken.
 * @throws `domain_taken`
 */
export async function replaceDomains(
  tx: CatalogTx,
  venueId: number,
  requested: string[],
  proven: string[],
): Promise<string[]> {
  // Sorted, so that two venues that take the same domains cannot deadlock.
  const domains = [...new Set(requested)].sort();
  await tx.venueDomain.deleteMany({ where: { venueId, domain: { notIn: domains } } });
  const existing = await tx.venueDomain.findMany({ where: { venueId } });
  const added = domains.filter((domain) => !existing.some((row) => row.domain === domain));
  for (const domain of added) {
    await tx.venueDomain.deleteMany({ where: { domain, lostAt: { not: null } } });
    const data = { domain, venueId, provenAt: proven.includes(domain) ? new Date() : null };
    await onUniqueViolation(tx.venueDomain.create({ data }), () => fail('domain_taken', { domain }));
  }
  return domains;
}

/** The domain that links use unless the venue chooses another: its first one. */
export const firstDomain = ({ domains = [] }: VenuePatch): string | null => domains[0] ?? null;

/** Checks that the primary domain is one of the venue's. @throws `validation` */
export function requireOwnDomain(primary: string | null, domains: readonly string[]): void {
  if (primary === null || domains.includes(primary)) return;
  throw fail('validation', {
    detail: 'primary_domain: must be among `domains`, with its DNS record in place',
  });
}

/**
 * The primary domain after a patch, which must run before the domains change. It moves to the first domain
 * if it is removed, and when a venue gets its first domains. A domain that is no longer served is left out.
 * @throws `validation`
 */
export async function primaryDomainAfter(
  tx: CatalogTx,
  { id: venueId, primaryDomain }: Venue,
  patch: VenuePatch,
): Promise<string | null> {
  if (!patch.domains && patch.primary_domain === undefined) return primaryDomain;
  const rows = await tx.venueDomain.findMany({ where: { venueId } });
  const lost = rows.filter(({ lostAt }) => lostAt !== null).map(({ domain }) => domain);
  const before = rows.map(({ domain }) => domain);
  const domains = (patch.domains ?? before).filter((domain) => !lost.includes(domain));
  const isKept = primaryDomain === null ? before.length > 0 : domains.includes(primaryDomain);
  const byDefault = isKept ? primaryDomain : firstDomain({ domains });
  const chosen = patch.primary_domain === undefined ? byDefault : patch.primary_domain;
  requireOwnDomain(chosen, domains);
  return chosen;
}
