import { DEFAULT_ACCENT, paletteOf } from '@venue-booking/domain/brand/palette';
import type { Locale } from '@venue-booking/proto/primitives';
import { encode } from 'uqr';
import { A4 } from '../../layout/pdfDocument.ts';
import { texts } from '../texts/texts.ts';

/** What a poster shows. */
export type PosterContent = {
  name: string;
  /** Address of the page that the code opens. */
  address: string;
  locale: Locale;
  /** `#rrggbb`; null: the product's accent. */
  accent: string | null;
};

const MARGIN = 48;
const BAND = 230;
const CODE = 300;
const NAME = { size: 44, lines: 3 } as const;

/** A centred line of text; `y` is its baseline in points from the top. */
type PosterText = { text: string; y: number; size: number; bold: boolean; fill: string };

/** The shapes of a poster, in points. The code's `modules` are rows of dark and light squares. */
export type PosterLayout = {
  band: { height: number; fill: string };
  texts: PosterText[];
  code: { x: number; y: number; size: number; modules: boolean[][] };
};

/** Width of a bold text in points. */
export type Measure = (text: string, size: number) => number;

/** Places everything on a poster. A long name gets smaller and at most three lines. */
export function posterLayout(content: PosterContent, measure: Measure): PosterLayout {
  const { name, address, locale, accent } = content;
  const { bookTitle, scanCode } = texts[locale];
  const colours = paletteOf(accent ?? DEFAULT_ACCENT, 'light');
  const width = A4.width - 2 * MARGIN;
  const { lines, size } = fitted(name, width, measure);
  const lineHeight = size * 1.15;
  const first = BAND / 2 - ((lines.length - 1) * lineHeight) / 2 + size * 0.35;
  const { data } = encode(address, { ecc: 'M', border: 0 });
  const y = BAND + 120;
  // Without the scheme, which nobody types.
  const typed = address.replace(/^https?:\/\//, '').replace(/\/$/, '');
  const typedSize = Math.min(18, (18 * width) / measure(typed, 18));
  return {
    band: { height: BAND, fill: colours.accent },
    texts: [
      ...lines.map((text, line) => ({
        ...{ text, y: first + line * lineHeight, size, bold: true, fill: colours.onAccent },
      })),
      { text: bookTitle, y: BAND + 72, size: 30, bold: true, fill: '#1d1d1f' },
      { text: scanCode, y: y + CODE + 56, size: 18, bold: false, fill: '#1d1d1f' },
      { text: typed, y: y + CODE + 96, size: typedSize, bold: true, fill: '#1d1d1f' },
    ],
    code: { x: (A4.width - CODE) / 2, y, size: CODE, modules: data },
  };
}

/** The largest size at which a name fits, with its lines. A word that is too long for a line is cut. */
function fitted(name: string, width: number, measure: Measure): { lines: string[]; size: number } {
  for (let size: number = NAME.size; ; size -= 2) {
    const lines = wrapped(name, (line) => measure(line, size) <= width);
    if (lines.length <= NAME.lines || size <= 14) return { lines: lines.slice(0, NAME.lines), size };
  }
}

/** Breaks a text between words, and inside words that do not fit on a line. */
function wrapped(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (fits(line === '' ? word : `${line} ${word}`)) {
      line = line === '' ? word : `${line} ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (fits(line + letter) || line === '') line += letter;
      else {
        lines.push(line);
        line = letter;
      }
    }
  }
  return line === '' ? lines : [...lines, line];
}
