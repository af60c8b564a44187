import { z } from 'zod';

/** Days for which an owner sees how often limits applied to guests. */
export const TALLY_DAYS = 30;

/** The effect of a limit on a guest. */
export const LimitKind = z.enum(['proof_brought', 'proof_asked', 'refused_by_cap', 'refused_by_hour']);
export type LimitKind = z.infer<typeof LimitKind>;

const count = z.int().min(0);

/** How often limits applied to a venue's guests. */
export const LimitCounts = z.object({
  days: z.int().describe('Number of days counted, including today'),
  proof_brought: count.describe('Bookings made with a proof of work'),
  proof_asked: count.describe(
    'Requests that lacked the required proof of work. The widget repeats them with a proof',
  ),
  refused_by_cap: count.describe('Requests rejected because of a `max_…` setting of the venue'),
  refused_by_hour: count.describe('Requests rejected by the hourly limit per client address'),
} satisfies Record<LimitKind | 'days', z.ZodType>);
export type LimitCounts = z.infer<typeof LimitCounts>;
