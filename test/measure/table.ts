/** A Markdown table. Columns of numbers are right-aligned. */
export function table(heads: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const isText = (column: number) => column === 0 || rows.some((row) => /[a-z]{3}/.test(String(row[column])));
  const rule = heads.map((_, column) => (isText(column) ? '---' : '---:'));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}

/** A number with three significant digits, two below 1, without decimals from 100 on. `?` if not finite. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '?';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 100) return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
  return String(Number(value.toPrecision(size < 1 ? 2 : 3)));
}

export const megabytes = (bytes: number): string => short(bytes / 1024 / 1024);

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The median; 0 for an empty list. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
