import type { Venue } from '@venue-booking/proto/venue/venue';

/** The facility and the day (`YYYY-MM-DD`) that a venue's page opens; empty texts: the guest chooses. */
type Target = { facility: string; date: string };

/**
 * The address of a venue's page: on its primary domain, else on the host of the dashboard.
 * @param at where the dashboard is
 */
export const pageAddress = (
  { slug, primary_domain: domain }: Pick<Venue, 'slug' | 'primary_domain'>,
  at: Pick<Location, 'protocol' | 'port' | 'origin'>,
): string => (domain ? `${at.protocol}//${domain}${at.port && `:${at.port}`}/` : `${at.origin}/v/${slug}`);

/** A path with the query that opens a facility and a day. */
export function fileOf(path: string, { facility, date }: Target): string {
  const query = new URLSearchParams({
    ...(facility && { 'vb-facility': facility }),
    ...(date && { 'vb-date': date }),
  });
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A link for the signature of mails, as HTML. */
export const signatureOf = (address: string, text: string): string =>
  `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
