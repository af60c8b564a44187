import type { RefundTiers } from '@venue-booking/proto/payment/refundTiers';

const HOUR_MS = 3600_000;

/**
 * Cents of a payment that the venue keeps when a percentage is refunded. Rounded down, so that the refund is
 * rounded up: the guest gets at least the promised share. Never more than was paid, because tiers have at
 * most 100 percent.
 */
export const keptOfPercent = (paidCents: number, percent: number): number =>
  Math.floor((paidCents * (100 - percent)) / 100);

/**
 * The percentage that is refunded if the booking is cancelled now.
 * @param booking.startsAt ms since 1970, like `now`
 * @param booking.tiers null: everything is refunded at any time
 */
export function refundPercent(
  { startsAt, tiers }: { startsAt: number; tiers: RefundTiers | null },
  now: number,
): number {
  if (!tiers) return 100;
  return tiers.find(({ until_hours }) => now <= startsAt - until_hours * HOUR_MS)?.percent ?? 0;
}

/** Cents of a payment that the venue keeps if the booking is cancelled now. See {@link refundPercent}. */
export const keptCents = (
  { paidCents, ...booking }: { paidCents: number; startsAt: number; tiers: RefundTiers | null },
  now: number,
): number => keptOfPercent(paidCents, refundPercent(booking, now));

/** Hours before the start until which a cancellation is fully refunded; 0: until the start, null: never. */
export function fullRefundUntilHours(tiers: RefundTiers | null): number | null {
  if (!tiers) return 0;
  return tiers.find(({ percent }) => percent === 100)?.until_hours ?? null;
}

/**
 * The tiers that apply to guests, who may cancel only until some hours before the start. Omits tiers after
 * that deadline. If the last tier ends before it, adds one of 0 percent.
 */
export function tiersForGuests(tiers: RefundTiers, cancelUntilHours: number): RefundTiers {
  const shown: RefundTiers = [];
  for (const { until_hours, percent } of [...tiers, { until_hours: 0, percent: 0 }]) {
    const isLast = percent === 0 || until_hours <= cancelUntilHours;
    shown.push({ until_hours: isLast ? cancelUntilHours : until_hours, percent });
    if (isLast) break;
  }
  return shown;
}
