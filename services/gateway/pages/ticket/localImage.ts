import { escapeHtml } from '@venue-booking/kit/escapeHtml';

/**
 * A small image next to a name; empty without one. Only images of this server are shown, so that no other
 * host learns that somebody opens their ticket.
 */
export function localImage(image: string | undefined, publicUrl: string): string {
  const url = image === undefined ? null : URL.parse(image, publicUrl);
  if (!url) return '';
  const { origin, pathname, search } = url;
  // A path that begins with two slashes is a URL of another host.
  if (origin !== new URL(publicUrl).origin || pathname.startsWith('//')) return '';
  return `<img src="${escapeHtml(pathname + search)}" alt="" width="56" loading="lazy">`;
}
