/** The month `count` months later, as `YYYY-MM`. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, nth - 1 + count, 1)).toISOString().slice(0, 7);
}

/** A month and those before it, newest first, as `YYYY-MM`. */
export const monthsBefore = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => monthAfter(month, -index));
