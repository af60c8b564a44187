/** A cell of a CSV file (RFC 4180) with its delimiter. */
const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/g;
/** Names of the columns with decimal numbers. */
const DECIMALS = /(_eur|_percent|^occupancy|^before)$/;
const DECIMAL = /^-?\d+\.\d+$/;

/**
 * Converts a CSV file of the API for Dutch, German and French spreadsheets, so that a double click opens it:
 * `;` separates cells, and numbers have a decimal comma. Other columns stay unchanged.
 */
export function toContinentalCsv(csv: string): string {
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
