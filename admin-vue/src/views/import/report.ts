import type { BookingImportTexts } from '../../texts/en/bookingImport.ts';
import { REASON_HEADINGS } from './file/columns.ts';
import { type Table, writeTable } from './file/csvFile.ts';
import { plainWords } from './file/moments.ts';
import type { Checked } from './rows/checkRows.ts';
import type { Outcome } from './rows/sendRows.ts';

/** The first row below the headings, as spreadsheets count. */
const FIRST_ROW = 2;

/** Why a row can't be imported. */
export const reasonOf = (
  { problem, other }: Pick<Extract<Checked, { kind: 'problem' }>, 'problem' | 'other'>,
  t: BookingImportTexts,
): string =>
  problem === 'double' && other !== undefined ? t.doubleOf(other + FIRST_ROW) : t.reasons[problem];

/**
 * The rows that were not imported, or not as a whole, as a file like the original with the reason in a last
 * column; null if there are none. The reasons of an earlier report are replaced.
 */
export function reportOf(
  { headers, rows, delimiter }: Table,
  { checked, outcomes }: { checked: readonly Checked[]; outcomes: ReadonlyMap<number, Outcome> },
  t: BookingImportTexts,
): string | null {
  const earlier = new Set(REASON_HEADINGS.map(plainWords));
  const kept = headers.flatMap((heading, at) => (earlier.has(plainWords(heading)) ? [] : [at]));
  const cells = (row: readonly string[]) => kept.map((at) => row[at] ?? '');
  const reported = checked.flatMap((row) => {
    const index = row.kind === 'problem' ? row.index : row.row.index;
    const reason = row.kind === 'problem' ? reasonOf(row, t) : outcomes.get(index)?.reason;
    return reason ? [[...cells(rows[index] ?? []), reason]] : [];
  });
  if (reported.length === 0) return null;
  return writeTable({ headers: [...cells(headers), t.reasonHeading], rows: reported, delimiter });
}
