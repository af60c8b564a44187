import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { mailtoUrl } from '@venue-booking/proto/emailAddress';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import type { Labels } from './labels.ts';

/** The contact details of the venue, as far as it has set them. */
export function contactSection(contact: VenueContact, labels: Labels): string {
  const { name, address, phone, contactEmail, termsUrl } = contact;
  const rows = [
    address && [labels.address, `<span dir="auto">${escapeHtml(address.trim())}</span>`],
    phone && [labels.phone, phoneLink(phone)],
    contactEmail && [labels.email, link(mailtoUrl(contactEmail), contactEmail)],
  ].filter((row) => row !== null && row !== '');
  return `<section class="contact" aria-labelledby="contact">
<h2 id="contact">${labels.contact}</h2>
<p dir="auto"><b>${escapeHtml(name)}</b></p>
<dl>${rows.map(([label, html]) => `<div><dt>${label}</dt><dd>${html}</dd></div>`).join('')}</dl>
${termsUrl && /^https?:/i.test(termsUrl) ? `<p>${link(termsUrl, labels.terms, ' rel="noopener noreferrer"')}</p>` : ''}
</section>`;
}

/** The venue's name with its phone number or, without one, its email address; for use in a sentence. */
export function contactText({ name, phone, contactEmail }: VenueContact): string {
  const by = phone ? phoneLink(phone) : contactEmail && link(mailtoUrl(contactEmail), contactEmail);
  return `<bdi>${escapeHtml(name)}</bdi>${by ? ` (${by})` : ''}`;
}

const link = (address: string, text: string, attributes = '') =>
  `<a href="${escapeHtml(address)}"${attributes}><bdi>${escapeHtml(text)}</bdi></a>`;

/** A `tel:` link; plain text if it is not a phone number. */
function phoneLink(phone: string): string {
  const url = phoneUrl(phone);
  return url ? link(url, phone) : `<bdi>${escapeHtml(phone)}</bdi>`;
}

/** A `tel:` URL; null if the text is not a phone number. */
export function phoneUrl(phone: string): string | null {
  const number = phone.replace(/\(0\)/, '').replace(/[^\d+]/g, '');
  return /^\+?\d{3,15}$/.test(number) ? `tel:${number}` : null;
}
