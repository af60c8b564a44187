import { z } from 'zod';

/** Days over which an owner sees how often limits met guests. */
export const TALLY_DAYS = 30;

/** How a limit met a guest. */
export const LimitKind = z.enum(['proof_brought', 'proof_asked', 'refused_by_cap', 'refused_by_hour']);
export type LimitKind = z.infer<typeof LimitKind>;

const count = z.int().min(0);

/** How often limits met guests of a venue. */
export const LimitCounts = z.object({
  days: z.int().describe('Days that are counted, today included'),
  proof_brought: count.describe('Bookings made with a proof of work'),
  proof_asked: count.describe(
    'Requests without the proof of work that they needed; a widget sends them again with it',
  ),
  refused_by_cap: count.describe('Requests refused because of a `max_…` setting of the venue'),
  refused_by_hour: count.describe('Requests refused by the hourly limit of one address'),
} satisfies Record<LimitKind | 'days', z.ZodType>);
export type LimitCounts = z.infer<typeof LimitCounts>;
