import { type StatementLine, sectionsOf } from '@venue-booking/domain/statement/statementSections';
import {
  formatDay,
  formatEuro,
  formatMoment,
  formatMonth,
  formatPercent,
} from '@venue-booking/domain/wording/formats';
import { statementTexts } from '@venue-booking/domain/wording/statementTexts';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Statement } from '@venue-booking/proto/reports/statement';
import { A4, openPdf, type PdfDocument, pdfBytes } from '../layout/pdfDocument.ts';

const MARGIN = 56;
const RIGHT = A4.width - MARGIN;
const INK = '#1d1d1f';
const SOFT = '#5c5c66';
const LINE = '#d9d9de';

/**
 * The statement of a month as an A4 document.
 * @param options.madeAt the venue's local time, `YYYY-MM-DDTHH:MM`
 */
export async function statementPdf(
  statement: Statement,
  { locale, madeAt }: { locale: Locale; madeAt: string },
): Promise<Buffer> {
  const t = statementTexts[locale];
  const title = t.title(formatMonth(statement.month, locale));
  const document = await openPdf(`${statement.venue_name}: ${title}`);
  const page = writerOf(document, (eur) => formatEuro(eur, locale).replace('-', '−'));
  page.text(statement.venue_name, { size: 13, fill: SOFT });
  page.text(title, { size: 24, bold: true, fill: INK, after: 8 });
  page.text(t.period(day(statement.from, locale), day(statement.to, locale), statement.timezone));
  page.text(t.madeAt(formatMoment(madeAt, locale)), { after: 6 });
  if (statement.preliminary) page.text(`${t.preliminary}. ${t.preliminaryMore}`, { bold: true, fill: INK });
  if (statement.includes_test) page.text(t.test, { bold: true, fill: INK });
  for (const { title, lines, more } of sectionsOf(statement, t)) {
    page.heading(title);
    for (const line of lines) page.amount(line);
    if (more) page.text(more);
  }
  if (statement.vat.length > 0) {
    page.heading(t.vat);
    page.columns([t.vatRate, t.vatAmount, t.vat], { bold: true });
    for (const { percent, amount_eur, vat_eur } of statement.vat)
      page.columns([
        formatPercent(percent, locale),
        ...[amount_eur, vat_eur].map((eur) => formatEuro(eur, locale)),
      ]);
    page.text(t.vatMore);
  }
  return pdfBytes(document);
}

const day = (date: string, locale: Locale): string => formatDay(`${date}T00:00`, locale);

type TextOptions = { size?: number; bold?: boolean; fill?: string; after?: number };

/** Writes lines from the top of the page to the bottom. */
function writerOf(document: PdfDocument, euro: (eur: number) => string) {
  let y = MARGIN;
  /** The font has no narrow no-break space, which `Intl` uses in French. */
  const clean = (text: string) => text.replaceAll('\u202f', '\u00a0');
  const set = ({ size = 10, bold = false, fill = SOFT }: TextOptions) =>
    document
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(fill);
  const rule = (colour: string) =>
    document.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(colour).stroke();
  const right = (text: string, end = RIGHT) =>
    document.text(clean(text), end - 200, y, { width: 200, align: 'right', lineBreak: false });
  return {
    text(text: string, { after = 3, ...options }: TextOptions = {}) {
      const width = RIGHT - MARGIN;
      set(options).text(clean(text), MARGIN, y, { width });
      y += document.heightOfString(clean(text), { width }) + after;
    },
    heading(text: string) {
      y += 22;
      set({ size: 14, bold: true, fill: INK }).text(clean(text), MARGIN, y);
      y += 22;
      rule(LINE);
      y += 8;
    },
    amount({ label, eur, isSum = undefined }: StatementLine) {
      const options = { size: 11, bold: isSum === true, fill: INK };
      if (isSum) {
        y += 2;
        rule(LINE);
        y += 7;
      }
      const width = RIGHT - MARGIN - 110;
      set(options).text(clean(label), MARGIN, y, { width });
      const height = document.heightOfString(clean(label), { width });
      right(euro(eur));
      y += height + 5;
    },
    columns(cells: readonly string[], options: TextOptions = {}) {
      const [first = '', ...others] = cells;
      set({ size: 11, fill: INK, ...options }).text(clean(first), MARGIN, y);
      for (const [index, cell] of others.entries()) right(cell, RIGHT - (others.length - 1 - index) * 110);
      y += 18;
    },
  };
}
