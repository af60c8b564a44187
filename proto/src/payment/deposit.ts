import { z } from 'zod';
import { Euro } from '../primitives.ts';
import { MIN_DEPOSIT_EUR } from './minDeposit.ts';

/** The part of the price that guests pay online to make a booking. The rest is paid later. */
export const Deposit = z
  .strictObject({
    percent: z
      .int()
      .min(1)
      .max(99)
      .optional()
      .describe(
        `Percentage of the price, rounded up to a cent. At least € ${MIN_DEPOSIT_EUR}, or the whole price`,
      ),
    fixed_eur: Euro.min(MIN_DEPOSIT_EUR)
      .optional()
      .describe('Fixed amount, instead of `percent`. A lower price is due at once'),
    from_eur: Euro.optional().describe(
      'Only bookings of at least this price have a deposit. Others are paid at once. Default: all bookings',
    ),
    rest: z.enum(['venue']).default('venue').describe('How the rest is paid. venue: at the venue'),
  })
  .refine(
    ({ percent, fixed_eur }) => (percent === undefined) !== (fixed_eur === undefined),
    'must have either `percent` or `fixed_eur`',
  );
export type Deposit = z.infer<typeof Deposit>;
