import { isDeepStrictEqual } from 'node:util';
import type { BookingPatch } from '@venue-booking/proto/adminBooking';
import { Failure, fail } from '@venue-booking/proto/failures';
import type { GuestParty } from '@venue-booking/proto/price/guestParty';
import type { Locale } from '@venue-booking/proto/primitives';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { v7 as newUid } from 'uuid';
import { type BookingTerms, correctedExtra, countsOf, type Extra, partyFor } from '../core/bookingRules.ts';
import { findBooking, voidReservations } from '../core/bookingStore.ts';
import type { ReserveResult } from '../core/placeBooking.ts';
import { stateFailure } from '../core/stateFailure.ts';
import { findTerms } from '../core/termsStore.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking } from '../gen/prisma/client.ts';
import type { SlotQueue } from '../slots/slotQueue.ts';
import { type Change, writeChange } from './changeStore.ts';
import { type ResizeDeps, resizeBooking } from './resizeBooking.ts';

export type Deps = ResizeDeps & {
  queue: SlotQueue<ReserveResult>;
  giveBack: (venueId: number, bookingUid: string) => Promise<void>;
};

type Of = { venueId: number; id: number };

/**
 * Moves a booking to another slot of its venue, or corrects whom or how many people it is for; the amount
 * stays. For a move the new places are taken first, under a uid of their own; the statement that moves the
 * booking says that the old ones are free. What fails in between gives the new ones back, and a crash is
 * healed by the sweep as with any reservation.
 * @param change.keepsAddress refuses another address for what was paid online: its ticket is mailed there,
 * and a ticket cancels, which gives the money back
 * @throws `booking_not_found`, `owner_only`, `booking_changed`, `history_full`, `slot_unknown`,
 * a stateFailure, what {@link partyFor} refuses with, and what the ledger refuses with
 */
export async function changeBooking(
  deps: Deps,
  of: Of,
  { patch, actor, keepsAddress = false }: { patch: BookingPatch; actor: string; keepsAddress?: boolean },
): Promise<void> {
  const before = await findBooking(deps.database, of);
  if (!before) throw fail('booking_not_found');
  if (before.status !== 'confirmed') throw stateFailure(before.status);
  if (before.erasedAt) throw fail('validation', { detail: 'the guest of this booking has been erased' });
  const isReaddressed = (patch.customer_email ?? before.customerEmail) !== before.customerEmail;
  if (keepsAddress && isReaddressed && before.paymentStatus === 'paid') throw fail('owner_only');
  const { slot_id: slotId = Number(before.slotId) } = patch;
  const extra = await findExtra(deps.database, before, patch);
  const change = { patch, extra, actor };
  if (BigInt(slotId) !== before.slotId) return move(deps, before, { ...change, slotId });
  const party = await findParty(deps.database, before, patch);
  // The same again, for example a request that is repeated, is no change and no mail.
  const same =
    party.people === before.people &&
    isDeepStrictEqual(party.guests, before.guests) &&
    (patch.customer_name ?? before.customerName) === before.customerName &&
    !isReaddressed &&
    isDeepStrictEqual(extra, before.extra);
  if (same) return;
  const decided = { ...change, ...party, move: null };
  if (party.people === before.people) return apply(deps, before, decided);
  await resizeBooking(deps, before, decided);
}

async function move(
  deps: Deps,
  before: Booking,
  { slotId, ...change }: Pick<Change, 'patch' | 'extra' | 'actor'> & { slotId: number },
): Promise<void> {
  const { venueId } = before;
  const { timezone, facilityName, ...party } = await findPlace(deps.database, before, {
    slotId,
    patch: change.patch,
  });
  const uid = newUid();
  await deps.queue.enter(
    { venueId, slotId, byVenue: true },
    { bookingUid: uid, people: party.people },
    async ({ slot, refused }) => {
      if (refused) {
        if (refused.code === 'unavailable') await deps.giveBack(venueId, uid);
        throw fail(refused.code, refused.params);
      }
      await apply(deps, before, { ...change, ...party, move: { uid, slotId, slot, timezone, facilityName } });
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
  const corrected = correctedExtra(terms?.fields ?? [], extra as Extra, patch.extra);
  if (corrected instanceof Failure) throw corrected;
  return corrected;
}

/** Whom a booking that stays in its slot is for, once it is changed. */
async function findParty(
  database: BookingDatabase,
  before: Booking,
  patch: BookingPatch,
): Promise<GuestParty> {
  const { venueId, facilityId } = before;
  if (!isOtherParty(before, patch)) return partyOf(before);
  const terms = await findTerms(database, { venueId, facilityId, guest: null });
  if (!terms?.facility) throw fail('slot_unknown');
  return partyIn({ facility: terms.facility }, before, patch);
}

const partyOf = ({ people, guests }: Booking): GuestParty => ({
  people,
  guests: guests as GuestParty['guests'],
});

const isOtherParty = (before: Booking, { people = before.people, guests }: BookingPatch): boolean =>
  guests !== undefined || people !== before.people;

/** The party that a facility is to take: the one of before, as far as the change says no other. */
function partyIn(terms: Pick<BookingTerms, 'facility'>, before: Booking, patch: BookingPatch): GuestParty {
  const kept = terms.facility.pricing?.categories && countsOf(partyOf(before).guests);
  const { people = before.people, guests } = isOtherParty(before, patch) ? patch : { guests: kept };
  const party = partyFor(terms, { people, guests, locale: before.locale as Locale });
  if (party instanceof Failure) throw party;
  return party;
}

/**
 * The facility of a slot, if it takes the party of a booking; the new time is told in the zone that the venue
 * has now. In its own facility a party of the same people stays, whatever the rules have become.
 */
async function findPlace(
  database: BookingDatabase,
  before: Booking,
  { slotId, patch }: { slotId: number; patch: BookingPatch },
): Promise<{ timezone: string; facilityName: string } & GuestParty> {
  const { venueId } = before;
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  const terms = await findTerms(database, { venueId, facilityId, guest: null });
  if (!terms?.facility?.active) throw fail('slot_unknown');
  const { venue, facility } = terms;
  const stays = facilityId === before.facilityId && !isOtherParty(before, patch);
  const party = stays ? partyOf(before) : partyIn({ facility }, before, patch);
  return { timezone: venue.timezone, facilityName: facility.name, ...party };
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
