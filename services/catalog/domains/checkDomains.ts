import { checkDomainProof, type ResolveTxt } from '@venue-booking/domain/venue/domainProof';
import type { Log } from '@venue-booking/kit/logging/log';
import { every } from '@venue-booking/kit/scheduling/every';
import { type Deps as ChangeDeps, changeVenue } from '../change.ts';
import { venueChanged } from '../venueEvents.ts';
import { claimDueDomains, recordDomainCheck } from './domainStore.ts';

type Deps = ChangeDeps & { resolve: ResolveTxt; log: Log };

/** Number of concurrent lookups. A lookup takes 4 s at most. */
const BATCH = 20;
const PASS_MS = 10 * 60_000;

/**
 * Checks the proof of custom domains that are due (docs/decisions/0011). Returns whether there may be more.
 */
export async function checkDomains(deps: Deps): Promise<boolean> {
  const { database, resolve, log } = deps;
  const due = await claimDueDomains(database, BATCH);
  const check = async ({ slug, domain }: { slug: string; domain: string }) => {
    const { state } = await checkDomainProof(resolve, slug, domain);
    const { lost, leaves } = await recordDomainCheck(database, { slug, domain, state });
    if (lost) log.warn({ slug, domain }, 'a domain is no longer served: its DNS record is missing');
    // Also after a failure or a crash at an earlier check.
    if (leaves) await leaveDomain(deps, { slug, domain });
  };
  await Promise.all(due.map(check));
  return due.length === BATCH;
}

/** Checks now and every ten minutes until stopped. Replicas share the domains. */
export const startDomainChecks = (deps: Deps) =>
  every(PASS_MS, { name: 'checking own domains', run: () => checkDomains(deps) }, deps.log);

/** Links use the platform's address again if a venue has lost its primary domain. */
const leaveDomain = (deps: ChangeDeps, { slug, domain }: { slug: string; domain: string }) =>
  changeVenue(deps, slug, async (tx, venue) => {
    if (venue.primaryDomain !== domain) return { result: null, events: [] };
    const after = await tx.venue.update({ where: { id: venue.id }, data: { primaryDomain: null } });
    return { result: null, events: [venueChanged(after)] };
  });
