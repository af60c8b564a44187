import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

const fonts = {
  regular: import.meta.resolve('roboto-fontface/fonts/roboto/Roboto-Regular.woff'),
  bold: import.meta.resolve('roboto-fontface/fonts/roboto/Roboto-Bold.woff'),
};
const PAGE = { width: 595.28, height: 841.89, margin: 56, footer: 72 };
const INK = '#1c2326';
const QUIET = '#5c666b';
const HAIRLINE = '#d5dadd';

/** A column of a table: its share of the width, and whether it is right-aligned. */
type Column = { share: number; right?: boolean };

/** A cell of text in a table or below it. `bold` and `quiet` apply to the row. */
export type Row = { cells: string[]; bold?: boolean; quiet?: boolean; ruled?: boolean };

/** What a page shows, from top to bottom. Texts may be long and contain any character. */
export type Layout = {
  language: string;
  title: string;
  /** The venue's name, above the title. */
  from: string;
  /** Two columns of lines below the title. */
  parties: [string[], string[]];
  /** Names and values next to each other. */
  facts: [string, string][];
  tables: { columns: Column[]; head: string[]; rows: Row[] }[];
  notes: string[];
  /** Below every page. */
  footer: string[];
  page: (page: number, pages: number) => string;
};

/**
 * An A4 document as PDF, with embedded fonts only, as PDF/A needs. Characters that the font lacks become
 * question marks: PDF/A forbids a missing glyph.
 */
export async function documentPdf(layout: Layout, createdAt: Date): Promise<Buffer> {
  const document = new PDFDocument({
    ...{ size: 'A4', margin: PAGE.margin, bufferPages: true, lang: layout.language },
    info: { Title: layout.title, CreationDate: createdAt, ModDate: createdAt },
  });
  for (const [name, url] of Object.entries(fonts)) document.registerFont(name, fileURLToPath(url));
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  draw(document, layout);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

type Document = InstanceType<typeof PDFDocument>;

function draw(document: Document, layout: Layout): void {
  const { margin, width, height, footer } = PAGE;
  const inner = width - 2 * margin;
  const bottom = height - footer - 44;
  const has = glyphsOf(document);
  const shown = (text: string) =>
    [...text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')]
      .map((char) => (has(char) ? char : '?'))
      .join('');
  let y = margin;
  const write = (text: string, x: number, at: number, options: { width: number; right?: boolean }) => {
    document.text(shown(text), x, at, {
      width: options.width,
      align: options.right ? 'right' : 'left',
      lineGap: 2,
    });
  };
  const heightOf = (text: string, of: number) =>
    document.heightOfString(shown(text) || ' ', { width: of, lineGap: 2 });
  const style = (name: 'regular' | 'bold', size: number, color = INK) =>
    document.font(name).fontSize(size).fillColor(color);
  const room = (needed: number) => {
    if (y + needed <= bottom) return;
    document.addPage();
    y = margin;
  };
  const rule = (at: number) =>
    document
      .moveTo(margin, at)
      .lineTo(width - margin, at)
      .lineWidth(0.75)
      .strokeColor(HAIRLINE)
      .stroke();

  style('regular', 11, QUIET);
  write(layout.from, margin, y, { width: inner });
  y += heightOf(layout.from, inner) + 4;
  style('bold', 24);
  write(layout.title, margin, y, { width: inner });
  y += heightOf(layout.title, inner) + 20;

  const half = (inner - 24) / 2;
  const tops = layout.parties.map((lines, at) => {
    let top = y;
    for (const [line, text] of lines.entries()) {
      style(line === 0 ? 'bold' : 'regular', 9.5, line === 0 ? INK : QUIET);
      write(text, margin + at * (half + 24), top, { width: half });
      top += heightOf(text, half) + 1;
    }
    return top;
  });
  y = Math.max(...tops) + 16;
  rule(y);
  y += 12;
  for (const [name, value] of layout.facts) {
    style('regular', 9.5, QUIET);
    const tall = Math.max(heightOf(name, 140), heightOf(value, inner - 148));
    room(tall);
    write(name, margin, y, { width: 140 });
    style('regular', 9.5);
    write(value, margin + 148, y, { width: inner - 148 });
    y += tall + 2;
  }
  y += 16;

  for (const { columns, head, rows } of layout.tables) {
    const widths = columns.map(({ share }) => share * inner);
    const lefts = widths.map((_, at) => margin + widths.slice(0, at).reduce((sum, each) => sum + each, 0));
    const row = ({ cells, bold, quiet, ruled }: Row) => {
      style(bold ? 'bold' : 'regular', bold ? 10.5 : 9.5, quiet ? QUIET : INK);
      const tall = Math.max(...cells.map((cell, at) => heightOf(cell, (widths[at] ?? 0) - 8)));
      room(tall + 12);
      if (ruled) rule(y);
      for (const [at, cell] of cells.entries())
        if (cell)
          write(cell, (lefts[at] ?? 0) + (columns[at]?.right ? 8 : 0), y + 5, {
            width: (widths[at] ?? 0) - 8,
            right: columns[at]?.right ?? false,
          });
      y += tall + 9;
    };
    if (head.length > 0) row({ cells: head, quiet: true });
    for (const each of rows) row(each);
    y += 10;
  }
  style('regular', 9.5);
  for (const note of layout.notes) {
    const tall = heightOf(note, inner);
    room(tall);
    style('regular', 9.5);
    write(note, margin, y, { width: inner });
    y += tall + 4;
  }
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    document.switchToPage(page);
    // Text below the margin would start a new page.
    document.page.margins.bottom = 0;
    rule(height - footer - 32);
    style('regular', 8, QUIET);
    document.text(shown(layout.footer.filter(Boolean).join(' · ')), margin, height - footer - 24, {
      width: inner - 90,
      height: footer,
      lineGap: 1,
      ellipsis: true,
    });
    document.text(layout.page(page + 1, count), width - margin - 90, height - footer - 24, {
      width: 90,
      align: 'right',
    });
  }
}

/** Tells which characters the font has. */
function glyphsOf(document: Document): (char: string) => boolean {
  document.font('regular');
  const { font } = (
    document as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }
  )._font;
  return (char) => char === '\n' || font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0);
}
