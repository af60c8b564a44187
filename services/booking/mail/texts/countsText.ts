/** Bookings in a notice to a venue by kind, and those that it does not list. */
export type NoticeCounts = { new: number; changed: number; cancelled: number; unpaid: number; more: number };

/** Joins the non-zero counts with commas: `2 new, 1 cancelled`. */
export const countsText = (parts: [count: number, what: string][]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');
