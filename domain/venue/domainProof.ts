import type { DomainCheck } from '@venue-booking/proto/venue/venue';

/** Returns the texts of the TXT records at a name. Rejects when there are none. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

/** Error codes of `node:dns` for a record that does not exist. */
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

/**
 * Returns the TXT record that proves that a venue owns a domain, and whether DNS has it now. Without this
 * proof a venue could claim the domain of another one, and with it the trust of its visitors.
 */
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
