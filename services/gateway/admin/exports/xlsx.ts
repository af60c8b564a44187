import { Zip, ZipDeflate } from 'fflate';

/**
 * Writes a spreadsheet of one table (Office Open XML) row by row, so that its size does not matter. Libraries
 * keep all rows: 10,000 bookings took 274 MB and blocked other requests for 1.4 s.
 */

/** How a column's values are shown. Everything that guests write is text, so that it never is a formula. */
export type Kind = 'text' | 'integer' | 'euro' | 'date' | 'time';

/** Formats of cells, by their index in STYLES. */
const STYLE: Record<Kind | 'heading', number> = {
  heading: 1,
  text: 2,
  integer: 3,
  euro: 4,
  date: 5,
  time: 6,
};
const WIDTH: Record<Kind, number> = { text: 22, integer: 9, euro: 11, date: 12, time: 17 };
/** The longest text of a cell. */
const MAX_TEXT = 32_767;
/** Characters per piece that is compressed: a few milliseconds. */
const PIECE = 65_536;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const FORMATS = [0, 0, 49, 1, 4, 165, 164];
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${FORMATS.length}">${FORMATS.map(
  (format, at) =>
    `<xf numFmtId="${format}" fontId="${at === STYLE.heading ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
).join('')}</cellXfs></styleSheet>`;

/** The files of a workbook except its sheet. */
const FILES: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': STYLES,
};

export type Column = { name: string; kind: Kind };

/**
 * The bytes of a workbook.
 * @param rows cells in the order of the columns. Dates are `YYYY-MM-DD`, times `YYYY-MM-DDTHH:MM`
 */
export async function* workbook(
  columns: readonly Column[],
  rows: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const add = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    return (text: string, isLast = false) => file.push(Buffer.from(text), isLast);
  };
  for (const [name, content] of Object.entries(FILES)) add(name)(HEAD + content, true);
  const push = add('xl/worksheets/sheet1.xml');
  let piece =
    sheetHead(columns) + rowXml(1, columns, (at) => textXml(columns[at]?.name ?? '', STYLE.heading));
  let nth = 1;
  for await (const row of rows) {
    nth += 1;
    piece += rowXml(nth, columns, (at) => cellXml(row[at], columns[at]?.kind ?? 'text'));
    if (piece.length < PIECE) continue;
    push(piece);
    piece = '';
    yield* made;
    made = [];
  }
  push(`${piece}</sheetData></worksheet>`, true);
  zip.end();
  yield* made;
}

const sheetHead = (columns: readonly Column[]): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ kind }, at) => `<col min="${at + 1}" max="${at + 1}" width="${WIDTH[kind]}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`;

/** @param cellOf the attributes and content of a cell; null for an empty one */
function rowXml(nth: number, columns: readonly Column[], cellOf: (at: number) => string | null): string {
  const cells = columns.map((_, at) => {
    const cell = cellOf(at);
    return cell === null ? '' : `<c r="${letters(at)}${nth}" ${cell}</c>`;
  });
  return `<row r="${nth}">${cells.join('')}</row>`;
}

function cellXml(value: unknown, kind: Kind): string | null {
  if (value === undefined || value === null || value === '') return null;
  const number = kind === 'text' ? Number.NaN : numberOf(String(value), kind);
  if (Number.isFinite(number)) return `s="${STYLE[kind]}"><v>${number}</v>`;
  return textXml(String(value), STYLE.text);
}

/** Dates are days since 1899-12-30. */
function numberOf(text: string, kind: Kind): number {
  if (kind !== 'date' && kind !== 'time') return Number(text);
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(text)) return Number.NaN;
  return Date.parse(text.length === 10 ? text : `${text}Z`) / 86_400_000 + 25_569;
}

const textXml = (text: string, style: number): string =>
  `s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_TEXT))}</t></is>`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain them
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** Excel would read `_x0041_` as `A`. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The letters of a column: A to Z, AA, AB … */
const letters = (at: number): string =>
  (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
