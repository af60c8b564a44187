import { escapeHtml } from '@venue-booking/kit/wording';
import type { VenueContact } from '@venue-booking/proto/venue';
import type { Labels } from './labels.ts';

/** How to reach the venue; what it has not told is left out. */
export function contactSection(contact: VenueContact, labels: Labels): string {
  const { name, address, phone, contactEmail, termsUrl } = contact;
  const rows = [
    address && [labels.address, `<span dir="auto">${escapeHtml(address.trim())}</span>`],
    phone && [labels.phone, phoneLink(phone)],
    contactEmail && [labels.email, link(`mailto:${contactEmail}`, contactEmail)],
  ].filter((row) => row !== null && row !== '');
  return `<section class="contact" aria-labelledby="contact">
<h2 id="contact">${labels.contact}</h2>
<p dir="auto"><b>${escapeHtml(name)}</b></p>
<dl>${rows.map(([label, html]) => `<div><dt>${label}</dt><dd>${html}</dd></div>`).join('')}</dl>
${termsUrl && /^https?:/i.test(termsUrl) ? `<p>${link(termsUrl, labels.terms, ' rel="noopener noreferrer"')}</p>` : ''}
</section>`;
}

/** Whom to turn to, in a sentence: the venue by name, with its phone number, else its address for mail. */
export function whomToAsk({ name, phone, contactEmail }: VenueContact): string {
  const by = phone ? phoneLink(phone) : contactEmail && link(`mailto:${contactEmail}`, contactEmail);
  return `<bdi>${escapeHtml(name)}</bdi>${by ? ` (${by})` : ''}`;
}

const link = (address: string, text: string, attributes = '') =>
  `<a href="${escapeHtml(address)}"${attributes}><bdi>${escapeHtml(text)}</bdi></a>`;

/** A number that can be called; what is no number stays text. */
function phoneLink(phone: string): string {
  const number = phone.replace(/\(0\)/, '').replace(/[^\d+]/g, '');
  return /^\+?\d{3,15}$/.test(number) ? link(`tel:${number}`, phone) : `<bdi>${escapeHtml(phone)}</bdi>`;
}
