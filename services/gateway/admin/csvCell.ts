/**
 * What begins a formula where a spreadsheet whose list separator is another one, such as `;`, begins a cell:
 * inside of ours.
 */
const INNER_FORMULA = /([;,|\t\r\n][\s"']*)([=+\-@＝＋－＠])/g;

/** A cell that no spreadsheet takes for a formula behind its beginning, which csv-stringify looks after. */
export const withoutInnerFormulas = (cell: string): string => cell.replace(INNER_FORMULA, "$1'$2");
