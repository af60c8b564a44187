import type { GuestParty } from '@venue-booking/domain/price/guestParty';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import type { ChangeQuote, ChangeQuoteRequest, OwnChangeQuote } from '@venue-booking/proto/booking/quote';
import type { SlotCheck } from '@venue-booking/proto/facility/slot';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { fail } from '@venue-booking/proto/failures';
import { toCents } from '@venue-booking/proto/primitives';
import { requireOwnChange } from '../changes/requireOwnChange.ts';
import { countsOf } from '../core/bookingRules.ts';
import { requireVenue } from '../core/bookingStore.ts';
import { cancelDeadline } from '../core/bookingView.ts';
import { hasAddOns, hasParty, partyOf } from '../core/changedParty.ts';
import { tiersToCome } from '../core/keptMoney.ts';
import { ledgerFailure, stockedOf } from '../core/ledger.ts';
import { type Deps as QuoteDeps, quoteChangeOf } from '../core/makeQuote.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { takesLater } from '../later/requestLater.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { requireOpen, type SlotDeps, slotForGuest } from './slotForGuest.ts';

export type Deps = QuoteDeps & Pick<BookingLinks, 'findByTicket'> & SlotDeps;

/**
 * Quotes for a guest what their booking would cost at another time in its facility, for another party or with
 * other add-ons, with the resulting refund. The quote is valid for the booking's current revision. Nothing is
 * reserved or changed.
 * @throws `ticket_not_found`, the failures of {@link requireOwnChange}, `change_none`, `slot_unknown`, the
 * reason why the slot is not bookable, `add_on_gone`, and the failures of `partyFor`
 */
export async function quoteOwnChange(
  deps: Deps,
  { token, wish: request }: { token: string; wish: ChangeQuoteRequest },
): Promise<OwnChangeQuote> {
  const row = await deps.findByTicket(token);
  if (!row) throw fail('ticket_not_found');
  const now = Date.now();
  await requireOwnChange(deps.database, row, now);
  const { slot_id: slotId = Number(row.slotId), add_ons, ...patch } = request;
  const slot = parseSlotId(slotId);
  if (slot?.facilityId !== row.facilityId) throw fail('slot_unknown');
  const moves = BigInt(slotId) !== row.slotId;
  // An unchanged party stays valid even if the facility's limits have changed.
  const sameParty = hasParty(row, { people: row.people, ...patch });
  const { quote, party } = await quoteChangeOf(deps, row, {
    request: { slot_id: slotId, add_ons, ...(!sameParty && patch) },
    own: true,
  });
  if (!moves && sameParty && hasAddOns(row, countsOf(party.addOns))) throw fail('change_none');
  const times = await timesAt(deps, row, { slotId, moves, party });
  const { cancelUntilHours } = await requireVenue(deps.database, row.venueId);
  const after = { ...row, startsAt: new Date(slot.startsAt) };
  const cancelUntil = cancelDeadline(after, cancelUntilHours);
  const tiers = tiersToCome(after, cancelUntilHours, now);
  return {
    ...quote,
    ...times,
    people: party.people,
    add_ons: quote.add_ons ?? [],
    ...((await paysDifference(deps, row, quote)) && { pays_online: true }),
    cancel_until: cancelUntil > now ? localAt(row.timezone, cancelUntil) : null,
    ...(tiers.length > 0 && { refund_tiers: tiers.map(({ until, percent }) => ({ until, percent })) }),
  };
}

/** Whether the guest pays the difference to a higher price online at once: not the rest of a deposit. */
const paysDifference = async (
  { database }: Pick<Deps, 'database'>,
  { venueId }: Row,
  { open_eur, total_eur, amount_eur }: ChangeQuote,
): Promise<boolean> =>
  open_eur > 0 &&
  toCents(open_eur) <= toCents(total_eur) - toCents(amount_eur) &&
  (await takesLater(database, venueId));

type Times = Pick<OwnChangeQuote, 'starts_at' | 'ends_at'>;

const timesOf = ({ timezone, startsAt, endsAt }: Row): Times => ({
  starts_at: localAt(timezone, startsAt.getTime()),
  ends_at: localAt(timezone, endsAt.getTime()),
});

type RequestedChange = { slotId: number; moves: boolean; party: GuestParty };

/**
 * The times of the booking after the change. A closed slot takes no more guests, also for a party that is in
 * it. In the booking's own slot the ledger checks the places, because a private booking has all of them.
 */
async function timesAt(deps: SlotDeps, row: Row, requested: RequestedChange): Promise<Times> {
  const { slotId, moves, party } = requested;
  const { people } = party;
  const needsPlaces = moves || people > row.people;
  if (!needsPlaces && !takesMore(row, party)) return timesOf(row);
  const slot = await slotForGuest(deps, { venueId: row.venueId, slotId });
  const { free, starts_at, ends_at } = slot;
  // Places and add-ons are checked below.
  if (needsPlaces) requireOpen(slot);
  if (moves && free < people) throw free > 0 ? fail('places_short', { free }) : fail('slot_full');
  requireAddOns(slot, row, requested);
  return moves ? { starts_at, ends_at } : timesOf(row);
}

/** Whether a party takes more stocked add-ons than the booking has. */
function takesMore(row: Row, party: GuestParty): boolean {
  const before = new Map(Object.entries(stockedOf(partyOf(row))));
  return Object.entries(stockedOf(party)).some(([key, count]) => count > (before.get(key) ?? 0));
}

const takenOf = ({ addOns }: GuestParty) => countsOf(addOns) ?? {};

/** The longest possible booking day: the largest change of clocks in any zone is two hours. */
const LONGEST_DAY_MS = 26 * 3600_000;

/**
 * Checks the stock of add-ons. The booking's own add-ons count as available: in its own slot, and with a
 * stock per day also at times that may be on the same day. If they are on different days, the ledger rejects
 * the change.
 * @throws `add_on_gone`
 */
function requireAddOns(
  { add_ons = [] }: SlotCheck,
  row: Row,
  { slotId, moves, party }: RequestedChange,
): void {
  const startsAt = parseSlotId(slotId)?.startsAt ?? 0;
  const isNear = Math.abs(startsAt - row.startsAt.getTime()) < LONGEST_DAY_MS;
  // In its own slot this includes add-ons that had no stock when they were booked.
  const own = new Map(Object.entries((moves ? stockedOf : takenOf)(partyOf(row))));
  const lefts = new Map(add_ons.map(({ key, left }) => [key, left]));
  for (const { key, count, stock } of party.addOns ?? []) {
    const free = lefts.get(key);
    if (free === undefined) continue;
    const brings = !moves || (stock?.per === 'day' && isNear);
    const left = free + (brings ? (own.get(key) ?? 0) : 0);
    if (count > left) throw ledgerFailure({ code: 'add_on_gone', params: { key, left } }, party);
  }
}
