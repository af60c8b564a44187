import { z } from 'zod';
import { MAX_PRICE_CENTS } from '../price/pricing.ts';
import { hasTwoDecimals, singleLine, TWO_DECIMALS, toEuro } from '../primitives.ts';

/** How money changed hands at the venue. `transfer` and `other` include what was paid elsewhere. */
export const DeskMethod = z.enum(['cash', 'card', 'transfer', 'other']);
export type DeskMethod = z.infer<typeof DeskMethod>;

/** How the money of an entry changed hands. `imported`: online, before the venue was imported. */
export const EntryMethod = z.enum([...DeskMethod.options, 'imported']);
export type EntryMethod = z.infer<typeof EntryMethod>;

// No exact maximum here: the amount is capped by what is open or was taken.
const Amount = z
  .number()
  .positive('must be more than 0')
  .max(toEuro(MAX_PRICE_CENTS))
  .refine(hasTwoDecimals, TWO_DECIMALS);

const Note = singleLine(200, 0)
  .optional()
  .describe(
    'For the people of the venue, for example the number of a receipt or of an older booking system; guests never see it. Erased with the guest',
  );

/** Body of `POST …/bookings/{id}/payments`. */
export const NewDeskPayment = z.strictObject({
  amount_eur: Amount.describe('At most what the booking still has open'),
  method: DeskMethod,
  note: Note,
});
export type NewDeskPayment = z.infer<typeof NewDeskPayment>;

/** Body of `POST …/bookings/{id}/payments/refunds`. */
export const NewDeskRefund = z.strictObject({
  amount_eur: Amount.describe(
    'At most what the desk has taken for the booking; for tokens of scope desk at most `to_return_eur`',
  ),
  method: DeskMethod,
  note: Note,
});

/** Body of `POST …/bookings/{id}/payments/{payment_id}/undo`. */
export const DeskUndo = z.strictObject({
  reason: singleLine(200).describe('Why, for the people of the venue. Erased with the guest'),
});

/** Money that a venue took or returned at its desk. Entries never change: an undo is an entry of its own. */
export const DeskPayment = z.object({
  id: z.uuid(),
  kind: z.enum(['payment', 'refund', 'undo']),
  method: EntryMethod.describe(
    '`imported`: paid online before the venue was imported. It is not money of the desk, and no till counts it',
  ),
  amount_eur: z.number().describe('Negative for money that left the desk'),
  undoes: z.uuid().nullable().describe('The entry that an undo takes back; null for other entries'),
  undone: z.boolean().describe('True if a later entry takes this one back'),
  note: z.string().describe('Note or reason; empty once the guest was erased'),
  by: z.string().describe('Who recorded it, as in the history'),
  till_day: z
    .string()
    .describe(
      "The day of the till that it counts for: the venue's booking day, or the next one if that was closed",
    ),
  created_at: z.iso.datetime(),
});
export type DeskPayment = z.infer<typeof DeskPayment>;
