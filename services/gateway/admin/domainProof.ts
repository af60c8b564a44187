import { Resolver } from 'node:dns/promises';
import { fail } from '@venue-booking/proto/failures';

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
    const record = `_venue-booking.${domain}`;
    const value = `venue=${slug}`;
    const found = await resolve(record).catch(() => []);
    if (!found.some((parts) => parts.join('').trim() === value))
      throw fail('domain_unproven', { domain, record, value });
  }
}
