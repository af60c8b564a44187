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
    rest: z
      .enum(['venue', 'online'])
      .default('venue')
      .describe('How the rest is paid. venue: at the venue; online: by a link that guests get by mail'),
    rest_until_hours: z
      .int()
      .min(1)
      .max(8760)
      .optional()
      .describe(
        'Deadline for paying the rest online, in hours before the start. A booking that is made less than a day before the deadline is paid at once',
      ),
    unpaid: z
      .enum(['keep', 'cancel'])
      .optional()
      .describe(
        'What happens if the rest is not paid online in time. keep (default): the venue is notified; cancel: the booking is cancelled by its refund rules',
      ),
  })
  .refine(
    ({ percent, fixed_eur }) => (percent === undefined) !== (fixed_eur === undefined),
    'must have either `percent` or `fixed_eur`',
  )
  .refine(
    ({ rest, rest_until_hours, unpaid }) =>
      rest === 'online'
        ? rest_until_hours !== undefined
        : rest_until_hours === undefined && unpaid === undefined,
    'must have `rest_until_hours` if the rest is paid online, and otherwise neither that nor `unpaid`',
  );
export type Deposit = z.infer<typeof Deposit>;
