import { z } from 'zod';
import { BookingRequest } from './booking.ts';
import { PriceLine } from './pricing.ts';
import { VenueId } from './primitives.ts';
import { VatShare } from './vat.ts';

/**
 * Body of `POST /api/site/quotes`. Unknown keys are ignored, so that clients may be newer than the service.
 */
export const QuoteRequest = BookingRequest.pick({
  slot_id: true,
  people: true,
  guests: true,
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

/** What the gateway hands to the booking service. */
export const MakeQuoteRequest = z.object({ venueId: VenueId, wish: QuoteRequest });
export type MakeQuoteRequest = z.infer<typeof MakeQuoteRequest>;
