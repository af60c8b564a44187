import { z } from 'zod';
import { BookedAddOn } from '../price/addOns.ts';
import { BookedGuests } from '../price/guests.ts';
import { PriceLine } from '../price/pricing.ts';
import { VatShare } from '../price/vat.ts';
import { LocalDateTime, VenueId } from '../primitives.ts';
import { BookingRequest } from './booking.ts';

/**
 * Body of `POST /api/site/quotes`. Unknown keys are ignored, because clients may be newer than the service.
 */
export const QuoteRequest = BookingRequest.pick({
  slot_id: true,
  people: true,
  guests: true,
  add_ons: true,
  locale: true,
});
export type QuoteRequest = z.infer<typeof QuoteRequest>;

/** The price of a booking, guaranteed until `valid_until`. It holds no places. */
export const Quote = z.object({
  total_eur: z.number().describe('Price of the booking'),
  lines: z.array(PriceLine).describe('Lines of the total'),
  vat: z.array(VatShare).optional().describe('VAT in the total by rate; absent if the venue shows none'),
  quote: z.string().describe('Send it with the booking, which then costs exactly this price'),
  deposit_eur: z
    .number()
    .optional()
    .describe('Amount to pay online to make the booking; absent without a deposit'),
  rest_eur: z.number().optional().describe('Rest of the total, paid later; present with `deposit_eur`'),
  rest_until: LocalDateTime.optional().describe(
    'Deadline for paying the rest online; absent if it is paid at the venue',
  ),
  valid_until: z.iso.datetime().describe('Until when the price is guaranteed'),
});
export type Quote = z.infer<typeof Quote>;

/** Body of `POST …/bookings/{id}/quote`: the change. In a guest's request, omitted add-ons stay unchanged. */
export const ChangeQuoteRequest = z.strictObject({
  slot_id: BookingRequest.shape.slot_id.optional(),
  people: BookingRequest.shape.people.unwrap().optional(),
  guests: BookingRequest.shape.guests,
  add_ons: BookingRequest.shape.add_ons,
});
export type ChangeQuoteRequest = z.infer<typeof ChangeQuoteRequest>;

/** The price of a booking after a change, and the effect on what was paid online. */
export const ChangeQuote = Quote.omit({ deposit_eur: true, rest_eur: true, rest_until: true }).extend({
  amount_eur: z.number().describe('Current price of the booking'),
  refund_eur: z.number().describe('Amount that would be refunded'),
  open_eur: z.number().describe('Amount that would remain open, for a booking that was paid online'),
  guests: z
    .array(BookedGuests)
    .optional()
    .describe('Guests after the change, if the facility has categories'),
  // Optional, because a booking service of the previous release omits it.
  add_ons: z.array(BookedAddOn).optional().describe('Add-ons after the change'),
});
export type ChangeQuote = z.infer<typeof ChangeQuote>;

/** The effect of a change by the guest, shown before they confirm it. */
export const OwnChangeQuote = ChangeQuote.extend({
  starts_at: LocalDateTime,
  ends_at: LocalDateTime,
  people: z.int(),
  add_ons: ChangeQuote.shape.add_ons.unwrap(),
  pays_online: z
    .boolean()
    .optional()
    .describe('True if the guest pays `open_eur` online right after the change; absent: no'),
  cancel_until: LocalDateTime.nullable().describe(
    'Deadline for cancelling after the change; null if it can no longer be cancelled',
  ),
  refund_tiers: z
    .array(z.object({ until: LocalDateTime, percent: z.int() }))
    .optional()
    .describe('Refund for a cancellation after the change; absent: full refund'),
});
export type OwnChangeQuote = z.infer<typeof OwnChangeQuote>;

/** Request from the gateway to the booking service. */
export const MakeQuoteRequest = z.object({ venueId: VenueId, wish: QuoteRequest });
export type MakeQuoteRequest = z.infer<typeof MakeQuoteRequest>;
