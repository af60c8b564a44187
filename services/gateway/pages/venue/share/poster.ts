import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { renderSVG } from 'uqr';
import { A4, openPdf, type PdfDocument, pdfBytes } from '../../layout/pdfDocument.ts';
import { type PosterContent, type PosterLayout, posterLayout } from './posterLayout.ts';

/** The code alone, as SVG with the margin that scanners need. Black on white. */
export const codeSvg = (address: string): string => renderSVG(address, { ecc: 'M', border: 4, pixelSize: 8 });

/** An A4 poster with the venue's name and a code that opens its page, as PDF. */
export async function posterPdf(content: PosterContent): Promise<Buffer> {
  const document = await openPdf(content.name);
  const layout = posterLayout(content, measureIn(document));
  const { band, texts, code } = layout;
  document.rect(0, 0, A4.width, band.height).fill(band.fill);
  for (const { text, y, size, bold, fill } of texts) {
    document
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(fill);
    const x = (A4.width - document.widthOfString(text)) / 2;
    document.text(text, x, y, { baseline: 'alphabetic', lineBreak: false });
  }
  for (const { x, y, width, height } of squaresOf(code)) document.rect(x, y, width, height);
  document.fill('#000000');
  return pdfBytes(document);
}

/** The same poster as SVG, to edit in a drawing program. */
export async function posterSvg(content: PosterContent): Promise<string> {
  const { band, texts, code } = posterLayout(content, measureIn(await openPdf(content.name)));
  const lines = texts.map(({ text, y, size, bold, fill }) => {
    const weight = bold ? ' font-weight="700"' : '';
    return `<text x="${A4.width / 2}" y="${round(y)}" font-size="${round(size)}"${weight} fill="${fill}">${escapeHtml(text)}</text>`;
  });
  const squares = squaresOf(code).map(
    ({ x, y, width, height }) =>
      `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h-${round(width)}z`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 ${A4.width} ${A4.height}">`,
    `<rect width="${A4.width}" height="${A4.height}" fill="#ffffff"/>`,
    `<rect width="${A4.width}" height="${band.height}" fill="${band.fill}"/>`,
    `<g font-family="Roboto, Helvetica, Arial, sans-serif" text-anchor="middle">${lines.join('')}</g>`,
    `<path d="${squares.join('')}"/>`,
    '</svg>',
  ].join('\n');
}

const measureIn = (document: PdfDocument) => (text: string, size: number) =>
  document.font('bold').fontSize(size).widthOfString(text);

/** The dark squares of a code as rectangles: each run of a row is one, so that no hairlines show. */
function squaresOf({ x: left, y: top, size, modules }: PosterLayout['code']) {
  const side = size / modules.length;
  return modules.flatMap((row, line) => {
    const runs: { x: number; y: number; width: number; height: number }[] = [];
    for (let from = 0; from < row.length; from++) {
      if (!row[from]) continue;
      let to = from;
      while (row[to]) to++;
      runs.push({ x: left + from * side, y: top + line * side, width: (to - from) * side, height: side });
      from = to;
    }
    return runs;
  });
}

const round = (value: number): number => Math.round(value * 100) / 100;
