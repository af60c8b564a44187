/** A cell of a CSV file (RFC 4180), and what ends it. */
const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/g;
/** Columns of numbers with decimals, by their names. */
const DECIMALS = /(_eur|_percent|^occupancy|^before)$/;
const DECIMAL = /^-?\d+\.\d+$/;

/**
 * A CSV file of the API as a Dutch spreadsheet opens it by a double click: cells end with `;`, and numbers
 * have a decimal comma. What other columns hold stays as it is.
 */
export function toDutchCsv(csv: string): string {
  const names: string[] = [];
  let [row, column] = [0, 0];
  return csv.replace(CELL, (_all, cell: string, end: string) => {
    if (row === 0) names[column] = cell;
    const isDecimal = DECIMALS.test(names[column] ?? '') && DECIMAL.test(cell);
    column += 1;
    if (end === '\r\n') [row, column] = [row + 1, 0];
    const text = isDecimal ? cell.replace('.', ',') : cell;
    return `${text.includes(';') && !text.startsWith('"') ? `"${text}"` : text}${end === ',' ? ';' : end}`;
  });
}
