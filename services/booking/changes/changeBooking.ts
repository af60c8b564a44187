import { isDeepStrictEqual } from 'node:util';
import type { BookingPatch, OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { MAX_HISTORY } from '@venue-booking/proto/booking/history';
import { canonicalEmail } from '@venue-booking/proto/emailAddress';
import type { ReservedSlot } from '@venue-booking/proto/facility/slot';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { type Failure, fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import { type Caps, NO_CAPS } from '@venue-booking/proto/venue/caps';
import { v7 as newUid } from 'uuid';
import { correctedExtra, type Extra } from '../core/bookingRules.ts';
import { isSavedAfterAll, requireBooking } from '../core/bookingStore.ts';
import { changedParty, changesParty, partyOf } from '../core/changedParty.ts';
import { changedPrice } from '../core/changedPrice.ts';
import type { BookingDeps } from '../core/deps.ts';
import { requireHistorySpace } from '../core/historyLine.ts';
import { hasOnlineMoney, paidOf } from '../core/keptMoney.ts';
import { ledgerFailure, ledgerParty, stockedOf } from '../core/ledger.ts';
import type { QuotedPrice } from '../core/quoteToken.ts';
import { requestedPrice, typedPrice } from '../core/requestedPrice.ts';
import { slotIdAt } from '../core/slotIdAt.ts';
import { stateFailure } from '../core/stateFailure.ts';
import { findTerms } from '../core/termsStore.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking } from '../gen/prisma/client.ts';
import { shareLimits } from '../limits/fairShare.ts';
import { capLimits } from '../limits/guestLimits.ts';
import type { OfferAt } from '../limits/venueOffers.ts';
import { type Change, writeChange } from './changeStore.ts';
import { requireOwnChange } from './requireOwnChange.ts';
import { type ResizeDeps, resizeBooking } from './resizeBooking.ts';

export type Deps = ResizeDeps &
  Pick<BookingDeps, 'queue' | 'releasePlaces' | 'signingKeys'> & { offerAt: OfferAt };

/** Maximum history lines for a guest's changes; the rest is reserved for the venue. */
const MAX_OWN_HISTORY = MAX_HISTORY / 2;

/**
 * The ticket page has no scripts and cannot bring a proof of work, so a change may take places up to the
 * share of this work. A guest of a busy carrier can still add a person, and changes do not bypass the proof.
 */
const CHANGE_WORK = 2;

/** What the guest confirmed: a booking at a revision, and the refund in cents that was shown. */
type Own = NonNullable<QuotedPrice['change']>;

/**
 * Moves a booking to another slot of its venue, or changes its guest, party or add-ons. The price is that of
 * the quote, if there is one; otherwise it stays. A move first reserves the new places under a new uid. The
 * statement that moves the booking publishes that the old places are free. A failure in between releases the
 * new places; after a crash the sweep does.
 * @param change.keepsAddress rejects another email address and a lower price for a booking that was paid
 * online. The ticket goes to that address and can cancel the booking, so both would refund money
 * @param change.own the guest makes the change, of the booking at this revision, with this refund shown
 * @throws `booking_not_found`, `owner_only`, `quote_over`, `quote_wrong`, `booking_changed`, `history_full`,
 * `too_many_coming` and `change_crowded` to a guest, `slot_unknown`, a stateFailure, and the failures of
 * {@link requireOwnChange}, `partyFor` and the ledger
 */
export async function changeBooking(deps: Deps, of: OfBooking, wish: ChangeWish): Promise<void> {
  const planned = await planChange(deps, of, wish);
  if (!planned) return;
  const { before, change, slotId, resizes } = planned;
  if (slotId !== null) return move(deps, { ...planned, slotId });
  if (resizes) return resizeBooking(deps, before, { ...change, move: null });
  await apply(deps, before, { ...change, move: null });
}

export type ChangeWish = { patch: BookingPatch; actor: string; keepsAddress?: boolean; own?: Own };

/** A checked change of a booking, for which nothing is reserved yet. */
export type PlannedChange = {
  before: Booking;
  change: Omit<Change, 'move'>;
  place: Decided['place'];
  /** The slot to move to; null: it stays. */
  slotId: number | null;
  /** The length of a slot off the grid. */
  minutes?: number | undefined;
  /** Whether it needs other places or add-ons in its slot. */
  resizes: boolean;
  byVenue: boolean;
};

/** The checks and decisions of {@link changeBooking}. Null if the booking is as wished already. */
export async function planChange(
  deps: Pick<Deps, 'database' | 'signingKeys' | 'offerAt'>,
  of: OfBooking,
  { patch, actor, keepsAddress = false, own }: ChangeWish,
): Promise<PlannedChange | null> {
  const before = await requireBooking(deps.database, of);
  if (own) await requireOwnChange(deps.database, before, Date.now());
  if (own && before.revision !== own.revision) throw fail('booking_changed');
  if (before.status !== 'confirmed') throw stateFailure(before.status);
  if (before.erasedAt) throw fail('validation', { detail: 'the guest of this booking has been erased' });
  if (own) await requireHistorySpace(deps.database, of, MAX_OWN_HISTORY);
  // The previous release stored the domain as typed.
  const oldAddress = canonicalEmail(before.customerEmail);
  const isReaddressed = (patch.customer_email ?? oldAddress) !== oldAddress;
  if (keepsAddress && isReaddressed && hasOnlineMoney(before)) throw fail('owner_only');
  const { starts_at: startsAt, facility_id: facilityId = before.facilityId, minutes } = patch;
  const { slot_id: slotId = Number(before.slotId) } =
    startsAt === undefined
      ? patch
      : { slot_id: slotIdAt({ facilityId, timezone: before.timezone }, startsAt) };
  const length = (before.endsAt.getTime() - before.startsAt.getTime()) / 60_000;
  const moves = BigInt(slotId) !== before.slotId || (minutes ?? length) !== length;
  const extra = await findExtra(deps.database, before, patch);
  const { place, caps, ...decided } = await decide(deps, before, {
    patch,
    slotId,
    moves,
    own: own !== undefined,
  });
  const { people, guests, addOns, price } = decided;
  const { paidCents, backCents } = price ? changedPrice(before, price.amountCents) : UNCHANGED_PRICE;
  if (keepsAddress && backCents > 0) throw fail('owner_only');
  if (own && backCents < own.backCents) throw fail('booking_changed');
  const change = {
    ...{ patch, extra, actor, ...decided },
    ...(own && { historyLimit: MAX_OWN_HISTORY }),
    ...(own &&
      (await heldAfter(deps, before, { caps, people, slotId, paidCents: paidCents ?? paidOf(before) }))),
  };
  const plan = { before, change, place, slotId: null, resizes: false, byVenue: !own };
  if (moves) return { ...plan, slotId, minutes };
  const { amountCents, priceLines: lines, vat } = before;
  // A repeated request changes nothing and sends no mail.
  const same =
    people === before.people &&
    isDeepStrictEqual(guests, before.guests) &&
    isDeepStrictEqual(addOns, before.addOns) &&
    (price === null || isDeepStrictEqual(price, { amountCents: Number(amountCents), lines, vat })) &&
    (patch.customer_name ?? before.customerName) === before.customerName &&
    !isReaddressed &&
    isDeepStrictEqual(extra, before.extra);
  if (same) return null;
  const hasSameStock = isDeepStrictEqual(stockedOf(decided), stockedOf(partyOf(before)));
  return { ...plan, resizes: people !== before.people || !hasSameStock };
}

/** The new party, add-ons and price under the current terms. */
type Decided = Pick<Change, 'people' | 'guests' | 'addOns' | 'price'> & {
  place: { timezone: string; facilityName: string };
  caps: Caps;
};

/**
 * The limits for a guest's change that adds places without payment: a free booking grows, or a paid one
 * becomes free. Empty for other changes.
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
  const caps = isNew ? capLimits(after.caps, 'confirmed') : {};
  return {
    held: { limits: { ...caps, ...(offer && shareLimits(CHANGE_WORK, offer)) }, day: offer?.day ?? null },
  };
}

/** A change that keeps the price. */
const UNCHANGED_PRICE = { paidCents: null, backCents: 0 };

/** The party, price and place after the change, with the venue's current time zone. */
async function decide(
  { database, signingKeys }: Pick<Deps, 'database' | 'signingKeys'>,
  before: Booking,
  { patch, slotId, moves, own }: { patch: BookingPatch; slotId: number; moves: boolean; own: boolean },
): Promise<Decided> {
  const { venueId, timezone, facilityName } = before;
  const { quote, price_eur: typed } = patch;
  if (!moves && !changesParty(before, patch) && quote === undefined && typed === undefined)
    return { ...partyOf(before), price: null, place: { timezone, facilityName }, caps: NO_CAPS };
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  const found = await findTerms(database, { venueId, facilityId, guest: null });
  if (!found?.facility || ((moves || own) && !found.facility.active)) throw fail('slot_unknown');
  const terms = { ...found, facility: found.facility };
  const { people, guests, add_ons } = patch;
  const party = changedParty(terms, before, { people, guests, add_ons, facilityId }, { own });
  const request = { venueId, slotId, ...party, locale: before.locale as Locale, quote };
  return {
    ...party,
    price:
      typed !== undefined
        ? typedPrice(terms, typed)
        : quote === undefined
          ? null
          : requestedPrice(signingKeys, terms, request).price,
    place: { timezone: terms.venue.timezone, facilityName: terms.facility.name },
    caps: terms.venue.caps,
  };
}

async function move(
  deps: Deps,
  { before, change, place, slotId, byVenue, minutes }: PlannedChange & { slotId: number },
): Promise<void> {
  const { venueId } = before;
  const uid = newUid();
  await deps.queue.enter(
    { venueId, slotId, byVenue, minutes },
    { bookingUid: uid, ...ledgerParty(change), insteadOf: before.uid },
    async ({ slot, refused }) => {
      if (refused) {
        if (refused.code === 'unavailable') await deps.releasePlaces(venueId, uid);
        throw ledgerFailure(refused, change);
      }
      await apply(deps, before, { ...change, move: { uid, slotId, slot, ...place, ...zoneOf(slot) } });
    },
  );
  await deps.releasePlaces(venueId, before.uid);
}

/** The new values of the extra fields. @throws the failures of {@link correctedExtra} */
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
 * @throws `booking_changed` after a concurrent change, `history_full` or `unavailable`; the new places are
 * released then
 */
async function apply(deps: Deps, before: Booking, change: Change): Promise<void> {
  const { venueId } = before;
  const { move } = change;
  let failure: Failure | null;
  try {
    failure = await writeChange(deps, before, change);
  } catch (error) {
    if (!move) throw error;
    if (await isSavedAfterAll(deps, error, [{ venueId, bookingUid: move.uid }])) return deps.wakeWorkers();
    await deps.releasePlaces(venueId, move.uid);
    throw fail('unavailable');
  }
  if (!failure) return deps.wakeWorkers();
  if (move) await deps.releasePlaces(venueId, move.uid);
  throw failure;
}

/** The time zone in which the slot was reserved; nothing from a ledger of the previous release. */
export const zoneOf = ({ timezone }: ReservedSlot) => timezone !== undefined && { timezone };
