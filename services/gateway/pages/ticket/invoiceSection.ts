import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import type { Locale } from '@venue-booking/proto/primitives';
import { documentTexts } from '../../documents/documentTexts.ts';
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
