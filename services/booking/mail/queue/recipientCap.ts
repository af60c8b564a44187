/**
 * Number of people that a venue may mail on its first day: more than it has bookings to enter at the start.
 */
export const FIRST_DAY_CAP = 75;
/** Increase per full day of the venue's age, and the maximum number of days. */
const PER_DAY = 5;
const MAX_DAYS = 100;
/** Maximum number of past visits paid online that count. Each adds one person. */
export const MAX_PAID_VISITS = 2000;

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
  return FIRST_DAY_CAP + PER_DAY * Math.min(days, MAX_DAYS) + Math.min(paidVisits, MAX_PAID_VISITS);
}
