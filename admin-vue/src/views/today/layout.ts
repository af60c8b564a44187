import type {
  Block,
  Calendar,
  CalendarBooking,
  CalendarFacility,
  CalendarSlot,
} from '@venue-booking/proto/booking/calendar';
import { addDays } from '../../bookingDay.ts';

/**
 * The time axis in minutes since 1970, so that a night with a repeated hour is longer. `leastRem`: minimum
 * width of a minute.
 */
export type Axis = { startsAt: number; endsAt: number; leastRem: number };

/** The start of a slot, in minutes since 1970. */
export const startOf = ({ starts_at_utc }: Pick<CalendarSlot, 'starts_at_utc'>): number =>
  Date.parse(starts_at_utc) / 60_000;

/** Width that the shortest slot needs for its time and occupancy, and the limits of a minute's width. */
const NARROWEST_REM = 5.25;
const [LEAST_REM, MOST_REM] = [0.11, 0.3];

/** The hours with slots of any facility; null if there are none. */
export function axisOf(facilities: readonly CalendarFacility[]): Axis | null {
  let [first, last, shortest] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY];
  for (const { slots } of facilities)
    for (const slot of slots) {
      const startsAt = startOf(slot);
      first = Math.min(first, startsAt);
      last = Math.max(last, startsAt + slot.minutes);
      shortest = Math.min(shortest, slot.minutes);
    }
  if (last === 0) return null;
  return {
    startsAt: Math.floor(first / 60) * 60,
    endsAt: Math.ceil(last / 60) * 60,
    leastRem: Math.min(MOST_REM, Math.max(LEAST_REM, NARROWEST_REM / shortest)),
  };
}

/** A position on the axis in minutes, as CSS variables; the style sheet knows the width of a minute. */
export const placeOn = ({ startsAt }: Axis, from: number, minutes: number) => ({
  '--from': from - startsAt,
  '--span': minutes,
});

/** The full hours on the axis, with the local time of the venue. */
export function hoursOf(axis: Axis, timeZone: string): { at: number; text: string }[] {
  const clock = new Intl.DateTimeFormat('nl-NL', { timeZone, hour: '2-digit', minute: '2-digit' });
  const hours = [];
  for (let at = axis.startsAt; at < axis.endsAt; at += 60)
    hours.push({ at, text: clock.format(new Date(at * 60_000)) });
  return hours;
}

/** Counts of the bookings of a slot by status. */
export type Tally = { unpaid: number; checkedIn: number; noShow: number };

export function tallyOf(bookings: readonly CalendarBooking[]): Tally {
  const withStatus = (wanted: CalendarBooking['status']) =>
    bookings.filter(({ status }) => status === wanted).length;
  return {
    unpaid: withStatus('pending_payment'),
    checkedIn: withStatus('checked_in'),
    noShow: withStatus('no_show'),
  };
}

/** Whether a booking of another facility has a room that a slot needs. */
export const isTaken = ({ taken_by = [] }: Pick<CalendarSlot, 'taken_by'>): boolean => taken_by.length > 0;

/** Whether a slot can't be booked at all, not even by the venue. */
const isShut = (reason: CalendarSlot['reason']): boolean =>
  reason === 'blocked' || reason === 'overlap' || reason === 'closed' || reason === 'room_taken';

/** The CSS class of a slot. */
export function lookOf(slot: CalendarSlot): string {
  const { reason, booked, free } = slot;
  if (isTaken(slot)) return 'taken';
  // Off the grid: guests can't join it.
  if (reason === 'closed' && booked > 0) return 'full';
  if (isShut(reason)) return 'blocked';
  if (booked === 0) return reason === 'past' ? 'past' : 'free';
  return free > 0 ? 'part' : 'full';
}

/** Whether staff may book a slot. Minimum notice and booking horizon only apply to guests. */
export const canBook = ({ reason, free }: CalendarSlot): boolean => free > 0 && !isShut(reason);

/**
 * Groups bookings by facility and slot. A facility also gets the bookings that take its rooms. Unchanged
 * groups keep their identity, so that their lanes are not rendered again.
 */
export function createBySlot() {
  type BySlot = ReadonlyMap<number, readonly CalendarBooking[]>;
  let cached = new Map<number, { list: CalendarBooking[]; bySlot: BySlot }>();
  return (
    bookings: readonly CalendarBooking[],
    facilities: readonly Pick<CalendarFacility, 'id' | 'slots'>[],
  ): ReadonlyMap<number, BySlot> => {
    const own = Map.groupBy(bookings, ({ facility_id }) => facility_id);
    const bySlot = Map.groupBy(bookings, ({ slot_id }) => slot_id);
    const next = new Map<number, { list: CalendarBooking[]; bySlot: BySlot }>();
    for (const { id, slots } of facilities) {
      const taking = new Set(slots.flatMap(({ taken_by = [] }) => taken_by));
      const list = [...(own.get(id) ?? []), ...[...taking].flatMap((slot) => bySlot.get(slot) ?? [])];
      const before = cached.get(id);
      const same = before?.list.length === list.length && list.every((it, at) => it === before.list[at]);
      next.set(id, before && same ? before : { list, bySlot: Map.groupBy(list, ({ slot_id }) => slot_id) });
    }
    cached = next;
    return new Map([...next].map(([id, { bySlot }]) => [id, bySlot]));
  };
}

/** The Monday of a date's week. */
export const mondayOf = (date: string): string =>
  addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

const collator = new Intl.Collator('nl', { numeric: true });
/** Natural order: Court 2 before Court 10. */
export const byName = (a: { name: string }, b: { name: string }): number => collator.compare(a.name, b.name);

/** The people of the only party of a private slot, whose places are all taken; null for any other slot. */
export function privateParty(
  { booked, capacity }: Pick<CalendarSlot, 'booked' | 'capacity'>,
  bookings: readonly Pick<CalendarBooking, 'people'>[],
): number | null {
  const [only, ...others] = bookings;
  if (!only || others.length > 0 || booked < capacity || only.people >= booked) return null;
  return only.people;
}

/** The people of a private facility's bookings on a day; null for a shared one, which counts places. */
export const peopleOf = (
  { mode }: Pick<CalendarFacility, 'mode'>,
  bookings: readonly Pick<CalendarBooking, 'people'>[],
): number | null => (mode === 'FULL' ? bookings.reduce((all, { people }) => all + people, 0) : null);

/** A booking that takes a room, with the name of its facility. */
export type Taker = CalendarBooking & { facility: string };

/** The bookings that take rooms of these slots, by start. One that the calendar does not have is left out. */
export function takersOf(
  { days, bookings }: Pick<Calendar, 'days' | 'bookings'>,
  slots: readonly Pick<CalendarSlot, 'taken_by'>[],
): Taker[] {
  const taking = new Set(slots.flatMap(({ taken_by = [] }) => taken_by));
  const names = namesOf(days);
  return bookings
    .filter(({ slot_id }) => taking.has(slot_id))
    .map((booking) => ({ ...booking, facility: names.get(booking.facility_id) ?? '' }));
}

/** The names of all facilities, by id. */
export const namesOf = (days: Calendar['days']): Map<number, string> =>
  new Map(days.flatMap(({ facilities }) => facilities.map(({ id, name }) => [id, name])));

/** How many more people a slot takes; for a private slot, how many may join its party. */
export const roomIn = ({
  slot,
  bookings,
}: {
  slot: Pick<CalendarSlot, 'capacity'>;
  bookings: readonly Pick<CalendarBooking, 'people'>[];
}): number =>
  Math.max(
    0,
    bookings.reduce((left, { people }) => left - people, slot.capacity),
  );

/** The blocks that cover a slot of a facility. */
export function blocksOn(
  calendar: Pick<Calendar, 'days' | 'blocks'> | undefined,
  { facilityId, slot }: { facilityId: number; slot: Pick<CalendarSlot, 'starts_at' | 'ends_at'> },
): Block[] {
  const all = calendar?.days.flatMap(({ facilities }) => facilities) ?? [];
  const rooms = all.find(({ id }) => id === facilityId)?.rooms ?? [];
  return (calendar?.blocks ?? []).filter(
    ({ facility_id, room_id, starts_at, ends_at }) =>
      starts_at < slot.ends_at &&
      ends_at > slot.starts_at &&
      (facility_id === facilityId || (facility_id === null && (room_id === null || rooms.includes(room_id)))),
  );
}

/**
 * Whether a slot lacks a room that a booking has at that time, perhaps among others. The booking may move
 * there if it alone has the room, which the ledger decides.
 * @param own rooms of the booking's facility
 */
export const isInOwnRoom = (
  booking: Pick<CalendarBooking, 'starts_at' | 'ends_at'>,
  own: readonly number[],
  { slot, rooms }: { slot: Pick<CalendarSlot, 'starts_at' | 'ends_at' | 'reason'>; rooms: readonly number[] },
): boolean =>
  slot.reason === 'room_taken' &&
  rooms.some((room) => own.includes(room)) &&
  slot.starts_at < booking.ends_at &&
  slot.ends_at > booking.starts_at;
