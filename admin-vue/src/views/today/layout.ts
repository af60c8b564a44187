import type { CalendarBooking, CalendarFacility, CalendarSlot } from '@venue-booking/proto/calendar';
import { addDays } from '../../bookingDay.ts';

/**
 * Where things are on the time axis, in minutes since 1970: a night with a double hour is longer.
 * `leastRem`: how wide a minute is at least.
 */
export type Axis = { startsAt: number; endsAt: number; leastRem: number };

/** When a slot starts. */
export const startOf = ({ starts_at_utc }: Pick<CalendarSlot, 'starts_at_utc'>): number =>
  Date.parse(starts_at_utc) / 60_000;

/** The shortest slot has room for its time and its fill; a minute has at least and, so, at most: */
const NARROWEST_REM = 5.25;
const [LEAST_REM, MOST_REM] = [0.11, 0.3];

/** The hours that any of these facilities has slots in; null when none has. */
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

/** Where something is on the axis, in minutes, for style sheets: they know how wide a minute is. */
export const placeOn = ({ startsAt }: Axis, from: number, minutes: number) => ({
  '--from': from - startsAt,
  '--span': minutes,
});

/** The full hours of the axis, with the time that the clocks of the venue show. */
export function hoursOf(axis: Axis, timeZone: string): { at: number; text: string }[] {
  const clock = new Intl.DateTimeFormat('nl-NL', { timeZone, hour: '2-digit', minute: '2-digit' });
  const hours = [];
  for (let at = axis.startsAt; at < axis.endsAt; at += 60)
    hours.push({ at, text: clock.format(new Date(at * 60_000)) });
  return hours;
}

/** How the guests of a slot stand. */
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

/** Whether nobody can book a slot, the venue itself neither. */
const isShut = (reason: CalendarSlot['reason']): boolean =>
  reason === 'blocked' || reason === 'overlap' || reason === 'closed' || reason === 'room_taken';

/** How a slot looks. */
export function lookOf({ reason, booked, free }: CalendarSlot): string {
  if (isShut(reason)) return 'blocked';
  if (booked === 0) return reason === 'past' ? 'past' : 'free';
  return free > 0 ? 'part' : 'full';
}

/** Whether the venue itself may book a slot: its own notice time and horizon do not hold for it. */
export const canBook = ({ reason, free }: CalendarSlot): boolean => free > 0 && !isShut(reason);

/** The bookings of each facility by slot. What has not changed since the last time stays the very same. */
export function createBySlot() {
  type BySlot = ReadonlyMap<number, readonly CalendarBooking[]>;
  let kept = new Map<number, { list: CalendarBooking[]; bySlot: BySlot }>();
  return (bookings: readonly CalendarBooking[]): ReadonlyMap<number, BySlot> => {
    const lists = Map.groupBy(bookings, ({ facility_id }) => facility_id);
    const next = new Map<number, { list: CalendarBooking[]; bySlot: BySlot }>();
    for (const [id, list] of lists) {
      const before = kept.get(id);
      const same = before?.list.length === list.length && list.every((it, at) => it === before.list[at]);
      next.set(id, before && same ? before : { list, bySlot: Map.groupBy(list, ({ slot_id }) => slot_id) });
    }
    kept = next;
    return new Map([...next].map(([id, { bySlot }]) => [id, bySlot]));
  };
}

/** The Monday of the week of a date. */
export const mondayOf = (date: string): string =>
  addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

const collator = new Intl.Collator('nl', { numeric: true });
/** Court 2 before court 10. */
export const byName = (a: { name: string }, b: { name: string }): number => collator.compare(a.name, b.name);

/** People whom a slot still takes; beside the party of an exclusive one, who may come with it. */
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
