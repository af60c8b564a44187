import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { IMAGE_WIDTHS, inWidth } from '@venue-booking/proto/facility/image';
import { imageIdOf } from '@venue-booking/proto/venue/brand';

/** The absolute URL of an image reference; null if it is none. */
export function imageAddress(image: string | null | undefined, publicUrl: string): string | null {
  const url = image ? URL.parse(image, `${publicUrl}/`) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/**
 * An image of the venue that says no more than the text beside it. Uploaded images come in the width that the
 * browser needs.
 * @param url absolute
 * @param options.sizes how wide it is shown, as in the `sizes` attribute
 */
export function imageTag(url: string, { sizes, eager = false }: { sizes: string; eager?: boolean }): string {
  const widths = imageIdOf(url) && IMAGE_WIDTHS.map((width) => `${inWidth(url, width)} ${width}w`).join(', ');
  const responsive = widths ? ` srcset="${escapeHtml(widths)}" sizes="${sizes}"` : '';
  const loading = eager ? ' fetchpriority="high"' : ' loading="lazy"';
  return `<img src="${escapeHtml(url)}"${responsive} alt=""${loading} decoding="async">`;
}
