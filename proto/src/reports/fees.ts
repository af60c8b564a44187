import { z } from 'zod';
import { PaymentDetail } from '../payment/payment.ts';
import { CountableDate } from '../primitives.ts';
import { Slug } from '../venue/venue.ts';
import { MovedMoney } from './figures.ts';

/** A month, `YYYY-MM`. */
export const Month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month, as YYYY-MM')
  .describe("A month of the venue's booking days, YYYY-MM");

const eur = z.number();
/** What became of the platform fee, in euro. */
const feeParts = {
  fee_charged_eur: eur.describe('Platform fee that the provider took from payments for the platform'),
  fee_returned_eur: eur.describe('Of it, what the provider returned to the venue with refunds'),
  fee_owed_eur: eur.describe(
    'Fee of refunded money that the provider did not return and that the platform owes to the venue',
  ),
  fee_not_returned_eur: eur.describe(
    'Fee of refunded money that the provider did not return and that the venue bears',
  ),
};

/** Filters of the fee ledger. */
const FeesRange = z.object({
  venue: Slug.optional().describe('Only this venue'),
  month: Month.optional().describe('Month of the booking days, YYYY-MM. Or give `from` and `to`'),
  from: CountableDate.optional().describe('First booking day'),
  to: CountableDate.optional().describe('Last booking day'),
});
export type FeesRange = z.infer<typeof FeesRange>;

const limit = z.coerce.number().int().min(1).max(500).default(100);
const NOT_OURS = 'must come from a Link header';

/** A page of the fee ledger. */
export const FeesQuery = FeesRange.extend({
  cursor: z
    .string()
    // The venue's id, an instant in ms that PostgreSQL accepts, and the id of the movement.
    .regex(/^\d{1,9}_\d{1,14}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, NOT_OURS)
    .optional()
    .describe('From the Link header of the page before'),
  limit,
});
export type FeesQuery = z.infer<typeof FeesQuery>;

/** A page of the totals per venue and month. */
export const FeeTotalsQuery = FeesRange.extend({
  cursor: z
    .string()
    .regex(/^\d{1,9}_20\d\d-\d\d_(live|test)$/, NOT_OURS)
    .optional()
    .describe('From the Link header of the page before'),
  limit,
});
export type FeeTotalsQuery = z.infer<typeof FeeTotalsQuery>;

/** A line of the fee ledger: a payment, refund or chargeback, or the reversal of one of these. */
export const FeeLine = z.object({
  venue: z.string().describe('Slug of the venue'),
  month: Month,
  ...MovedMoney.pick({ moved_at: true, kind: true, reversal: true, booking_id: true }).shape,
  booking_reference: MovedMoney.shape.booking_reference,
  amount_eur: MovedMoney.shape.amount_eur,
  ...feeParts,
  ...MovedMoney.pick({ provider: true, mode: true, provider_id: true, provider_refund_id: true, id: true })
    .shape,
});
export type FeeLine = z.infer<typeof FeeLine>;

/** Money and fees of a venue in a month, in euro. */
export const MoneySums = z.object({
  payments: z.int().describe('Number of online payments'),
  payments_eur: eur.describe('Online payments received'),
  refunds: z.int().describe('Number of refunds that began'),
  refunds_eur: eur.describe('Refunds that began, including those that failed later'),
  refunds_failed_eur: eur.describe('Refunds that failed in this month, whenever they began'),
  chargebacks: z.int().describe('Number of chargebacks'),
  chargebacks_eur: eur.describe('Money that banks took back'),
  chargebacks_returned_eur: eur.describe('Money of chargebacks that banks returned in this month'),
  ...feeParts,
  net_eur: eur.describe(
    'What remains at the venue: payments less refunds and chargebacks, with what came back of these, less the fee charged, plus the fee returned. Before the provider’s own costs, and without what the platform owes',
  ),
});
export type MoneySums = z.infer<typeof MoneySums>;

export const FeeTotal = z.object({
  venue: z.string().describe('Slug of the venue'),
  venue_name: z.string(),
  month: Month,
  mode: PaymentDetail.shape.mode.describe('`test`: no real money'),
  ...MoneySums.shape,
});
export type FeeTotal = z.infer<typeof FeeTotal>;

/** Instants in ms since 1970 between which the money of a venue is read; `to` is exclusive. */
export type VenueSpan = { venueId: number; from: number; to: number };
/** The position of a line: its venue, its instant in ms since 1970, and its id. */
export type FeePosition = { venueId: number; at: number; id: string };
export type FeeRow = Omit<FeeLine, 'venue' | 'month' | 'moved_at' | 'booking_reference'> & {
  venueId: number;
  moved_at: number;
};
/** Sums of one of the requested spans, by its index. */
export type SpanSums = MoneySums & { span: number; mode: FeeTotal['mode'] };
