import { isDeepStrictEqual } from 'node:util';
import { type ChosenAddOn, choicesOf, chosenAddOns } from '@venue-booking/domain/price/chosenAddOns';
import type { GuestParty } from '@venue-booking/domain/price/guestParty';
import type { ChangeQuoteRequest } from '@venue-booking/proto/booking/quote';
import { type AddOn, type AddOnCounts, MAX_PIECES } from '@venue-booking/proto/price/addOns';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { type BookingTerms, countsOf, partyFor } from './bookingRules.ts';

/** The requested changes of a party and its add-ons; absent fields stay. */
export type PartyPatch = Omit<ChangeQuoteRequest, 'slot_id'>;

/** The party of a booking and its add-ons. */
export const partyOf = ({
  people,
  guests,
  addOns,
}: Pick<Row, 'people' | 'guests' | 'addOns'>): GuestParty => ({
  people,
  guests: guests as GuestParty['guests'],
  addOns: addOns as GuestParty['addOns'],
});

/** Whether a patch changes the party or names add-ons. */
export const changesParty = (
  before: Pick<Row, 'people'>,
  { people = before.people, guests, add_ons }: PartyPatch,
) => guests !== undefined || add_ons !== undefined || people !== before.people;

/** Whether a booking is for exactly this party: the number of people, or the guests of each category. */
export function hasParty(row: Pick<Row, 'people' | 'guests'>, { people, guests }: PartyPatch): boolean {
  const counts = countsOf(row.guests as GuestParty['guests']);
  if (!guests) return !counts && people === row.people;
  const some = Object.entries(guests).filter(([, count]) => count > 0);
  return isDeepStrictEqual(Object.fromEntries(some), counts);
}

/** Whether a booking has exactly these add-ons, by key. */
export const hasAddOns = ({ addOns }: Pick<Row, 'addOns'>, counts: AddOnCounts | undefined): boolean =>
  isDeepStrictEqual(countsOf(addOns as GuestParty['addOns']) ?? {}, counts ?? {});

/**
 * The party of a booking after a change to a slot of a facility. In its own facility an unchanged party stays
 * valid even if the rules have changed; another facility's rules apply. Booked add-ons stay if the facility
 * offers them, at today's prices.
 * @param options.own the guest makes the change: add-ons that they do not name stay, and changed ones must be
 * within the list's minimum and maximum
 * @throws the failures of {@link partyFor}
 */
export function changedParty(
  { facility }: Pick<BookingTerms, 'facility'>,
  before: Row,
  { facilityId, people = before.people, guests, add_ons }: PartyPatch & { facilityId: number },
  { own = false } = {},
): GuestParty {
  const stays = facilityId === before.facilityId;
  const booked = partyOf(before);
  const isSame = !changesParty(before, { people, guests });
  const guestCounts = isSame ? facility.pricing?.categories && countsOf(booked.guests) : guests;
  const party = isSame && stays ? booked : partyFor({ facility }, { people, guests: guestCounts });

  const addOns = changedAddOns(facility.pricing?.add_ons ?? [], booked.addOns ?? [], {
    ...{ people: party.people, requested: add_ons, stays, own },
  });
  return { ...party, addOns: addOns.length > 0 ? addOns : null };
}

/** The add-ons after a change. `stays`: the booking stays in its facility. */
function changedAddOns(
  list: readonly AddOn[],
  booked: readonly ChosenAddOn[],
  {
    requested,
    stays,
    own,
    people,
  }: { people: number; requested: AddOnCounts | undefined; stays: boolean; own: boolean },
): ChosenAddOn[] {
  const gone = booked.filter(({ key }) => !list.some((addOn) => addOn.key === key));
  const current = currentChoices();
  const choices = own ? { ...current, ...guestChoices(requested ?? {}) } : (requested ?? current);
  return chosenAddOns(stays ? [...list, ...gone] : list, { people, requested: choices }, { byVenue: true });

  /**
   * The booked add-ons that are still offered. In the same facility, add-ons that became required since are
   * not added.
   */
  function currentChoices(): AddOnCounts {
    const choices = new Map(Object.entries(choicesOf(booked)));
    if (!stays) for (const { key } of gone) choices.delete(key);
    // Since the booking, an add-on may have changed from per piece to per person or back.
    for (const { key, count } of booked) {
      const per = list.find((addOn) => addOn.key === key)?.per;
      if (per && choices.has(key)) choices.set(key, per === 'piece' ? Math.min(count, MAX_PIECES) : 1);
    }
    const others = stays ? list.filter(({ key }) => !choices.has(key)) : [];
    return Object.fromEntries([...others.map(({ key }) => [key, 0] as const), ...choices]);
  }

  /** The guest's changed add-ons, checked against the list's minimum and maximum. */
  function guestChoices(requested: AddOnCounts): AddOnCounts {
    const before = new Map(Object.entries(current));
    const other = Object.entries(requested).filter(([key, count]) => count !== (before.get(key) ?? 0));
    const choices = Object.fromEntries(other);
    chosenAddOns(
      list.filter(({ key }) => Object.hasOwn(choices, key)),
      { people, requested: choices },
    );
    return choices;
  }
}
