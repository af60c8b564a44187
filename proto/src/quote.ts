import { z } from 'zod';
import { BookedAddOn } from './addOns.ts';
import { BookingRequest } from './booking.ts';
import { BookedGuests } from './guests.ts';
import { PriceLine } from './pricing.ts';
import { LocalDateTime, VenueId } from './primitives.ts';
import { VatShare } from './vat.ts';

/** Body of `POST /api/site/quotes`. Unknown keys are ignored: clients may be newer than the service. */
export const QuoteRequest = BookingRequest.pick({
  slot_id: true,
  people: true,
  guests: true,
  add_ons: true,
  locale: true,
});
export type QuoteRequest = z.infer<typeof QuoteRequest>;

/** What a booking would cost, and a promise that it will. It holds no place. */
export const Quote = z.object({
  total_eur: z.number().describe('What the booking costs'),
  lines: z.array(PriceLine).describe('What the total is made of'),
  vat: z.array(VatShare).optional().describe('VAT in the total, by rate; absent where the venue tells none'),
  quote: z.string().describe('To be sent along with the booking, which then costs exactly this'),
  valid_until: z.iso.datetime().describe('Until when it can be booked at this price'),
});
export type Quote = z.infer<typeof Quote>;

/** Body of `POST …/bookings/{id}/quote`: the change. A guest's add-ons that it does not name stay. */
export const ChangeQuoteRequest = z.strictObject({
  slot_id: BookingRequest.shape.slot_id.optional(),
  people: BookingRequest.shape.people.unwrap().optional(),
  guests: BookingRequest.shape.guests,
  add_ons: BookingRequest.shape.add_ons,
});
export type ChangeQuoteRequest = z.infer<typeof ChangeQuoteRequest>;

/** What a booking would cost once it is changed, and what that means for what was paid online. */
export const ChangeQuote = Quote.extend({
  amount_eur: z.number().describe('What the booking costs as it is'),
  refund_eur: z.number().describe('What would come back of what was paid online'),
  open_eur: z.number().describe('What would not be paid online, of one that was: it is left to pay'),
  guests: z.array(BookedGuests).optional().describe('Whom it is for then, where the facility has categories'),
  // Optional while a booking service of the release before may answer.
  add_ons: z.array(BookedAddOn).optional().describe('What it takes along then'),
});
export type ChangeQuote = z.infer<typeof ChangeQuote>;

/** What a guest is shown of a change of their own booking before they agree to it. */
export const OwnChangeQuote = ChangeQuote.extend({
  starts_at: LocalDateTime,
  ends_at: LocalDateTime,
  people: z.int(),
  add_ons: ChangeQuote.shape.add_ons.unwrap(),
  cancel_until: LocalDateTime.nullable().describe('Until when it can be cancelled then; null: not any more'),
  refund_tiers: z
    .array(z.object({ until: LocalDateTime, percent: z.int() }))
    .optional()
    .describe('What comes back of what was paid to who cancels it then; absent: all of it'),
});
export type OwnChangeQuote = z.infer<typeof OwnChangeQuote>;

/** What the gateway hands to the booking service. */
export const MakeQuoteRequest = z.object({ venueId: VenueId, wish: QuoteRequest });
export type MakeQuoteRequest = z.infer<typeof MakeQuoteRequest>;
