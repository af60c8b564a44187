import { isDeepStrictEqual } from 'node:util';
import type { BookingPatch, OfBooking } from '@venue-booking/proto/adminBooking';
import { type Caps, NO_CAPS } from '@venue-booking/proto/caps';
import { type Failure, fail } from '@venue-booking/proto/failures';
import { MAX_HISTORY } from '@venue-booking/proto/history';
import type { Locale } from '@venue-booking/proto/primitives';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { v7 as newUid } from 'uuid';
import { correctedExtra, type Extra } from '../core/bookingRules.ts';
import { requireBooking, voidReservations } from '../core/bookingStore.ts';
import { changedParty, isOtherParty, partyOf } from '../core/changedParty.ts';
import { changedPrice } from '../core/changedPrice.ts';
import { requireRoom } from '../core/historyLine.ts';
import { paidOf } from '../core/keptMoney.ts';
import { ledgerFailure, ledgerWish, stockedOf } from '../core/ledgerWish.ts';
import { priceWish } from '../core/priceWish.ts';
import type { Promised } from '../core/quoteToken.ts';
import { requireOwnChange } from '../core/requireOwnChange.ts';
import { stateFailure } from '../core/stateFailure.ts';
import { findTerms } from '../core/termsStore.ts';
import type { BookingDatabase } from '../database.ts';
import type { BookingDeps } from '../deps.ts';
import type { Booking } from '../gen/prisma/client.ts';
import { mostPlaces } from '../limits/fairShare.ts';
import { mostByCaps } from '../limits/guestLimits.ts';
import type { OfferAt } from '../limits/venueOffers.ts';
import { type Change, writeChange } from './changeStore.ts';
import { type ResizeDeps, resizeBooking } from './resizeBooking.ts';

export type Deps = ResizeDeps &
  Pick<BookingDeps, 'queue' | 'giveBack' | 'signingKeys'> & { offerAt: OfferAt };

/** Lines of the history after which a guest changes nothing: the others are for the venue. */
const MAX_OWN_HISTORY = MAX_HISTORY / 2;

/**
 * A ticket page has no scripts and brings no proof of work, so a change may take places up to the share of
 * this work: a guest of a busy carrier can still add a person, and changes are no way around the proof.
 */
const CHANGE_WORK = 2;

/** What a guest agreed to change: a booking at its revision, with cents that were to come back. */
type Own = NonNullable<Promised['change']>;

/**
 * Moves a booking to another slot of its venue, or corrects whom or how many people it is for, or what it
 * takes along. It costs what a quote that comes with that says; without one the amount stays. For a move the
 * new places are taken first, under a uid of their own; the statement that moves the booking says that the
 * old ones are free. What fails in between gives the new ones back, and a crash is healed by the sweep as
 * with any reservation.
 * @param change.keepsAddress refuses another address for what was paid online: its ticket is mailed there,
 * and a ticket cancels, which gives the money back; so does a lower price, which it refuses as well
 * @param change.own the guest changes it, as it was at this revision, and was shown what comes back
 * @throws `booking_not_found`, `owner_only`, `quote_over`, `quote_wrong`, `booking_changed`, `history_full`,
 * `venue_not_live`, `too_many_coming` and `change_crowded` to a guest, `slot_unknown`, a stateFailure, and
 * what {@link requireOwnChange}, `partyFor` and the ledger refuse with
 */
export async function changeBooking(
  deps: Deps,
  of: OfBooking,
  {
    patch,
    actor,
    keepsAddress = false,
    own,
  }: { patch: BookingPatch; actor: string; keepsAddress?: boolean; own?: Own },
): Promise<void> {
  const before = await requireBooking(deps.database, of);
  if (own) await requireOwnChange(deps.database, before, Date.now());
  if (own && before.revision !== own.revision) throw fail('booking_changed');
  if (before.status !== 'confirmed') throw stateFailure(before.status);
  if (before.erasedAt) throw fail('validation', { detail: 'the guest of this booking has been erased' });
  if (own) await requireRoom(deps.database, of, MAX_OWN_HISTORY);
  const isReaddressed = (patch.customer_email ?? before.customerEmail) !== before.customerEmail;
  if (keepsAddress && isReaddressed && before.paymentStatus === 'paid') throw fail('owner_only');
  const { slot_id: slotId = Number(before.slotId) } = patch;
  const extra = await findExtra(deps.database, before, patch);
  const { place, caps, ...decided } = await decide(deps, before, { patch, slotId, own: own !== undefined });
  const { people, guests, addOns, price } = decided;
  const { paidCents, backCents } = price ? changedPrice(before, price.amountCents) : KEPT;
  if (keepsAddress && backCents > 0) throw fail('owner_only');
  if (own && backCents < own.backCents) throw fail('booking_changed');
  const change = {
    ...{ patch, extra, actor, ...decided },
    ...(own && { most: MAX_OWN_HISTORY }),
    ...(own &&
      (await heldAfter(deps, before, { caps, people, slotId, paidCents: paidCents ?? paidOf(before) }))),
  };
  if (BigInt(slotId) !== before.slotId)
    return move(deps, before, { ...change, place, slotId, byVenue: !own });
  const { amountCents, priceLines: lines, vat } = before;
  // The same again, for example a request that is repeated, is no change and no mail.
  const same =
    people === before.people &&
    isDeepStrictEqual(guests, before.guests) &&
    isDeepStrictEqual(addOns, before.addOns) &&
    (price === null || isDeepStrictEqual(price, { amountCents: Number(amountCents), lines, vat })) &&
    (patch.customer_name ?? before.customerName) === before.customerName &&
    !isReaddressed &&
    isDeepStrictEqual(extra, before.extra);
  if (same) return;
  const takesAsMany = isDeepStrictEqual(stockedOf(decided), stockedOf(partyOf(before)));
  if (people === before.people && takesAsMany) return apply(deps, before, { ...change, move: null });
  await resizeBooking(deps, before, { ...change, move: null });
}

/** Whom a booking is for, what it takes along and what it costs: what changes is decided by the terms. */
type Decided = Pick<Change, 'people' | 'guests' | 'addOns' | 'price'> & {
  place: { timezone: string; facilityName: string };
  caps: Caps;
};

/**
 * What a guest is held to whose change takes more places of which nothing is paid. Empty where nothing is
 * added or money stays paid.
 * @param after.paidCents what stays paid
 */
async function heldAfter(
  { offerAt }: Pick<Deps, 'offerAt'>,
  before: Booking,
  after: { caps: Caps; people: number; slotId: number; paidCents: number },
): Promise<Pick<Change, 'held'>> {
  const isNew = paidOf(before) > 0;
  if (after.paidCents > 0 || (!isNew && after.people <= before.people)) return {};
  const slot = parseSlotId(after.slotId);
  const offer = slot && (await offerAt(before.venueId, slot.startsAt));
  if (!isNew && offer?.privatePlaces[slot?.facilityId ?? 0] !== undefined) return {};
  const caps = isNew ? mostByCaps(after.caps, 'confirmed') : {};
  return {
    held: { most: { ...caps, ...(offer && mostPlaces(CHANGE_WORK, offer)) }, day: offer?.day ?? null },
  };
}

/** The money of a booking whose price stays. */
const KEPT = { paidCents: null, backCents: 0 };

/** What a change comes to in the slot where the booking is to be, told in the zone of the venue now. */
async function decide(
  { database, signingKeys }: Pick<Deps, 'database' | 'signingKeys'>,
  before: Booking,
  { patch, slotId, own }: { patch: BookingPatch; slotId: number; own: boolean },
): Promise<Decided> {
  const { venueId, timezone, facilityName } = before;
  const { quote } = patch;
  const moves = BigInt(slotId) !== before.slotId;
  if (!moves && !isOtherParty(before, patch) && quote === undefined)
    return { ...partyOf(before), price: null, place: { timezone, facilityName }, caps: NO_CAPS };
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  const found = await findTerms(database, { venueId, facilityId, guest: null });
  if (own && !found?.venue.live) throw fail('venue_not_live');
  if (!found?.facility || ((moves || own) && !found.facility.active)) throw fail('slot_unknown');
  const terms = { ...found, facility: found.facility };
  const { people, guests, add_ons } = patch;
  const party = changedParty(terms, before, { people, guests, add_ons, facilityId }, { own });
  const wish = { venueId, slotId, ...party, locale: before.locale as Locale, quote };
  return {
    ...party,
    price: quote === undefined ? null : priceWish(signingKeys, terms, wish),
    place: { timezone: terms.venue.timezone, facilityName: terms.facility.name },
    caps: terms.venue.caps,
  };
}

async function move(
  deps: Deps,
  before: Booking,
  {
    slotId,
    place,
    byVenue,
    ...change
  }: Omit<Change, 'move'> & Pick<Decided, 'place'> & { slotId: number; byVenue: boolean },
): Promise<void> {
  const { venueId } = before;
  const uid = newUid();
  await deps.queue.enter(
    { venueId, slotId, byVenue },
    { bookingUid: uid, ...ledgerWish(change), insteadOf: before.uid },
    async ({ slot, refused }) => {
      if (refused) {
        if (refused.code === 'unavailable') await deps.giveBack(venueId, uid);
        throw ledgerFailure(refused, change);
      }
      await apply(deps, before, { ...change, move: { uid, slotId, slot, ...place } });
    },
  );
  await deps.giveBack(venueId, before.uid);
}

/** The values of the extra fields as they are to be. @throws `extra_unknown`, `extra_invalid` */
async function findExtra(
  database: BookingDatabase,
  { venueId, facilityId, extra }: Booking,
  patch: BookingPatch,
): Promise<Extra> {
  if (!patch.extra) return extra as Extra;
  const terms = await findTerms(database, { venueId, facilityId, guest: null });
  return correctedExtra(terms?.fields ?? [], extra as Extra, patch.extra);
}

/**
 * @throws `booking_changed` by somebody else meanwhile, `history_full` or `unavailable`; its new places are
 * free again then
 */
async function apply(deps: Deps, before: Booking, change: Change): Promise<void> {
  const { venueId } = before;
  const { move } = change;
  let refused: Failure | null;
  try {
    refused = await writeChange(deps, before, change);
  } catch (error) {
    // Not known whether it was written: void the new reservation unless it was.
    if (!move) throw error;
    deps.log.error({ err: error }, 'booking not moved, looking what became of it');
    const { saved } = await voidReservations(deps.database, [{ venueId, bookingUid: move.uid }]);
    if (saved.length > 0) return deps.wakeWorkers();
    await deps.giveBack(venueId, move.uid);
    throw fail('unavailable');
  }
  if (!refused) return deps.wakeWorkers();
  if (move) await deps.giveBack(venueId, move.uid);
  throw refused;
}
