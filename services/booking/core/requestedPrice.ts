import { isDeepStrictEqual } from 'node:util';
import { depositOf } from '@venue-booking/domain/payment/deposit';
import type { GuestParty } from '@venue-booking/domain/price/guestParty';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatEuro } from '@venue-booking/domain/wording/formats';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { type FailureParams, fail, inEachLanguage } from '@venue-booking/proto/failures';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import {
  type Amount,
  amountOf,
  type BookingTerms,
  countsOf,
  type RestTerms,
  restTermsOf,
} from './bookingRules.ts';
import type { SigningKey } from './linkedBooking.ts';
import { readQuote } from './quoteToken.ts';

/** A party that requests a slot. */
export type PriceRequest = GuestParty & { venueId: number; slotId: number; locale: Locale };

/** Today's price of a slot for a party. The slot's id contains its start. */
export function todaysPrice(
  terms: Pick<BookingTerms, 'facility' | 'venue'>,
  { slotId, people, guests, addOns, locale }: PriceRequest,
  now: number,
): Amount {
  const instant = parseSlotId(slotId)?.startsAt ?? 0;
  const startsAt = localAt(terms.venue.timezone, instant);
  const hoursAhead = (instant - now) / 3600_000;
  return amountOf(terms, { people, guests, addOns, startsAt, hoursAhead, locale });
}

/** Cents of a price that a guest pays online when booking a slot. */
export const dueCentsOf = (
  { facility }: Pick<BookingTerms, 'facility'>,
  { slotId, amountCents }: { slotId: number; amountCents: number },
  now: number,
): number =>
  depositOf(amountCents, facility.deposit, ((parseSlotId(slotId)?.startsAt ?? 0) - now) / 3600_000);

/** A price as a parameter of a failure's text. */
export const priceParam = (cents: number): FailureParams =>
  inEachLanguage('price', (language) => formatEuro(toEuro(cents), language));

/** The price that the desk has typed, with its VAT. */
export const typedPrice = ({ facility }: Pick<BookingTerms, 'facility'>, eur: number): Amount => ({
  ...amountOf(
    { facility: { ...facility, pricing: { per: 'booking', eur, rules: [] } } },
    { people: 1, guests: null, addOns: null, startsAt: '', hoursAhead: 0, locale: 'en' },
  ),
  lines: null,
});

/**
 * The price of a slot for a party, the part of it to pay online when booking (`dueCents`), and how the rest
 * is paid: those of the quote, otherwise today's.
 * @throws `quote_over`, `quote_wrong` with today's price
 */
export function requestedPrice(
  keys: readonly SigningKey[],
  terms: Pick<BookingTerms, 'facility' | 'venue'>,
  request: PriceRequest & { quote?: string | undefined },
  now = Date.now(),
): { price: Amount; dueCents: number; restTerms: RestTerms | null } {
  const price = todaysPrice(terms, request, now);
  const todaysRest = restTermsOf(terms.facility.deposit);
  const dueToday = dueCentsOf(terms, { ...request, amountCents: price.amountCents }, now);
  const today = { price, dueCents: dueToday, restTerms: todaysRest };
  if (request.quote === undefined) return today;
  const quoted = readQuote(keys, request.quote);
  const { venueId, slotId, people, guests, addOns } = request;
  const todayParam = () => priceParam(price.amountCents);
  const isForParty =
    quoted?.people === people &&
    isDeepStrictEqual(quoted.guests, countsOf(guests)) &&
    isDeepStrictEqual(quoted.addOns, countsOf(addOns));
  if (quoted?.venueId !== venueId || quoted.slotId !== slotId || !isForParty)
    throw fail('quote_wrong', todayParam());
  const { amountCents, lines, vat, depositCents: dueCents = amountCents, restTerms = todaysRest } = quoted;
  // The quote has expired, but nothing has changed: the guest need not confirm it again.
  const isSame = amountCents === price.amountCents && dueCents === dueToday;
  if (quoted.until < now && isSame && isDeepStrictEqual(restTerms, todaysRest)) return today;
  if (quoted.until < now) throw fail('quote_over', todayParam());
  return { price: { amountCents, lines, vat }, dueCents, restTerms };
}
