import { isDeepStrictEqual } from 'node:util';
import type { BookingPatch } from '@venue-booking/proto/adminBooking';
import { Failure, fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { v7 as newUid } from 'uuid';
import { type Amount, checkPeople, correctedExtra, type Extra } from '../core/bookingRules.ts';
import { findBooking, voidReservations } from '../core/bookingStore.ts';
import { changedPrice } from '../core/changedPrice.ts';
import type { ReserveResult } from '../core/placeBooking.ts';
import { priceWish } from '../core/priceWish.ts';
import { stateFailure } from '../core/stateFailure.ts';
import { findTerms } from '../core/termsStore.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking } from '../gen/prisma/client.ts';
import type { SlotQueue } from '../slots/slotQueue.ts';
import type { SigningKey } from '../ticket/linkedBooking.ts';
import { type Change, writeChange } from './changeStore.ts';
import { type ResizeDeps, resizeBooking } from './resizeBooking.ts';

export type Deps = ResizeDeps & {
  queue: SlotQueue<ReserveResult>;
  giveBack: (venueId: number, bookingUid: string) => Promise<void>;
  /** Which quotes are signed by. */
  signingKeys: readonly SigningKey[];
};

type Of = { venueId: number; id: number };

/**
 * Moves a booking to another slot of its venue, or corrects whom or how many people it is for. It costs what
 * a quote that comes with that says; without one the amount stays. For a move the new places are taken
 * first, under a uid of their own; the statement that moves the booking says that the old ones are free. What
 * fails in between gives the new ones back, and a crash is healed by the sweep as with any reservation.
 * @param change.keepsAddress refuses another address for what was paid online: its ticket is mailed there,
 * and a ticket cancels, which gives the money back; so does a lower price, which it refuses as well
 * @throws `booking_not_found`, `owner_only`, `quote_over`, `quote_wrong`, `booking_changed`, `history_full`,
 * `slot_unknown`, `people_too_few`, `people_too_many`, a stateFailure, and what the ledger refuses with
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
  const { slot_id: slotId = Number(before.slotId), people = before.people } = patch;
  const extra = await findExtra(deps.database, before, patch);
  const price = await findPrice(deps, before, { slotId, people, quote: patch.quote });
  if (keepsAddress && price && changedPrice(before, price.amountCents).backCents > 0)
    throw fail('owner_only');
  const change = { patch, people, extra, price, actor };
  if (BigInt(slotId) !== before.slotId) return move(deps, before, { ...change, slotId });
  // The same again, for example a request that is repeated, is no change and no mail.
  const same =
    people === before.people &&
    (price === null || BigInt(price.amountCents) === before.amountCents) &&
    (patch.customer_name ?? before.customerName) === before.customerName &&
    !isReaddressed &&
    isDeepStrictEqual(extra, before.extra);
  if (same) return;
  if (people === before.people) return apply(deps, before, { ...change, move: null });
  const terms = await findTerms(deps.database, {
    venueId: of.venueId,
    facilityId: before.facilityId,
    guest: null,
  });
  const refused = terms?.facility ? checkPeople({ facility: terms.facility }, people) : null;
  if (refused) throw refused;
  await resizeBooking(deps, before, { ...change, move: null });
}

async function move(
  deps: Deps,
  before: Booking,
  { slotId, ...change }: Omit<Change, 'move'> & { slotId: number },
): Promise<void> {
  const { venueId } = before;
  const { people } = change;
  const { timezone, facilityName } = await findPlace(deps.database, before, { slotId, people });
  const uid = newUid();
  await deps.queue.enter(
    { venueId, slotId, byVenue: true },
    { bookingUid: uid, people },
    async ({ slot, refused }) => {
      if (refused) {
        if (refused.code === 'unavailable') await deps.giveBack(venueId, uid);
        throw fail(refused.code, refused.params);
      }
      await apply(deps, before, { ...change, move: { uid, slotId, slot, timezone, facilityName } });
    },
  );
  await deps.giveBack(venueId, before.uid);
}

/** What the booking costs from now on: what its change was promised; null: what it did. */
async function findPrice(
  { database, signingKeys }: Pick<Deps, 'database' | 'signingKeys'>,
  { venueId, locale }: Booking,
  { slotId, people, quote }: { slotId: number; people: number; quote: string | undefined },
): Promise<Amount | null> {
  if (quote === undefined) return null;
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  const terms = await findTerms(database, { venueId, facilityId, guest: null });
  if (!terms?.facility) throw fail('slot_unknown');
  const wish = { venueId, slotId, people, locale: locale as Locale, quote };
  return priceWish(signingKeys, { ...terms, facility: terms.facility }, wish);
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

/**
 * The facility of a slot, if it takes the party of a booking; the new time is told in the zone that the venue
 * has now. In its own facility a party of the same people stays, whatever the rules have become.
 */
async function findPlace(
  database: BookingDatabase,
  { venueId, facilityId: present, people: peopleBefore }: Booking,
  { slotId, people }: { slotId: number; people: number },
): Promise<{ timezone: string; facilityName: string }> {
  const facilityId = parseSlotId(slotId)?.facilityId ?? 0;
  const terms = await findTerms(database, { venueId, facilityId, guest: null });
  if (!terms?.facility?.active) throw fail('slot_unknown');
  const { venue, facility } = terms;
  const stays = facilityId === present && people === peopleBefore;
  const refused = stays ? null : checkPeople({ facility }, people);
  if (refused) throw refused;
  return { timezone: venue.timezone, facilityName: facility.name };
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
