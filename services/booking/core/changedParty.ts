import { isDeepStrictEqual } from 'node:util';
import { type AddOn, type AddOnCounts, MOST_PIECES } from '@venue-booking/proto/addOns';
import { addOnsTaken, choicesOf, type TakenAddOn } from '@venue-booking/proto/price/addOnsTaken';
import type { GuestParty } from '@venue-booking/proto/price/guestParty';
import type { ChangeQuoteRequest } from '@venue-booking/proto/quote';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { type BookingTerms, countsOf, partyFor } from './bookingRules.ts';

/** What a change says of whom a booking is for, and what it takes along: nothing where that stays. */
export type PartyPatch = Omit<ChangeQuoteRequest, 'slot_id'>;

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

/** Whether a booking takes along just this: so many of each add-on, by key. */
export const takesJust = ({ addOns }: Pick<Row, 'addOns'>, counts: AddOnCounts | undefined): boolean =>
  isDeepStrictEqual(countsOf(addOns as GuestParty['addOns']) ?? {}, counts ?? {});

/**
 * Whom a booking is for, once it is changed to a slot of a facility: in its own a party of the same people
 * stays, whatever the rules have become; in another it is held to those. It goes on taking along what it did,
 * as far as the facility has that, at today's prices.
 * @param options.own its guest changes it: add-ons that they do not name stay, and others are within what the
 * list has at least and at most
 * @throws what {@link partyFor} refuses with
 */
export function changedParty(
  { facility }: Pick<BookingTerms, 'facility'>,
  before: Row,
  { facilityId, people = before.people, guests, add_ons }: PartyPatch & { facilityId: number },
  { own = false } = {},
): GuestParty {
  const stays = facilityId === before.facilityId;
  const booked = partyOf(before);
  const isSame = !isOtherParty(before, { people, guests });
  const kept = isSame ? facility.pricing?.categories && countsOf(booked.guests) : guests;
  const party = isSame && stays ? booked : partyFor({ facility }, { people, guests: kept });

  const addOns = changedAddOns(facility.pricing?.add_ons ?? [], booked.addOns ?? [], {
    ...{ people: party.people, wish: add_ons, stays, own },
  });
  return { ...party, addOns: addOns.length > 0 ? addOns : null };
}

/** What a booking takes along once it is changed. `stays`: in its facility. */
function changedAddOns(
  list: readonly AddOn[],
  booked: readonly TakenAddOn[],
  {
    wish,
    stays,
    own,
    people,
  }: { people: number; wish: AddOnCounts | undefined; stays: boolean; own: boolean },
): TakenAddOn[] {
  const gone = booked.filter(({ key }) => !list.some((addOn) => addOn.key === key));
  const kept = keptChoices();
  const wanted = own ? { ...kept, ...guestChoices(wish ?? {}) } : (wish ?? kept);
  return addOnsTaken(stays ? [...list, ...gone] : list, { people, wanted }, { byVenue: true });

  /** What it took, as far as that is there; in its own facility nothing that has come to be required. */
  function keptChoices(): AddOnCounts {
    const choices = new Map(Object.entries(choicesOf(booked)));
    if (!stays) for (const { key } of gone) choices.delete(key);
    // Pieces of then may be for each person by now, and what was for each person be pieces.
    for (const { key, count } of booked) {
      const per = list.find((addOn) => addOn.key === key)?.per;
      if (per && choices.has(key)) choices.set(key, per === 'piece' ? Math.min(count, MOST_PIECES) : 1);
    }
    const others = stays ? list.filter(({ key }) => !choices.has(key)) : [];
    return Object.fromEntries([...others.map(({ key }) => [key, 0] as const), ...choices]);
  }

  /** What its guest wants otherwise than it is, which is held to the list. */
  function guestChoices(said: AddOnCounts): AddOnCounts {
    const before = new Map(Object.entries(kept));
    const other = Object.entries(said).filter(([key, count]) => count !== (before.get(key) ?? 0));
    const choices = Object.fromEntries(other);
    addOnsTaken(
      list.filter(({ key }) => Object.hasOwn(choices, key)),
      { people, wanted: choices },
    );
    return choices;
  }
}
