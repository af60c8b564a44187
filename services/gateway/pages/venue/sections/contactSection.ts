import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { mailtoUrl } from '@venue-booking/proto/emailAddress';
import { phoneUrl } from '../../guest/contactSection.ts';
import { texts } from '../texts/texts.ts';
import type { VenueData } from '../venueData.ts';
import { icon, linesHtml } from './textHtml.ts';

/** The address with a link to a map, and how to reach the venue; empty if it has set none of it. */
export function contactSection({ page, locale }: VenueData): string {
  const t = texts[locale];
  const { address, phone, contactEmail } = page.contact;
  const rows = [
    address &&
      `<div>${icon('pin')}<p><span dir="auto">${linesHtml(address)}</span><a class="map" href="${escapeHtml(mapUrl(address))}" rel="noopener">${icon('map')}${t.map}</a></p></div>`,
    phone && `<div>${icon('phone')}<p>${linked(phoneUrl(phone), phone)}</p></div>`,
    contactEmail && `<div>${icon('mail')}<p>${linked(mailtoUrl(contactEmail), contactEmail)}</p></div>`,
  ].filter(Boolean);
  if (rows.length === 0) return '';
  return `<section aria-labelledby="contact"><h2 id="contact" tabindex="-1">${t.contact}</h2>
<address class="contact">${rows.join('')}</address></section>`;
}

/** A search on OpenStreetMap, which needs no account and sets no cookies of advertisers. */
const mapUrl = (address: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address.trim().replace(/\s*\n\s*/g, ', ') })}`;

const linked = (url: string | null, text: string): string =>
  url ? `<a href="${escapeHtml(url)}"><bdi>${escapeHtml(text)}</bdi></a>` : `<bdi>${escapeHtml(text)}</bdi>`;
