import { Failure, fail } from '@venue-booking/proto/failures';
import { priceOf, toPriceLine } from '@venue-booking/proto/price/priceOf';
import { toEuro } from '@venue-booking/proto/primitives';
import type { MakeQuoteRequest, Quote } from '@venue-booking/proto/quote';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { vatShares } from '@venue-booking/proto/vat';
import type { BookingDatabase } from '../database.ts';
import type { SigningKey } from '../ticket/linkedBooking.ts';
import { countsOf, partyFor, plainPrice } from './bookingRules.ts';
import { todaysPrice } from './priceWish.ts';
import { signQuote } from './quoteToken.ts';
import { findTerms } from './termsStore.ts';

/**
 * Tells a guest what a booking costs, and promises it for the venue's `quote_minutes`. It reads what a
 * booking reads, with others that ask at this moment, and writes nothing. Whether the slot is free is not
 * looked at: that is what booking it says.
 * @throws `venue_not_live`, `slot_unknown`, and what {@link partyFor} refuses with
 */
export async function makeQuote(
  { database, signingKeys }: { database: BookingDatabase; signingKeys: readonly SigningKey[] },
  { venueId, wish }: MakeQuoteRequest,
): Promise<Quote> {
  const { slot_id: slotId, locale } = wish;
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  const found = await findTerms(database, { venueId, facilityId, guest: null });
  if (!found?.venue.live) throw fail('venue_not_live');
  if (!found.facility?.active) throw fail('slot_unknown');
  const terms = { ...found, facility: found.facility };
  const party = partyFor(terms, wish);
  if (party instanceof Failure) throw party;
  const { people } = party;
  const now = Date.now();
  const { amountCents, lines, vat } = todaysPrice(terms, { venueId, slotId, ...party, locale }, now);
  const until = now + terms.venue.quoteMinutes * 60_000;
  const guests = countsOf(party.guests) ?? null;
  const told =
    lines ?? priceOf(plainPrice(terms.facility.priceCents), { startsAt: '', people, locale }).lines;
  return {
    total_eur: toEuro(amountCents),
    lines: told.map(toPriceLine),
    ...vatShares(vat),
    quote: signQuote(signingKeys, { venueId, slotId, people, guests, amountCents, lines, vat, until }),
    valid_until: new Date(until).toISOString(),
  };
}
