import { checkDomainProof, type ResolveTxt } from '@venue-booking/domain/venue/domainProof';
import type { Log } from '@venue-booking/kit/logging/log';
import { every } from '@venue-booking/kit/scheduling/every';
import type { CatalogDatabase } from '../database.ts';
import { claimDueDomains, recordDomainCheck } from './domainStore.ts';

type Deps = { database: CatalogDatabase; resolve: ResolveTxt; log: Log };

/** Number of concurrent lookups. A lookup takes 4 s at most. */
const BATCH = 20;
const PASS_MS = 10 * 60_000;

/**
 * Checks the proof of custom domains that are due (docs/decisions/0011). Returns whether there may be more.
 */
export async function checkDomains({ database, resolve, log }: Deps): Promise<boolean> {
  const due = await claimDueDomains(database, BATCH);
  const check = async ({ slug, domain }: { slug: string; domain: string }) => {
    const { state } = await checkDomainProof(resolve, slug, domain);
    const isLost = await recordDomainCheck(database, { slug, domain, state });
    if (isLost) log.warn({ slug, domain }, 'a domain is no longer served: its DNS record is missing');
  };
  await Promise.all(due.map(check));
  return due.length === BATCH;
}

/** Checks now and every ten minutes until stopped. Replicas share the domains. */
export const startDomainChecks = (deps: Deps) =>
  every(PASS_MS, { name: 'checking own domains', run: () => checkDomains(deps) }, deps.log);
