import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import type { Locale } from '@venue-booking/proto/primitives';
import { documentTexts, receiptTexts } from '../../documents/documentTexts.ts';
import { inLanguage } from '../guest/languageSwitch.ts';

/** The part of a ticket about invoices: the files that exist, and the link to request one. */
export function invoiceSection({ invoices, locale }: Ticket, path: string, language: Locale): string {
  if (!invoices) return '';
  const text = documentTexts[language];
  const files = invoices.documents.map(({ number, kind }) => {
    const file = `${path}/invoices/${encodeURIComponent(number)}`;
    return `<li><a href="${escapeHtml(file)}.pdf">${text[kind]} ${escapeHtml(number)} <small>.pdf</small></a> <a href="${escapeHtml(file)}.xml" aria-label="${text[kind]} ${escapeHtml(number)}, .xml"><small>.xml</small></a></li>`;
  });
  const list = files.length > 0 ? `<ul class="files">${files.join('')}</ul>` : '';
  if (!invoices.canRequest) return list;
  return `${list}<a class="button" href="${inLanguage(`${path}/invoice`, language, locale)}">${text.request}</a>`;
}

/** The receipt, once something was paid. */
export function receiptLink(ticket: Ticket, path: string, language: Locale): string {
  const { paymentStatus, heldCents = 0, deskCents = 0, locale } = ticket;
  const isPaidOnline = paymentStatus === 'paid' || paymentStatus === 'refunded';
  // Money of a later online payment also counts, even if none was due at booking.
  const isPaidLater = paymentStatus === null && heldCents > 0;
  if (!isPaidOnline && !isPaidLater && deskCents <= 0) return '';
  const file = inLanguage(`${path}/receipt.pdf`, language, locale);
  return `<a class="button" href="${file}">${receiptTexts[language].download} <small>.pdf</small></a>`;
}
