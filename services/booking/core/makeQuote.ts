import { Failure, fail } from '@venue-booking/proto/failures';
import type { GuestParty } from '@venue-booking/proto/price/guestParty';
import { priceOf, toPriceLine } from '@venue-booking/proto/price/priceOf';
import { type Locale, toCents, toEuro } from '@venue-booking/proto/primitives';
import type { ChangeQuote, ChangeQuoteRequest, MakeQuoteRequest, Quote } from '@venue-booking/proto/quote';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { vatShares } from '@venue-booking/proto/vat';
import type { BookingDatabase } from '../database.ts';
import type { SigningKey } from '../ticket/linkedBooking.ts';
import { type BookingTerms, countsOf, partyFor, plainPrice } from './bookingRules.ts';
import { findBooking } from './bookingStore.ts';
import { changedParty } from './changedParty.ts';
import { changedPrice } from './changedPrice.ts';
import { todaysPrice } from './priceWish.ts';
import { signQuote } from './quoteToken.ts';
import { stateFailure } from './stateFailure.ts';
import { findTerms } from './termsStore.ts';

type Deps = { database: BookingDatabase; signingKeys: readonly SigningKey[] };

/**
 * Tells a guest what a booking costs, and promises it for the venue's `quote_minutes`. It reads what a
 * booking reads, with others that ask at this moment, and writes nothing. Whether the slot is free is not
 * looked at: that is what booking it says.
 * @param asked.byVenue for the venue itself, which need not be live and takes parties of any size
 * @throws `venue_not_live`, `slot_unknown`, and what {@link partyFor} refuses with
 */
export async function makeQuote(
  deps: Deps,
  { venueId, wish, byVenue = false }: MakeQuoteRequest & { byVenue?: boolean },
): Promise<Quote> {
  const { slot_id: slotId, locale } = wish;
  const terms = await termsOf(deps, { venueId, slotId, byVenue });
  const party = partyFor(terms, wish, { byVenue });
  if (party instanceof Failure) throw party;
  return quoteOf(deps, terms, { venueId, slotId, ...party, locale });
}

/**
 * Tells the venue what a booking would cost at another time or for another party, and what that means for
 * what was paid online.
 * @throws `booking_not_found`, a stateFailure, `slot_unknown`, and what {@link partyFor} refuses with
 */
export async function quoteChange(
  deps: Deps,
  { wish, ...of }: { venueId: number; id: number; wish: ChangeQuoteRequest },
): Promise<ChangeQuote> {
  const row = await findBooking(deps.database, of);
  if (!row) throw fail('booking_not_found');
  if (row.status !== 'confirmed') throw stateFailure(row.status);
  const { slot_id: slotId = Number(row.slotId), ...patch } = wish;
  const { venueId } = of;
  const terms = await termsOf(deps, { venueId, slotId, byVenue: true });
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  const party = changedParty(terms, row, { ...patch, facilityId });
  const quote = quoteOf(deps, terms, { venueId, slotId, ...party, locale: row.locale as Locale });
  const { backCents, openCents } = changedPrice(row, toCents(quote.total_eur));
  return {
    ...quote,
    amount_eur: toEuro(Number(row.amountCents)),
    refund_eur: toEuro(backCents),
    open_eur: toEuro(openCents),
  };
}

/** What a booking of a slot stands under. @throws `venue_not_live`, `slot_unknown` */
async function termsOf(
  { database }: Deps,
  { venueId, slotId, byVenue }: { venueId: number; slotId: number; byVenue: boolean },
): Promise<BookingTerms> {
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  const found = await findTerms(database, { venueId, facilityId, guest: null });
  if (!found || (!found.venue.live && !byVenue)) throw fail('venue_not_live');
  if (!found.facility?.active) throw fail('slot_unknown');
  return { ...found, facility: found.facility };
}

/** Today's price of a slot for a party, signed. */
function quoteOf(
  { signingKeys }: Deps,
  terms: BookingTerms,
  { venueId, slotId, locale, ...party }: GuestParty & { venueId: number; slotId: number; locale: Locale },
): Quote {
  const now = Date.now();
  const today = todaysPrice(terms, { venueId, slotId, ...party, locale }, now);
  const { amountCents, lines, vat } = today;
  const until = now + terms.venue.quoteMinutes * 60_000;
  const { people, guests, addOns } = party;
  const plain = () => priceOf(plainPrice(terms.facility.priceCents), { startsAt: '', people, locale }).lines;
  return {
    total_eur: toEuro(amountCents),
    lines: (lines ?? plain()).map(toPriceLine),
    ...vatShares(vat),
    quote: signQuote(signingKeys, {
      venueId,
      slotId,
      people,
      guests: countsOf(guests) ?? null,
      addOns: countsOf(addOns) ?? null,
      amountCents,
      lines,
      vat,
      until,
    }),
    valid_until: new Date(until).toISOString(),
  };
}
