import { z } from 'zod';
import { VatShare } from '../price/vat.ts';
import { LocalDate } from '../primitives.ts';
import { MoneySums, Month } from './fees.ts';

/** The statement of a venue for a month. */
export const Statement = z.object({
  month: Month,
  from: LocalDate.describe('First booking day'),
  to: LocalDate.describe('Last booking day'),
  timezone: z.string().describe("The venue's time zone"),
  venue_name: z.string(),
  preliminary: z.boolean().describe('True until the month is over. After that, the money does not change'),
  includes_test: z.boolean().describe('Whether it includes payments in test mode, without real money'),
  ...MoneySums.shape,
  desk_eur: z
    .number()
    .optional()
    .describe('Money that the desk took in the month less what it returned. It is not part of `net_eur`'),
  vat: z
    .array(VatShare)
    .describe('VAT by rate in the bookings that start in the month, however and whenever they are paid'),
});
export type Statement = z.infer<typeof Statement>;
