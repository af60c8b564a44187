import { escapeHtml } from '@venue-booking/kit/wording';

/**
 * A picture beside its name, small; empty where there is none. Only what is on this server is shown: the
 * pages tell no other site that somebody looks at their ticket.
 */
export function ownPicture(image: string | undefined, publicUrl: string): string {
  const url = image === undefined ? null : URL.parse(image, publicUrl);
  if (!url) return '';
  const { origin, pathname, search } = url;
  // A path that begins with two slashes would name another host.
  if (origin !== new URL(publicUrl).origin || pathname.startsWith('//')) return '';
  return `<img src="${escapeHtml(pathname + search)}" alt="" width="56" loading="lazy">`;
}
