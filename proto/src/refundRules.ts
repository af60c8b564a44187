import { z } from 'zod';

/** Tiers that a venue may have. */
export const MAX_REFUND_TIERS = 10;

const RefundTier = z.strictObject({
  until_hours: z.int().min(0).max(8760).describe('Until so many hours before the start'),
  percent: z.int().min(0).max(100).describe('Percent of what was paid online that comes back'),
});

const descends = (numbers: number[]) =>
  numbers.every((number, at) => at === 0 || number < Number(numbers[at - 1]));

/** What comes back to who cancels: the percentage of the first tier that is not over, else nothing. */
export const RefundTiers = z
  .array(RefundTier)
  .max(MAX_REFUND_TIERS)
  .refine(
    (tiers) => descends(tiers.map(({ until_hours }) => until_hours)),
    'must go from most to fewest hours before the start',
  )
  .refine(
    (tiers) => descends(tiers.map(({ percent }) => percent)),
    'must give back less with each tier that is nearer to the start',
  );
export type RefundTiers = z.infer<typeof RefundTiers>;

const HOUR_MS = 3600_000;

/**
 * Cents that stay with the venue of what was paid, when a percentage of it comes back. They are rounded down,
 * so what comes back is rounded up to a whole cent: the guest gets at least the share that was promised, and
 * as no tier has more than 100 percent, never more than was paid.
 */
export const keptOfPercent = (paidCents: number, percent: number): number =>
  Math.floor((paidCents * (100 - percent)) / 100);

/**
 * Cents that stay with the venue of what was paid for a booking that is cancelled now.
 * @param booking.startsAt ms since 1970, as `now`
 * @param booking.tiers null: all comes back, whenever it is cancelled
 */
export function keptCents(
  { paidCents, startsAt, tiers }: { paidCents: number; startsAt: number; tiers: RefundTiers | null },
  now: number,
): number {
  if (!tiers) return 0;
  const tier = tiers.find(({ until_hours }) => now <= startsAt - until_hours * HOUR_MS);
  return keptOfPercent(paidCents, tier?.percent ?? 0);
}

/** Hours before the start until which all comes back to who cancels; 0: until it starts, null: never. */
export function allBackUntilHours(tiers: RefundTiers | null): number | null {
  if (!tiers) return 0;
  return tiers.find(({ percent }) => percent === 100)?.until_hours ?? null;
}

/**
 * The tiers as a guest meets them, who may cancel until some hours before the start: those after that are
 * left out, and what is left to cancel in after the last tier is one of 0 percent.
 */
export function tiersForGuests(tiers: RefundTiers, cancelUntilHours: number): RefundTiers {
  const met: RefundTiers = [];
  for (const { until_hours, percent } of [...tiers, { until_hours: 0, percent: 0 }]) {
    const isLast = percent === 0 || until_hours <= cancelUntilHours;
    met.push({ until_hours: isLast ? cancelUntilHours : until_hours, percent });
    if (isLast) break;
  }
  return met;
}
