import { z } from 'zod';

/** Maximum number of tiers per venue. */
export const MAX_REFUND_TIERS = 10;

const RefundTier = z.strictObject({
  until_hours: z.int().min(0).max(8760).describe('Deadline in hours before the start'),
  percent: z.int().min(0).max(100).describe('Percentage of the online payment that is refunded'),
});

const descends = (numbers: number[]) =>
  numbers.every((number, at) => at === 0 || number < Number(numbers[at - 1]));

/**
 * Refund tiers for cancellations. The first tier whose deadline has not passed applies; after all deadlines
 * nothing is refunded.
 */
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
