import type { GuestParty } from '@venue-booking/domain/price/guestParty';
import { addDays, bookingDayStart, localAt } from '@venue-booking/domain/schedule/venueTime';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { isUniqueViolation } from '@venue-booking/kit/postgres/sql';
import type { DaySlots, Party, ReservedSlot, Slot } from '@venue-booking/proto/facility/slot';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { FailureData } from '@venue-booking/proto/failures';
import { v7 as newUid } from 'uuid';
import { type BookingTerms, partyFor } from '../core/bookingRules.ts';
import { lacksAddOns, ledgerParty } from '../core/ledger.ts';
import { findTerms } from '../core/termsStore.ts';
import { type EndDeps, endOffer, type OfferEnd } from './endOffer.ts';
import { offerEnd } from './offerEnd.ts';
import {
  beginOffers,
  expireEntries,
  findNext,
  findOffers,
  openOffer,
  recordPassed,
  recordSkipped,
} from './offerStore.ts';
import type { Entry, WaitingDay } from './waitingStore.ts';

type PartyAnswer = { bookingUid: string; refused: FailureData | null };

export type OfferDeps = EndDeps & {
  ledger: EndDeps['ledger'] & {
    settle: (decided: { bookings: { venueId: number; bookingUid: string }[] }) => Promise<unknown>;
    /** Reserves places of one slot for parties in order of arrival; skips those that do not fit. */
    reserve: (request: {
      venueId: number;
      slotId: number;
      parties: Party[];
      byVenue?: boolean;
    }) => Promise<{ slot: ReservedSlot | null; parties: PartyAnswer[] }>;
  };
  /** The slots of a day as guests see them. @throws `facility_not_found` */
  daySlots: (of: { venueId: number; facilityId: number; date: string }) => Promise<DaySlots>;
  /** Wakes the mailer of the waiting list. */
  wakeMail: () => void;
  /** Whether the platform sends SMS. */
  hasSms?: boolean;
};

/** Guests without a place that a run tries per slot. The next run starts over. */
const MAX_TRIED = 1000;
const DAY_MS = 24 * 3600_000;

/**
 * Offers the free places of a day to the guests who wait for them, in order of arrival among those who fit.
 * First ends offers that are over, and those that a crash left half made. The caller holds the day's lease.
 */
export async function offerDay(deps: OfferDeps, day: WaitingDay): Promise<void> {
  const { venueId, facilityId } = day;
  const terms = await findTerms(deps.database, { venueId, facilityId, guest: null });
  const timezone = terms?.venue.timezone ?? 'UTC';
  let slots = await slotsOf(deps, day);
  let ended = false;
  for (const entry of await findOffers(deps.database, day)) {
    const offered = await slotsAround(deps, { ...day, slotId: Number(entry.offerSlotId), slots, timezone });
    ended = (await endIfOver(deps, entry, offered)) || ended;
  }
  // With the places that were just released.
  if (ended) slots = await slotsOf(deps, day);
  const dayStart = bookingDayStart(timezone, '00:00', day.day);
  const isOver =
    Date.now() > dayStart + 2 * DAY_MS ||
    (slots.length > 0 && slots.every(({ reason }) => reason === 'past'));
  await expireEntries(deps.database, day, isOver);
  const { facility, venue } = terms ?? {};
  if (!facility?.active || !facility.waitingList || !venue?.live) return;
  for (const slot of slots) if (slot.bookable) await offerSlot(deps, { day, slot, terms: { facility } });
}

/** The slots of a day; none if the facility is closed to guests. */
export const slotsOf = (
  { daySlots }: OfferDeps,
  { venueId, facilityId, day }: WaitingDay,
): Promise<readonly Slot[]> =>
  daySlots({ venueId, facilityId, date: day }).then(
    ({ slots }) => slots,
    (error: unknown) => {
      if (failureOf(error)?.code === 'facility_not_found') return [];
      throw error;
    },
  );

/** The slots among which an offered one is. The desk may have offered one of another day. */
async function slotsAround(
  deps: OfferDeps,
  of: WaitingDay & { slotId: number; slots: readonly Slot[]; timezone: string },
): Promise<readonly Slot[]> {
  const has = (slots: readonly Slot[]) => slots.some(({ id }) => id === of.slotId);
  if (has(of.slots)) return of.slots;
  const date = localAt(of.timezone, parseSlotId(of.slotId)?.startsAt ?? 0).slice(0, 10);
  // A slot after midnight may belong to the day before.
  for (const day of [date, addDays(date, -1)]) {
    const slots = day === of.day ? [] : await slotsOf(deps, { ...of, day });
    if (has(slots)) return slots;
  }
  return of.slots;
}

/** Reasons for which an offered slot is lost to its guest. */
const LOST: readonly (Slot['reason'] | 'gone')[] = ['blocked', 'closed', 'gone'];

/** Ends an offer that is over, half made or lost. Returns whether its places were released. */
async function endIfOver(deps: OfferDeps, entry: Entry, slots: readonly Slot[]): Promise<boolean> {
  const end = endOf(entry, slots);
  if (end === null || (await endOffer(deps, entry, end)) === 'booked') return false;
  if (end.mail) deps.wakeMail();
  return true;
}

function endOf({ offerUntil, offerSlotId }: Entry, slots: readonly Slot[]): OfferEnd | null {
  // The lease excludes another run, so a crash or an outage left it half made.
  if (offerUntil === null) return { to: 'waiting' };
  if (offerUntil.getTime() <= Date.now()) return { to: 'expired', mail: 'offer_over' };
  const slot = slots.find(({ id }) => BigInt(id) === offerSlotId);
  return LOST.includes(slot ? slot.reason : 'gone') ? { to: 'waiting', mail: 'offer_lost' } : null;
}

type OfferedSlot = { day: WaitingDay; slot: Slot; terms: Pick<BookingTerms, 'facility'> };

async function offerSlot(deps: OfferDeps, { day, slot, terms }: OfferedSlot): Promise<void> {
  const tried: bigint[] = [];
  for (let { free } = slot; free > 0 && tried.length < MAX_TRIED; ) {
    const next = await findNext(deps.database, day, { slotId: slot.id, free, tried });
    if (next.length === 0) return;
    const offered = await offerTo(deps, { day, slot, terms, free }, next);
    tried.push(...offered.tried);
    free = offered.free;
  }
}

type Chosen = { entry: Entry; party: GuestParty };

/** Offers a slot to the first of these guests. Returns the places left and the entries that were tried. */
async function offerTo(
  deps: OfferDeps,
  { day, slot, terms, free }: OfferedSlot & { free: number },
  next: readonly Entry[],
): Promise<{ free: number; tried: bigint[] }> {
  const tried: bigint[] = [];
  const chosen: Chosen[] = [];
  let left = free;
  for (const entry of next) {
    if (entry.people > left || chosen.some((one) => one.entry.mailboxHash === entry.mailboxHash)) continue;
    const party = allowedParty(terms, entry);
    const reason = party === null ? 'party_not_allowed' : lacksAddOns(slot, party) ? 'add_on_gone' : null;
    if (party && reason === null) {
      chosen.push({ entry, party });
      left -= entry.people;
    } else {
      tried.push(entry.id);
      if (reason) await recordSkipped(deps.database, entry.id, reason);
    }
  }
  if (chosen.length === 0) return { free, tried: tried.length > 0 ? tried : next.map(({ id }) => id) };
  const answers = await reserveFor(deps, { venueId: day.venueId, slotId: slot.id }, chosen, terms);
  tried.push(...chosen.map(({ entry }) => entry.id));
  let [taken, lastOffered] = [0, -1n];
  for (const { entry, refused } of answers) {
    if (refused === null) [taken, lastOffered] = [taken + entry.people, entry.id];
    else if (refused.code === 'add_on_gone') await recordSkipped(deps.database, entry.id, 'add_on_gone');
  }
  if (lastOffered >= 0n)
    await recordPassed(deps.database, day, { slotId: slot.id, before: lastOffered, free });
  return { free: placesLeft(free - taken, answers), tried };
}

/** The places left after a reservation, as far as the ledger's answers show. */
function placesLeft(free: number, answers: readonly Answer[]): number {
  for (const { refused } of answers) {
    if (refused?.code === 'places_short') return Math.min(free, Number(refused.params.free));
    // Full, private, blocked or past: the next run sees the current slot.
    if (refused && refused.code !== 'add_on_gone') return 0;
  }
  return free;
}

/** The party by today's rules of the facility; null if it is no longer allowed. */
export function allowedParty(terms: Pick<BookingTerms, 'facility'>, { party }: Entry): GuestParty | null {
  try {
    return partyFor(terms, party as Parameters<typeof partyFor>[1]);
  } catch (error) {
    if (failureOf(error)) return null;
    throw error;
  }
}

type Answer = { entry: Entry; refused: FailureData | null };

/**
 * Reserves places for guests in this order and opens their offers. The entries are marked first, so that the
 * sweep keeps the reservations. An offer that was not made returns to the list.
 * @param options.byVenue ignores the notice time and the maximum days in advance
 */
export async function reserveFor(
  deps: OfferDeps,
  at: { venueId: number; slotId: number; byVenue?: boolean },
  chosen: readonly Chosen[],
  { facility }: Pick<BookingTerms, 'facility'>,
): Promise<Answer[]> {
  const { database, ledger, hasSms = false } = deps;
  const marked = await beginOffers(
    database,
    at.slotId,
    chosen.map(({ entry }) => ({ id: entry.id, uid: newUid() })),
  ).catch((error: unknown) => {
    // Another replica has just made one of these guests an offer.
    if (isUniqueViolation(error)) return [];
    throw error;
  });
  const offers = chosen.flatMap(({ entry, party }) => {
    const uid = marked.find(({ id }) => id === entry.id)?.uid;
    return uid === undefined ? [] : [{ entry, party, uid }];
  });
  if (offers.length === 0) return [];
  const parties = offers.map(({ uid, party }) => ({ bookingUid: uid, ...ledgerParty(party) }));
  const { parties: answers } = await ledger.reserve({ ...at, parties });
  const startsAt = parseSlotId(at.slotId)?.startsAt ?? 0;
  const until = offerEnd(facility.offerMinutes ?? 60, startsAt, Date.now());
  const done: Answer[] = [];
  for (const { entry, uid } of offers) {
    const { refused = null } = answers.find(({ bookingUid }) => bookingUid === uid) ?? {};
    const isOpen = refused === null && (await openOffer(database, { id: entry.id, uid, until, hasSms }));
    if (!isOpen) await endOffer(deps, { ...entry, offerUid: uid }, { to: 'waiting' });
    done.push({ entry, refused: isOpen ? null : (refused ?? { code: 'unavailable', params: {} }) });
  }
  const open = offers.filter((_, at) => done[at]?.refused === null);
  // Settled, because the worker of the list decides about them, not the sweep.
  if (open.length > 0)
    await ledger.settle({ bookings: open.map(({ uid }) => ({ venueId: at.venueId, bookingUid: uid })) });
  deps.wakeMail();
  return done;
}
