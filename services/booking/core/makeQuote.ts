import type { GuestParty } from '@venue-booking/domain/price/guestParty';
import { type Line, priceOf, toPriceLine } from '@venue-booking/domain/price/priceOf';
import { vatShares } from '@venue-booking/domain/price/vatShares';
import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import type {
  ChangeQuote,
  ChangeQuoteRequest,
  MakeQuoteRequest,
  Quote,
} from '@venue-booking/proto/booking/quote';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { fail } from '@venue-booking/proto/failures';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { type BookingTerms, countsOf, partyFor, plainPrice, restTermsOf } from './bookingRules.ts';
import { requireBooking } from './bookingStore.ts';
import { bookedAddOns, bookedGuests, depositTerms, restUntilOf } from './bookingView.ts';
import { changedParty } from './changedParty.ts';
import { changedPrice } from './changedPrice.ts';
import type { BookingDeps } from './deps.ts';
import { type QuotedPrice, signQuote } from './quoteToken.ts';
import { dueCentsOf, todaysPrice } from './requestedPrice.ts';
import { stateFailure } from './stateFailure.ts';
import { bookableTerms, findTerms } from './termsStore.ts';

export type Deps = Pick<BookingDeps, 'database' | 'signingKeys'>;

/**
 * Quotes the price of a booking and its deposit with the terms of the rest, and guarantees them for the
 * venue's `quote_minutes`. Writes nothing and does not check whether the slot is free.
 * @param input.byVenue for the venue itself, which need not be live and may quote parties of any size
 * @throws `venue_not_live`, `slot_unknown`, and the failures of {@link partyFor}
 */
export async function makeQuote(
  deps: Deps,
  { venueId, wish: request, byVenue = false }: MakeQuoteRequest & { byVenue?: boolean },
): Promise<Quote> {
  const { slot_id: slotId, locale } = request;
  const terms = await termsOf(deps, { venueId, slotId, byVenue });
  const party = partyFor(terms, request, { byVenue });
  const { quoted, lines } = priceNow(terms, { venueId, slotId, ...party, locale });
  const { amountCents } = quoted;
  const dueCents = dueCentsOf(terms, { slotId, amountCents }, Date.now());
  if (byVenue || dueCents === amountCents) return toQuote(deps, { quoted, lines });
  const rest = restOf(terms, slotId);
  return {
    ...toQuote(deps, { quoted: { ...quoted, depositCents: dueCents, restTerms: rest.restTerms }, lines }),
    ...(terms.payment && depositTerms(amountCents, dueCents, restUntilOf(rest))),
  };
}

/** How the rest of a booking of this slot is paid online. */
const restOf = ({ venue: { timezone }, facility: { deposit } }: BookingTerms, slotId: number) => ({
  restTerms: restTermsOf(deposit),
  startsAt: new Date(parseSlotId(slotId)?.startsAt ?? 0),
  timezone,
});

/**
 * Quotes for the venue what a booking would cost in another slot or for another party, with the resulting
 * refund or open amount.
 * @throws `booking_not_found`, a stateFailure, `slot_unknown`, and the failures of {@link partyFor}
 */
export async function quoteChange(
  deps: Deps,
  { wish: request, ...of }: OfBooking & { wish: ChangeQuoteRequest },
): Promise<ChangeQuote> {
  const row = await requireBooking(deps.database, of);
  if (row.status !== 'confirmed') throw stateFailure(row.status);
  const { quote } = await quoteChangeOf(deps, row, { request });
  return quote;
}

/**
 * The price and party of a booking after a change.
 * @param change.own the guest makes the change: the quote is valid for this booking at its current revision
 * only
 * @throws `slot_unknown`, and the failures of {@link partyFor}
 */
export async function quoteChangeOf(
  deps: Deps,
  row: Row,
  { request, own = false }: { request: ChangeQuoteRequest; own?: boolean },
): Promise<{ quote: ChangeQuote; party: GuestParty }> {
  const { venueId } = row;
  const { slot_id: slotId = Number(row.slotId), ...patch } = request;
  // A change is no new booking. The gateway rejects those at a venue that its owner has set to not live.
  const terms = await termsOf(deps, { venueId, slotId, byVenue: true });
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  const party = changedParty(terms, row, { ...patch, facilityId }, { own });
  rejectUnknownGuests(terms, party);
  const priced = priceNow(terms, { venueId, slotId, ...party, locale: row.locale as Locale });
  const { backCents, openCents } = changedPrice(row, priced.quoted.amountCents);
  const { add_ons: addOns } = patch;
  const change = { id: Number(row.id), revision: row.revision, backCents, ...(addOns && { addOns }) };
  return {
    party,
    quote: {
      ...toQuote(deps, own ? { ...priced, change } : priced),
      amount_eur: toEuro(Number(row.amountCents)),
      refund_eur: toEuro(backCents),
      open_eur: toEuro(openCents),
      ...bookedGuests(party.guests),
      add_ons: bookedAddOns(party.addOns).add_ons ?? [],
    },
  };
}

/**
 * Rejects guests of a category that the price list no longer has, as they would be free.
 * @throws `guests_unknown`
 */
function rejectUnknownGuests({ facility }: BookingTerms, { guests }: GuestParty): void {
  const categories = facility.pricing?.categories;
  const gone = guests?.find(({ key }) => !categories?.some((category) => category.key === key));
  if (categories && gone) throw fail('guests_unknown', { key: gone.key });
}

/** The terms for a booking of a slot. @throws `venue_not_live`, `slot_unknown` */
async function termsOf(
  { database }: Deps,
  { venueId, slotId, byVenue }: { venueId: number; slotId: number; byVenue: boolean },
): Promise<BookingTerms> {
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  return bookableTerms(await findTerms(database, { venueId, facilityId, guest: null }), byVenue);
}

type Priced = { quoted: QuotedPrice; lines: Line[]; change?: QuotedPrice['change'] };

/** Today's price of a slot for a party, with its expiry. */
function priceNow(
  terms: BookingTerms,
  { venueId, slotId, locale, ...party }: GuestParty & { venueId: number; slotId: number; locale: Locale },
): Priced {
  const now = Date.now();
  const today = todaysPrice(terms, { venueId, slotId, ...party, locale }, now);
  const until = now + terms.venue.quoteMinutes * 60_000;
  const { people } = party;
  const counts = { guests: countsOf(party.guests), addOns: countsOf(party.addOns) };
  const plain = () => priceOf(plainPrice(terms.facility.priceCents), { startsAt: '', people, locale }).lines;
  const quoted = { venueId, slotId, people, ...counts, ...today, until };
  return { quoted, lines: today.lines ?? plain() };
}

/** The response with the signed quote. */
const toQuote = ({ signingKeys }: Deps, { quoted, lines, change }: Priced): Quote => ({
  total_eur: toEuro(quoted.amountCents),
  lines: lines.map(toPriceLine),
  ...vatShares(quoted.vat),
  quote: signQuote(signingKeys, { ...quoted, ...(change && { change }) }),
  valid_until: new Date(quoted.until).toISOString(),
});
