/** People that a venue may mail on its first day: more than it has to enter when it begins. */
export const FIRST_DAY = 75;
/** How many more for each full day of its age, for so many days. */
const PER_DAY = 5;
const MOST_DAYS = 100;
/** Visits that were paid online and are over, each of which adds one; more are not counted. */
export const MOST_PAID = 2000;

const DAY_MS = 24 * 3600_000;

/**
 * How many people a venue's own mail may go to within a day (docs/decisions/0091-whom-a-venue-may-mail.md).
 * @param of.createdAt when the venue was made, ms since 1970
 */
export function recipientAllowance({
  createdAt,
  paidVisits,
  now,
}: {
  createdAt: number;
  paidVisits: number;
  now: number;
}): number {
  const days = Math.max(0, Math.floor((now - createdAt) / DAY_MS));
  return FIRST_DAY + PER_DAY * Math.min(days, MOST_DAYS) + Math.min(paidVisits, MOST_PAID);
}
