import { Resolver } from 'node:dns/promises';
import { fail } from '@venue-booking/proto/failures';
import type { DomainCheck } from '@venue-booking/proto/venue';

/** Texts of the TXT records at a name; rejects when there are none. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

const resolver = new Resolver({ timeout: 2000, tries: 2 });
export const resolveTxt: ResolveTxt = (name) => resolver.resolveTxt(name);

/**
 * Checks that whoever runs a venue also runs a domain: by a TXT record at `_venue-booking.{domain}` that
 * names the venue. Without it, any venue could take the domain of another one, and with it the trust of its
 * visitors.
 * @throws `domain_unproven`, which says what to set
 */
export async function requireDomainProof(
  resolve: ResolveTxt,
  slug: string,
  domains: readonly string[],
): Promise<void> {
  for (const domain of domains) {
    const { state, record, value } = await checkDomainProof(resolve, slug, domain);
    if (state !== 'found') throw fail('domain_unproven', { domain, record, value });
  }
}

/** The record that proves a domain, and whether it is there now. */
export async function checkDomainProof(
  resolve: ResolveTxt,
  slug: string,
  domain: string,
): Promise<Omit<DomainCheck, 'in_use'>> {
  const record = `_venue-booking.${domain}`;
  const value = `venue=${slug}`;
  const found = await resolve(record).catch((error: { code?: string }) =>
    NO_RECORD.includes(error.code ?? '') ? [] : null,
  );
  const isThere = found?.some((parts) => parts.join('').trim() === value);
  return { domain, record, value, state: found === null ? 'unknown' : isThere ? 'found' : 'missing' };
}

/** What DNS answers where there is no such record, of `node:dns`. */
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];
