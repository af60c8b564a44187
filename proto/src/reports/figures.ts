import { z } from 'zod';
import { PaymentDetail, Refund } from '../payment/payment.ts';
import { BookedAddOn } from '../price/addOns.ts';
import { VatShare } from '../price/vat.ts';
import { CountableDate, FacilityId, LocalDate, LocalDateTime } from '../primitives.ts';

/** Maximum number of days in a report, first and last included. */
export const MAX_FIGURE_DAYS = 400;

/** Range and form of a report. Dates are booking days; hours are in the venue's time zone. */
export const FiguresQuery = z.object({
  from: CountableDate.describe('First booking day'),
  to: CountableDate.describe(`Last booking day; at most ${MAX_FIGURE_DAYS} days in all`),
  by: z.enum(['day', 'week', 'month']).default('day').describe('Length of a period; weeks begin on Monday'),
  table: z
    .enum(['periods', 'facilities', 'hours', 'vat', 'add_ons', 'references'])
    .default('periods')
    .describe('The table to return as CSV'),
});
export type FiguresQuery = z.infer<typeof FiguresQuery>;

/** Range of payments and refunds. */
export const MoneyQuery = FiguresQuery.pick({ from: true, to: true }).extend({
  cursor: z
    .string()
    // An instant in ms that PostgreSQL accepts, and the id of the payment or refund.
    .regex(/^\d{1,14}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'must come from a Link header')
    .optional()
    .describe('From the Link header of the page before'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type MoneyQuery = z.infer<typeof MoneyQuery>;

/** Totals over a range of days. */
const Totals = z.object({
  bookings: z
    .int()
    .describe('Number of bookings that start in the period and are confirmed, checked in or no-shows'),
  people: z.int().describe('Number of people in these bookings'),
  booked_eur: z.number().describe('Total amount of these bookings, however and whenever they are paid'),
  cancelled: z.int().describe('Number of cancelled bookings that would have started in the period'),
  no_shows: z.int().describe('Number of no-shows among the bookings that start in the period'),
  arrived: z.int().optional().describe('People of these bookings who were checked in'),
  absent: z
    .int()
    .optional()
    .describe('People of these bookings who were marked as absent, no-shows included'),
  revenue_eur: z
    .number()
    .describe(
      'Online payments received in the period, whenever the bookings start. A payment before the `day_start` of the venue counts for the day before',
    ),
  refunds_eur: z
    .number()
    .describe(
      'Refunds started in the period and chargebacks, whenever the bookings start, less refunds that failed and chargebacks that the bank returned in the period',
    ),
  desk_eur: z
    .number()
    .optional()
    .describe(
      'Money that the desk took in the period less what it returned, whenever the bookings start. It is not part of `revenue_eur` or `refunds_eur`',
    ),
  imported_eur: z
    .number()
    .optional()
    .describe(
      'Online payments at the installation that the venue was imported from, less refunds, for bookings that were made in the period. Not part of the other sums. Absent: none in the whole report',
    ),
  vat: z
    .array(VatShare)
    .optional()
    .describe('VAT in the amounts of these bookings by rate; absent if the venue showed none'),
  add_ons: z
    .array(BookedAddOn)
    .optional()
    .describe('Add-ons of these bookings at all facilities, by key; absent if there are none'),
});
export type Totals = z.infer<typeof Totals>;

/** Maximum number of references in a report. */
export const MAX_REFERENCES = 100;

/** The bookings that websites marked with one text. */
const ReferenceTotals = z.object({
  client_reference: z.string().describe('The `reference` with which websites marked the bookings'),
  ...Totals.pick({ bookings: true, people: true, booked_eur: true }).shape,
});
export type ReferenceTotals = z.infer<typeof ReferenceTotals>;

const days = { from: LocalDate.describe('First day'), to: LocalDate.describe('Last day') };

/** Occupancy over booking days. */
const Occupancy = z.object({
  offered: z
    .number()
    .describe(
      'Number of bookable slots by the current opening hours. Excludes blocked slots and slots whose room another booking occupies',
    ),
  booked: z.number().describe('Number of booked slots. A shared slot counts by the share of its places'),
  occupancy: z.number().nullable().describe('Booked share, 0 to 1; null if nothing was offered'),
});
export type Occupancy = z.infer<typeof Occupancy>;

const FacilityOccupancy = Occupancy.extend({
  facility_id: FacilityId,
  facility: z.string().describe('Name of the facility'),
  before: z.number().nullable().describe('Occupancy in the same number of days before'),
});

const HourOccupancy = Occupancy.extend({
  weekday: z.int().min(1).max(7).describe('Weekday of the booking day, 1 = Monday to 7 = Sunday'),
  hour: z.int().min(0).max(23).describe('Hour in which slots start, in local time'),
});

const PeriodVat = z.object({ ...days, ...VatShare.shape });
const PeriodAddOn = z.object({ ...days, ...BookedAddOn.shape });

export const Figures = z.object({
  ...days,
  periods: z.array(Totals.extend(days)).describe('Periods by time. The first and last may be incomplete'),
  totals: Totals,
  before: Totals.extend(days).describe('The same number of days before the first day'),
  facilities: z
    .array(FacilityOccupancy)
    .describe('Occupancy of each active facility by the bookings that `bookings` counts'),
  vat: z.array(PeriodVat).describe('VAT of each period by rate, the same as in `periods`'),
  add_ons: z.array(PeriodAddOn).describe('Add-ons of each period by key, the same as in `periods`'),
  references: z
    .array(ReferenceTotals)
    .optional()
    .describe(
      `Bookings by the \`reference\` of the website, the highest amount first; at most ${MAX_REFERENCES}`,
    ),
  hours: z
    .array(HourOccupancy)
    .describe(
      'Occupancy of all active facilities together, by weekday and hour. Only hours in which something was offered',
    ),
});
export type Figures = z.infer<typeof Figures>;

/** A received payment, a started refund, or its failure. Revenue and refunds in reports are their sums. */
export const MovedMoney = z.object({
  moved_at: LocalDateTime.describe(
    "When the payment was recorded, or the refund started or failed, in the venue's local time, YYYY-MM-DDTHH:MM",
  ),
  kind: z
    .enum(['payment', 'refund', 'chargeback'])
    .describe('chargeback: the payer’s bank took the money back'),
  booking_id: z.int(),
  booking_reference: z.string().describe('Booking number for people'),
  amount_eur: z.number().describe('Negative for refunds and chargebacks, positive for their reversals'),
  platform_fee_eur: z.number().nullable().describe('Platform fee of a payment; null for refunds'),
  reason: Refund.shape.reason.nullable().describe('Reason of a refund; null for payments'),
  provider: PaymentDetail.shape.provider,
  mode: PaymentDetail.shape.mode.describe('`test`: no real money, although reports count it'),
  provider_id: z.string().nullable().describe("The provider's id of the payment, also for its refunds"),
  provider_refund_id: z
    .string()
    .nullable()
    .describe(
      "The provider's id of a refund; null for payments, and until the provider has accepted the refund",
    ),
  id: z.uuid().describe('Own id of the payment or refund, which is in the metadata at the provider'),
  reversal: z
    .boolean()
    .optional()
    .describe('True if a refund failed or the bank returned a chargeback: the money is back at the venue'),
});
export type MovedMoney = z.infer<typeof MovedMoney>;

/** Offered and booked slots of a facility that start in one hour of a weekday. */
export type HourOfFacility = Pick<
  z.infer<typeof HourOccupancy>,
  'weekday' | 'hour' | 'offered' | 'booked'
> & {
  facilityId: number;
  facility: string;
};

/** The parts of a period's totals from the booking service and from the payment service. */
export type BookedTotals = Omit<Totals, 'revenue_eur' | 'refunds_eur'>;
export type MoneyTotals = Pick<Totals, 'revenue_eur' | 'refunds_eur'>;
/**
 * Payments and refunds by time, and the cursor of the next page; null after the last. `moved_at` is in ms
 * since 1970.
 */
export type MoneyPage = {
  moved: (Omit<MovedMoney, 'moved_at' | 'booking_reference'> & { moved_at: number })[];
  next: string | null;
};
