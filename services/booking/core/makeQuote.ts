import { fail } from '@venue-booking/proto/failures';
import { priceOf, toPriceLine } from '@venue-booking/proto/price/priceOf';
import { type Locale, toCents, toEuro } from '@venue-booking/proto/primitives';
import type { ChangeQuote, ChangeQuoteRequest, MakeQuoteRequest, Quote } from '@venue-booking/proto/quote';
import { parseSlotId } from '@venue-booking/proto/slotId';
import type { BookingDatabase } from '../database.ts';
import type { SigningKey } from '../ticket/linkedBooking.ts';
import { checkPeople } from './bookingRules.ts';
import { findBooking } from './bookingStore.ts';
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
 * @param wish.byVenue for the venue itself, which need not be live and takes parties of any size
 * @throws `venue_not_live`, `slot_unknown`, `people_too_few`, `people_too_many`
 */
export async function makeQuote(
  { database, signingKeys }: Deps,
  {
    venueId,
    wish: { slot_id: slotId, people, locale },
    byVenue = false,
  }: MakeQuoteRequest & { byVenue?: boolean },
): Promise<Quote> {
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  const found = await findTerms(database, { venueId, facilityId, guest: null });
  if (!found || (!found.venue.live && !byVenue)) throw fail('venue_not_live');
  if (!found.facility?.active) throw fail('slot_unknown');
  const terms = { ...found, facility: found.facility };
  const failure = byVenue ? null : checkPeople(terms, people);
  if (failure) throw failure;
  const now = Date.now();
  const { amountCents, lines } = todaysPrice(terms, { venueId, slotId, people, locale }, now);
  const until = now + terms.venue.quoteMinutes * 60_000;
  const told = lines ?? plainLines(terms.facility.priceCents, people, locale);
  return {
    total_eur: toEuro(amountCents),
    lines: told.map(toPriceLine),
    quote: signQuote(signingKeys, { venueId, slotId, people, amountCents, lines, until }),
    valid_until: new Date(until).toISOString(),
  };
}

/**
 * Tells the venue what a booking would cost at another time or for another number of people, and what that
 * means for what was paid online.
 * @throws `booking_not_found`, a stateFailure, `slot_unknown`
 */
export async function quoteChange(
  deps: Deps,
  { wish, ...of }: { venueId: number; id: number; wish: ChangeQuoteRequest },
): Promise<ChangeQuote> {
  const row = await findBooking(deps.database, of);
  if (!row) throw fail('booking_not_found');
  if (row.status !== 'confirmed') throw stateFailure(row.status);
  const { slot_id = Number(row.slotId), people = row.people } = wish;
  const quote = await makeQuote(deps, {
    venueId: of.venueId,
    wish: { slot_id, people, locale: row.locale as Locale },
    byVenue: true,
  });
  const { backCents, openCents } = changedPrice(row, toCents(quote.total_eur));
  return {
    ...quote,
    amount_eur: toEuro(Number(row.amountCents)),
    refund_eur: toEuro(backCents),
    open_eur: toEuro(openCents),
  };
}

/** Of a price per person, in the words of a price list. */
const plainLines = (priceCents: number, people: number, locale: 'nl' | 'en') =>
  priceOf({ per: 'person', eur: toEuro(priceCents), rules: [] }, { startsAt: '', people, locale }).lines;
