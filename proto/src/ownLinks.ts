import { fail } from './failures.ts';
import { foreignLinkIn } from './webAddress.ts';

/**
 * Refuses a link in a text of a venue that leads elsewhere.
 * @param field what the text is called, as in the body of the request
 * @param hosts where it may lead; null: anywhere
 * @throws `link_foreign`
 */
export function requireOwnLinks(field: string, text: string, hosts: readonly string[] | null): void {
  const link = hosts && foreignLinkIn(text, hosts);
  if (!link) return;
  const detail = `${field}: ${link} is not on a website of the venue`;
  throw fail('link_foreign', { field, link, detail });
}
