import { checkDomainProof, type ResolveTxt } from '@venue-booking/domain/venue/domainProof';
import { fail } from '@venue-booking/proto/failures';

/**
 * Requires a DNS proof for each domain: a TXT record at `_venue-booking.{domain}` that names the venue.
 * @throws `domain_unproven`, with the record to create
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
