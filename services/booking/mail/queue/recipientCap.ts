/**
 * Number of people that a venue may mail on its first day: more than it has bookings to enter at the start.
 */
export const FIRST_DAY = 75;
/** Increase per full day of the venue's age, and the maximum number of days. */
const PER_DAY = 5;
const MOST_DAYS = 100;
/** Maximum number of past visits paid online that count. Each adds one person. */
export const MOST_PAID = 2000;

const DAY_MS = 24 * 3600_000;

/**
 * Number of people that a venue may mail within a day (docs/decisions/0091-whom-a-venue-may-mail.md).
 * @param of.createdAt when the venue was created, ms since 1970
 */
export function recipientCap({
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
