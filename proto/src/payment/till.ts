import { z } from 'zod';
import { Euro, LocalDate, singleLine } from '../primitives.ts';
import { DeskMethod, DeskPayment } from './deskPayment.ts';

/** Body of `POST …/till/{date}`: closes a day of the till. */
export const TillClosing = z.strictObject({
  counted_eur: Euro.describe('Cash that was counted, the change money included'),
  float_eur: Euro.default(0).describe('Change money that was in the till before the first payment'),
  note: singleLine(200, 0).optional().describe('Remark, for example the reason of a difference'),
});
export type TillClosing = z.infer<typeof TillClosing>;

const ClosedTill = z.object({
  at: z.iso.datetime(),
  by: z.string().describe('Who closed the day, as in the history of bookings'),
  counted_eur: z.number(),
  float_eur: z.number(),
  cash_eur: z.number().describe('Cash payments of the day less cash refunds'),
  difference_eur: z
    .number()
    .describe('Counted cash less change money and cash payments; negative: cash is missing'),
  note: z.string(),
});

/** A day of the till: the money that a venue took and returned at its desk. Amounts are net of refunds. */
export const TillDay = z.object({
  date: LocalDate,
  today: LocalDate.describe('The day that money counts for now: the day after today once today is closed'),
  total_eur: z.number(),
  methods: z.array(z.object({ method: DeskMethod, amount_eur: z.number() })).describe('Total by method'),
  people: z
    .array(z.object({ by: z.string(), method: DeskMethod, amount_eur: z.number() }))
    .describe('Total by person, as in the history of bookings, and by method'),
  closed: ClosedTill.nullable().describe('Null until the day is closed. A closed day never changes'),
});
export type TillDay = z.infer<typeof TillDay>;

/** Pages of the entries of a day. */
export const TillQuery = z.object({
  cursor: z
    .string()
    // An instant in ms that PostgreSQL accepts, and the id of the entry.
    .regex(/^\d{1,14}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'must come from a Link header')
    .optional()
    .describe('From the Link header of the page before'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type TillQuery = z.infer<typeof TillQuery>;

/** A payment or refund of a day. */
export const TillEntry = DeskPayment.extend({
  booking_id: z.int(),
  booking_reference: z.string().describe('Booking number for people'),
});
export type TillEntry = z.infer<typeof TillEntry>;
