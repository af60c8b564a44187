import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { localAt } from '@venue-booking/kit/venueTime';
import { type FailureCode, fail } from '@venue-booking/proto/failures';
import type { OwnChangeQuote, OwnChangeRequest } from '@venue-booking/proto/quote';
import type { SlotCheck, SlotReason } from '@venue-booking/proto/slot';
import { parseSlotId } from '@venue-booking/proto/slotId';
import { bookedGuests, cancelDeadline } from '../core/bookingView.ts';
import { isParty } from '../core/changedParty.ts';
import { tiersToCome } from '../core/keptMoney.ts';
import { type Deps as QuoteDeps, quoteChangeOf } from '../core/makeQuote.ts';
import { requireOwnChange } from '../core/requireOwnChange.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import type { BookingLinks } from './bookingLinks.ts';

export type Deps = QuoteDeps &
  Pick<BookingLinks, 'findByTicket'> & {
    /** A slot as guests see it. @throws `slot_not_found` */
    checkSlot: (slot: { venueId: number; slotId: number; placesAlone: boolean }) => Promise<SlotCheck>;
  };

/**
 * Tells a guest what their booking would cost at another time of its facility, or for another party, and
 * what that means for their money. The quote is of this booking as it is now. Nothing is held or changed.
 * @throws `ticket_not_found`, what {@link requireOwnChange} refuses with, `change_none`, `slot_unknown`, what
 * is in the way of the slot, and what `partyFor` refuses with
 */
export async function quoteOwnChange(
  deps: Deps,
  { token, wish }: { token: string; wish: OwnChangeRequest },
): Promise<OwnChangeQuote> {
  const row = await deps.findByTicket(token);
  if (!row) throw fail('ticket_not_found');
  const now = Date.now();
  await requireOwnChange(deps.database, row, now);
  const { slot_id: slotId = Number(row.slotId), ...patch } = wish;
  const slot = parseSlotId(slotId);
  if (slot?.facilityId !== row.facilityId) throw fail('slot_unknown');
  const moves = BigInt(slotId) !== row.slotId;
  // Who is there already stays, whatever has become of the facility's limits.
  const sameParty = isParty(row, { people: row.people, ...patch });
  if (!moves && sameParty) throw fail('change_none');
  const { told, party } = await quoteChangeOf(deps, row, {
    wish: { slot_id: slotId, ...(!sameParty && patch) },
    own: true,
  });
  const times =
    moves || party.people > row.people
      ? await openTimes(deps, row, { slotId, people: party.people })
      : timesOf(row);
  const { cancelUntilHours } = await deps.database.venue.findUniqueOrThrow({ where: { id: row.venueId } });
  const after = { ...row, startsAt: new Date(slot.startsAt) };
  const cancelUntil = cancelDeadline(after, cancelUntilHours);
  const tiers = tiersToCome(after, cancelUntilHours, now);
  return {
    ...told,
    ...times,
    people: party.people,
    ...bookedGuests(party.guests),
    cancel_until: cancelUntil > now ? localAt(row.timezone, cancelUntil) : null,
    ...(tiers.length > 0 && { refund_tiers: tiers.map(({ until, percent }) => ({ until, percent })) }),
  };
}

type Times = Pick<OwnChangeQuote, 'starts_at' | 'ends_at'>;

const timesOf = ({ timezone, startsAt, endsAt }: Row): Times => ({
  starts_at: localAt(timezone, startsAt.getTime()),
  ends_at: localAt(timezone, endsAt.getTime()),
});

const REFUSALS: Record<Exclude<SlotReason, 'full' | 'add_on_gone'>, FailureCode> = {
  blocked: 'slot_blocked',
  past: 'slot_past',
  notice: 'slot_past',
  too_far: 'slot_too_far',
  overlap: 'slot_blocked',
  closed: 'slot_unknown',
  room_taken: 'room_taken',
};

/**
 * When a slot is that guests may book: one that the venue has closed takes no more of them, not even of a
 * party that is there. In its own slot, which it may have as a whole, the ledger says what fits.
 */
async function openTimes(
  { checkSlot }: Deps,
  { venueId, slotId: own }: Row,
  { slotId, people }: { slotId: number; people: number },
): Promise<Times> {
  // What the booking takes along may be enough: it has some of it already.
  const slot = await checkSlot({ venueId, slotId, placesAlone: true }).catch((error: unknown) => {
    throw failureOf(error)?.code === 'slot_not_found' ? fail('slot_unknown') : error;
  });
  const { reason, free, starts_at, ends_at } = slot;
  if (reason !== undefined && reason !== 'full' && reason !== 'add_on_gone') throw fail(REFUSALS[reason]);
  if (BigInt(slotId) !== own && free < people)
    throw free > 0 ? fail('places_short', { free }) : fail('slot_full');
  return { starts_at, ends_at };
}
