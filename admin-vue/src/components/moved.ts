/** Returns the list with one row moved; unchanged when the target is out of range. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  if (to < 0 || to >= rows.length) return [...rows];
  return rows.toSpliced(from, 1).toSpliced(to, 0, ...rows.slice(from, from + 1));
}
