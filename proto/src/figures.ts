import { z } from 'zod';
import { BookedAddOn } from './addOns.ts';
import { PaymentDetail, Refund } from './payment.ts';
import { CountableDate, FacilityId, LocalDate, LocalDateTime } from './primitives.ts';
import { VatShare } from './vat.ts';

/** How many days figures are asked of at most, the first and the last included. */
export const MAX_FIGURE_DAYS = 400;

/** Which figures. The calendar and the clock are the venue's. */
export const FiguresQuery = z.object({
  from: CountableDate.describe('First day'),
  to: CountableDate.describe(`Last day; at most ${MAX_FIGURE_DAYS} days in all`),
  by: z.enum(['day', 'week', 'month']).default('day').describe('Length of a period; weeks begin on Monday'),
  table: z
    .enum(['periods', 'facilities', 'hours', 'vat', 'add_ons'])
    .default('periods')
    .describe('Which of the tables is written as CSV'),
});
export type FiguresQuery = z.infer<typeof FiguresQuery>;

/** Which payments and refunds. */
export const MoneyQuery = FiguresQuery.pick({ from: true, to: true }).extend({
  cursor: z
    .string()
    // An instant in ms that a database still reads, and the id of what moved then.
    .regex(/^\d{1,14}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'must come from a Link header')
    .optional()
    .describe('From the Link header of the page before'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type MoneyQuery = z.infer<typeof MoneyQuery>;

/** What a stretch of days came to. */
const Totals = z.object({
  bookings: z
    .int()
    .describe('Bookings that start then and stand: confirmed, checked in, or noted as a no-show'),
  people: z.int().describe('People of these bookings'),
  booked_eur: z.number().describe('Amounts of these bookings, wherever and whenever they are paid'),
  cancelled: z.int().describe('Bookings that would have started then and were cancelled'),
  no_shows: z.int().describe('Bookings that start then and whose guests did not come'),
  revenue_eur: z.number().describe('What guests paid online then, whenever their bookings start'),
  refunds_eur: z
    .number()
    .describe(
      'Refunds that were begun then, whatever they are of, and what payers’ banks took back; without those that failed, or that the bank returned',
    ),
  vat: z
    .array(VatShare)
    .optional()
    .describe('VAT in the amounts of these bookings, by rate; absent where the venue told none'),
  add_ons: z
    .array(BookedAddOn)
    .optional()
    .describe('What these bookings take along, of all facilities, by key; absent where that is nothing'),
});
export type Totals = z.infer<typeof Totals>;

const days = { from: LocalDate.describe('First day'), to: LocalDate.describe('Last day') };

/** How far something was filled, over booking days. */
const Occupancy = z.object({
  offered: z
    .number()
    .describe(
      'Slots that could be booked, by the opening hours of today: not those that are blocked, nor those whose room another booking has',
    ),
  booked: z
    .number()
    .describe('How many of them were; one that parties share counts by the part of its places'),
  occupancy: z.number().nullable().describe('Part that was booked, 0 to 1; null where nothing was offered'),
});
export type Occupancy = z.infer<typeof Occupancy>;

const FacilityOccupancy = Occupancy.extend({
  facility_id: FacilityId,
  facility: z.string().describe('Name of the facility'),
  before: z.number().nullable().describe('Its occupancy in as many days before'),
});

const HourOccupancy = Occupancy.extend({
  weekday: z.int().min(1).max(7).describe('1 = Monday to 7 = Sunday, of the start by the calendar'),
  hour: z.int().min(0).max(23).describe('Hour by the clock in which slots start'),
});

const PeriodVat = z.object({ ...days, ...VatShare.shape });
const PeriodAddOn = z.object({ ...days, ...BookedAddOn.shape });

export const Figures = z.object({
  ...days,
  periods: z
    .array(Totals.extend(days))
    .describe('By time; the first and the last are cut at the first and the last day'),
  totals: Totals,
  before: Totals.extend(days).describe('As many days before the first'),
  facilities: z.array(FacilityOccupancy).describe('Occupancy of each active facility'),
  vat: z.array(PeriodVat).describe('VAT of each period, by rate, as the periods have it'),
  add_ons: z.array(PeriodAddOn).describe('What is taken along in each period, by key, likewise'),
  hours: z
    .array(HourOccupancy)
    .describe(
      'Occupancy of all active facilities together, by weekday and hour; only where anything was offered',
    ),
});
export type Figures = z.infer<typeof Figures>;

/** A payment that came in or a refund that was begun: what revenue and refunds of figures are sums of. */
export const MovedMoney = z.object({
  moved_at: LocalDateTime.describe(
    "When the payment was known here, or the refund begun: the venue's local time, YYYY-MM-DDTHH:MM",
  ),
  kind: z
    .enum(['payment', 'refund', 'chargeback'])
    .describe('chargeback: the payer’s bank took it back; no longer listed once the bank has returned it'),
  booking_id: z.int(),
  booking_reference: z.string().describe('Number of the booking for people'),
  amount_eur: z.number().describe('Below 0 for what went back'),
  platform_fee_eur: z.number().nullable().describe('What the platform keeps of a payment; null otherwise'),
  reason: Refund.shape.reason.nullable().describe('Why a refund was made; null otherwise'),
  provider: PaymentDetail.shape.provider,
  mode: PaymentDetail.shape.mode.describe('`test`: no real money, though figures count it'),
  provider_id: z.string().nullable().describe('What the provider calls the payment that it is, or is of'),
  provider_refund_id: z
    .string()
    .nullable()
    .describe('What the provider calls a refund; null otherwise, and until the provider has it'),
  id: z.uuid().describe('Of the payment or the refund here, which providers have in their metadata'),
});
export type MovedMoney = z.infer<typeof MovedMoney>;

/** What was offered and booked of a facility in slots that start in an hour of a weekday. */
export type HourOfFacility = Pick<
  z.infer<typeof HourOccupancy>,
  'weekday' | 'hour' | 'offered' | 'booked'
> & {
  facilityId: number;
  facility: string;
};

/** What booking knows of a period, and what payment does. */
export type BookedTotals = Omit<Totals, 'revenue_eur' | 'refunds_eur'>;
export type MoneyTotals = Pick<Totals, 'revenue_eur' | 'refunds_eur'>;
/** Money by time, and where the next page starts; null behind the last. `moved_at` is in ms since 1970. */
export type MoneyPage = {
  moved: (Omit<MovedMoney, 'moved_at' | 'booking_reference'> & { moved_at: number })[];
  next: string | null;
};
