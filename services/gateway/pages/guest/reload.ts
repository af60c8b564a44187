import { escapeHtml } from '@venue-booking/kit/escapeHtml';

/** Maximum number of automatic reloads, every 5 s, of a ticket that awaits payment. */
const MAX_RELOADS = 24;

/** A `meta` element that reloads the page after 5 s, or opens another URL. */
export const reloadTag = (address = ''): string =>
  `<meta http-equiv="refresh" content="5${address && `; url=${address}`}">`;

export const isReloading = (returned: number): boolean => returned > 0 && returned <= MAX_RELOADS;

/** The reload of a page that awaits a payment. @param query query of the current page */
export function nextReloadTag(query: URLSearchParams): string {
  const next = new URLSearchParams(query);
  next.set('returned', String(Number(query.get('returned')) + 1));
  return reloadTag(escapeHtml(`?${next}`));
}
