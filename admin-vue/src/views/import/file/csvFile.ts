import Papa from 'papaparse';

/** Maximum number of rows of a file, and of bytes. */
export const MAX_ROWS = 10_000;
export const MAX_BYTES = 20_000_000;

/** A table as read from a file. Every row has a cell for each column. */
export type Table = {
  headers: readonly string[];
  rows: readonly (readonly string[])[];
  /** Rows beyond {@link MAX_ROWS}, which were left out. */
  leftOut: number;
  delimiter: string;
};

/**
 * The text of a file in UTF-8 with or without a byte order mark, in UTF-16 with one, or in Windows-1252,
 * which spreadsheets on Windows write.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Reads a table whose first row has the names of the columns. Empty rows are left out. Excel's line `sep=;`
 * is not part of the table.
 * @returns null if there is no row below the headers
 */
export function readTable(text: string): Table | null {
  const [, sep] = /^\ufeff?"?sep=(.)"?\r?\n/i.exec(text) ?? [];
  const { data, meta } = Papa.parse<string[]>(sep ? text.slice(text.indexOf('\n') + 1) : text, {
    ...(sep && { delimiter: sep }),
    delimitersToGuess: DELIMITERS,
    skipEmptyLines: 'greedy',
    transform: (cell) => cell.trim(),
  });
  const [names = [], ...rows] = data;
  if (rows.length === 0) return null;
  const width = rows.reduce((most, row) => Math.max(most, row.length), names.length);
  const padded = (row: string[]) => Array.from({ length: width }, (_, at) => row[at] ?? '');
  return {
    headers: padded(names).map((name) => name.replace(/\s+/g, ' ')),
    rows: rows.slice(0, MAX_ROWS).map(padded),
    leftOut: Math.max(0, rows.length - MAX_ROWS),
    delimiter: meta.delimiter,
  };
}

/**
 * Writes a table as CSV. Spreadsheets detect UTF-8 by the byte order mark. Cells stay as they were in the
 * owner's own file, so that it can be imported again.
 */
export const writeTable = ({ headers, rows, delimiter }: Omit<Table, 'leftOut'>): string =>
  `\ufeff${Papa.unparse([[...headers], ...rows.map((row) => [...row])], { delimiter, newline: '\r\n' })}`;
