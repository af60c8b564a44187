import { fail } from '@venue-booking/proto/failures';
import { foreignLinkIn } from '@venue-booking/proto/webAddress';

/**
 * Rejects a text of a venue that contains a link to another host.
 * @param field name of the text in the request body
 * @param hosts allowed hosts; null: any
 * @throws `link_foreign`
 */
export function requireOwnLinks(field: string, text: string, hosts: readonly string[] | null): void {
  const link = hosts && foreignLinkIn(text, hosts);
  if (!link) return;
  const detail = `${field}: ${link} is not on a website of the venue`;
  throw fail('link_foreign', { field, link, detail });
}
