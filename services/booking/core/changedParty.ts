import { isDeepStrictEqual } from 'node:util';
import { Failure } from '@venue-booking/proto/failures';
import type { Guests } from '@venue-booking/proto/guests';
import type { GuestParty } from '@venue-booking/proto/price/guestParty';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { type BookingTerms, countsOf, partyFor } from './bookingRules.ts';

/** What a change says of whom a booking is for: nothing where that stays. */
export type PartyPatch = { people?: number | undefined; guests?: Guests | undefined };

/** Whom a booking is for. */
export const partyOf = ({ people, guests }: Pick<Row, 'people' | 'guests'>): GuestParty => ({
  people,
  guests: guests as GuestParty['guests'],
});

/** Whether a change says of another party than the booking is for. */
export const isOtherParty = (before: Pick<Row, 'people'>, { people = before.people, guests }: PartyPatch) =>
  guests !== undefined || people !== before.people;

/** Whether a booking is for just this party: so many people, or guests of each category. */
export function isParty(row: Pick<Row, 'people' | 'guests'>, { people, guests }: PartyPatch): boolean {
  const counts = countsOf(partyOf(row).guests);
  if (!guests) return !counts && people === row.people;
  const some = Object.entries(guests).filter(([, count]) => count > 0);
  return isDeepStrictEqual(Object.fromEntries(some), counts);
}

/**
 * Whom a booking is for, once it is changed to a slot of a facility: in its own a party of the same people
 * stays, whatever the rules have become; in another it is held to those.
 * @throws what {@link partyFor} refuses with
 */
export function changedParty(
  terms: Pick<BookingTerms, 'facility'>,
  before: Row,
  { facilityId, ...patch }: PartyPatch & { facilityId: number },
): GuestParty {
  const isSame = !isOtherParty(before, patch);
  if (isSame && facilityId === before.facilityId) return partyOf(before);
  const kept = terms.facility.pricing?.categories && countsOf(partyOf(before).guests);
  const { people = before.people, guests } = isSame ? { guests: kept } : patch;
  const party = partyFor(terms, { people, guests, locale: before.locale as Locale });
  if (party instanceof Failure) throw party;
  return party;
}
