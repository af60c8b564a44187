import { isDeepStrictEqual } from 'node:util';
import type { AddOn, AddOnCounts } from '@venue-booking/proto/addOns';
import { Failure } from '@venue-booking/proto/failures';
import type { Guests } from '@venue-booking/proto/guests';
import { addOnsTaken, choicesOf } from '@venue-booking/proto/price/addOnsTaken';
import type { GuestParty } from '@venue-booking/proto/price/guestParty';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { type BookingTerms, countsOf, partyFor } from './bookingRules.ts';

/** What a change says of whom a booking is for, and what it takes along: nothing where that stays. */
export type PartyPatch = {
  people?: number | undefined;
  guests?: Guests | undefined;
  add_ons?: AddOnCounts | undefined;
};

/** Whom a booking is for, and what it takes along. */
export const partyOf = ({
  people,
  guests,
  addOns,
}: Pick<Row, 'people' | 'guests' | 'addOns'>): GuestParty => ({
  people,
  guests: guests as GuestParty['guests'],
  addOns: addOns as GuestParty['addOns'],
});

/** Whether a change says of another party than the booking is for, or of what it takes along. */
export const isOtherParty = (
  before: Pick<Row, 'people'>,
  { people = before.people, guests, add_ons }: PartyPatch,
) => guests !== undefined || add_ons !== undefined || people !== before.people;

/** Whether a booking is for just this party: so many people, or guests of each category. */
export function isParty(row: Pick<Row, 'people' | 'guests'>, { people, guests }: PartyPatch): boolean {
  const counts = countsOf(row.guests as GuestParty['guests']);
  if (!guests) return !counts && people === row.people;
  const some = Object.entries(guests).filter(([, count]) => count > 0);
  return isDeepStrictEqual(Object.fromEntries(some), counts);
}

/**
 * Whom a booking is for, once it is changed to a slot of a facility: in its own a party of the same people
 * stays, whatever the rules have become; in another it is held to those. It goes on taking along what it did,
 * as far as the facility has that, at today's prices.
 * @throws what {@link partyFor} refuses with
 */
export function changedParty(
  { facility }: Pick<BookingTerms, 'facility'>,
  before: Row,
  { facilityId, people = before.people, guests, add_ons }: PartyPatch & { facilityId: number },
): GuestParty {
  const stays = facilityId === before.facilityId;
  const booked = partyOf(before);
  const locale = before.locale as Locale;
  const isSame = !isOtherParty(before, { people, guests });
  const kept = isSame ? facility.pricing?.categories && countsOf(booked.guests) : guests;
  const party = isSame && stays ? booked : partyFor({ facility }, { people, guests: kept, locale });
  if (party instanceof Failure) throw party;

  const list = facility.pricing?.add_ons ?? [];
  const gone = (booked.addOns ?? []).filter(({ key }) => !list.some((addOn) => addOn.key === key));
  const wanted = add_ons ?? keptChoices(stays ? [] : gone);
  const addOns = addOnsTaken(
    stays ? [...list, ...gone] : list,
    { people: party.people, wanted, locale },
    { byVenue: true },
  );
  if (addOns instanceof Failure) throw addOns;
  return { ...party, addOns: addOns.length > 0 ? addOns : null };

  /** What it took but for some; in its own facility nothing that has come to be required. */
  function keptChoices(without: readonly AddOn[]): AddOnCounts {
    const choices = new Map(Object.entries(choicesOf(booked.addOns ?? [])));
    for (const { key } of without) choices.delete(key);
    const others = stays ? list.filter(({ key }) => !choices.has(key)) : [];
    return Object.fromEntries([...others.map(({ key }) => [key, 0] as const), ...choices]);
  }
}
