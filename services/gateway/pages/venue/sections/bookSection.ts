import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { mailtoUrl } from '@venue-booking/proto/emailAddress';
import { phoneUrl } from '../../guest/contactSection.ts';
import { texts } from '../texts/texts.ts';
import { firstFacility, type VenueData } from '../venueData.ts';
import { pathIn } from '../venueLinks.ts';

/** The widget, with other ways to book without scripts. While the venue is not live, a notice. */
export function bookSection(data: VenueData): string {
  const { page, locale } = data;
  const t = texts[locale];
  if (!page.site.live) {
    const [title, more] = page.site.suspended ? [t.paused, t.pausedMore] : [t.soon, t.soonMore];
    return `<section class="notice" id="book" aria-labelledby="soon"><h2 id="soon">${title}</h2><p>${more}</p></section>`;
  }
  return `<section class="book" aria-labelledby="book"><h2 id="book" tabindex="-1">${t.bookTitle}</h2>
${widgetHtml(data, { redirect: `${pathIn(data.links, data.links.path)}#book`, facility: firstFacility(data) })}</section>`;
}

/**
 * The widget and its script.
 * @param options.redirect path of the page to which guests return after paying; a text that is no address
 * sends them to their ticket
 * @param options.facility id of the facility to open; null: the guest chooses
 */
export function widgetHtml(
  { page, locale, links }: Pick<VenueData, 'page' | 'locale' | 'links'>,
  { redirect, facility = null }: { redirect: string; facility?: number | null },
): string {
  const t = texts[locale];
  const other = otherWays(page.contact, locale);
  // An empty `api` is the origin of the page.
  return `<venue-booking tenant="${escapeHtml(links.slug)}" api="" locale="${locale}" redirect="${escapeHtml(redirect)}"${facility === null ? '' : ` facility="${facility}"`}${brandAttributes(page.contact)}>
<p class="fallback">${t.noScript}${other && ` ${t.otherwise(other)}`}</p>
</venue-booking>
<script src="${escapeHtml(`${links.widgetUrl}/venue-booking.js`)}" async></script>`;
}

/** The widget also reads the brand, but with these attributes it has its colours at once. */
function brandAttributes({ brand }: VenueData['page']['contact']): string {
  const { accent = null, radius = null } = brand ?? {};
  return (accent === null ? '' : ` accent="${accent}"`) + (radius === null ? '' : ` radius="${radius}"`);
}

/** `Call 030 123 or e-mail info@…`, with links; empty without either. */
function otherWays(
  { phone, contactEmail }: VenueData['page']['contact'],
  locale: VenueData['locale'],
): string {
  const t = texts[locale];
  const url = phone && phoneUrl(phone);
  const call = phone && t.call(url ? link(url, phone) : `<bdi>${escapeHtml(phone)}</bdi>`);
  const mail = contactEmail && t.mail(link(mailtoUrl(contactEmail), contactEmail));
  const ways = [call, mail].filter(Boolean).join(` ${t.or} `);
  return ways && `${ways.charAt(0).toUpperCase()}${ways.slice(1)}.`;
}

const link = (url: string, text: string) => `<a href="${escapeHtml(url)}"><bdi>${escapeHtml(text)}</bdi></a>`;
