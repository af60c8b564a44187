import type { Calendar, CalendarBooking, CalendarSlot } from '@venue-booking/proto/booking/calendar';
import { canBook, startOf } from './layout.ts';

/** Key figures of a day. They count people, not bookings. */
export type DayFigures = {
  /** People still to come, and how many of them should have come by now. */
  expected: number;
  late: number;
  /** People who have come and whose time is not over. */
  inside: number;
  /** Places that the desk can still book, of slots that are not over; those of a shared room count once. */
  free: number;
  /** Cents that guests still have to pay, except those who do not come. */
  openCents: number;
};

/** The people of a booking who are still expected. */
export function expectedOf(
  booking: Pick<CalendarBooking, 'status' | 'people' | 'arrived' | 'absent'>,
): number {
  const { status, people, arrived = people, absent = 0 } = booking;
  if (status === 'confirmed') return people;
  return status === 'checked_in' ? Math.max(0, people - arrived - absent) : 0;
}

/** A slot with the rooms that its facility uses. */
type RoomSlot = CalendarSlot & { rooms?: readonly number[] | undefined };

/** The bookings and slots of a facility, or of all. */
export function shownOf(
  { days, bookings }: Pick<Calendar, 'days' | 'bookings'>,
  facilityId: number | undefined,
): { slots: RoomSlot[]; bookings: CalendarBooking[] } {
  const isShown = (id: number) => facilityId === undefined || id === facilityId;
  return {
    slots: days.flatMap(({ facilities }) =>
      facilities.flatMap(({ id, rooms, slots }) =>
        isShown(id) ? slots.map((slot) => ({ ...slot, rooms })) : [],
      ),
    ),
    bookings: bookings.filter(({ facility_id }) => isShown(facility_id)),
  };
}

/** @param now local time of the venue, `YYYY-MM-DDTHH:MM` */
export function figuresOf({ slots, bookings }: ReturnType<typeof shownOf>, now: string): DayFigures {
  const figures: DayFigures = { expected: 0, late: 0, inside: 0, free: 0, openCents: 0 };
  for (const booking of bookings) {
    const { status, people, arrived = people, starts_at, ends_at, open_eur = 0 } = booking;
    const expected = expectedOf(booking);
    figures.expected += expected;
    if (starts_at < now) figures.late += expected;
    if (status === 'checked_in' && ends_at > now) figures.inside += arrived;
    if (status === 'confirmed' || status === 'checked_in') figures.openCents += Math.round(open_eur * 100);
  }
  figures.free = placesLeft(slots.filter((slot) => slot.ends_at > now && canBook(slot)));
  return figures;
}

/**
 * The places of slots that can be booked together. Of slots that need the same room at the same time only one
 * can be: those with the most places per room come first.
 */
function placesLeft(slots: readonly RoomSlot[]): number {
  const timesOf = new Map<number, [from: number, to: number][]>();
  let free = 0;
  const perRoom = ({ free: places, rooms = [] }: RoomSlot) => places / Math.max(1, rooms.length);
  for (const slot of slots.toSorted((a, b) => perRoom(b) - perRoom(a))) {
    const { rooms = [], minutes } = slot;
    const from = startOf(slot);
    const uses = rooms.flatMap((room) => timesOf.get(room) ?? []);
    if (uses.some(([start, end]) => start < from + minutes && end > from)) continue;
    free += slot.free;
    for (const room of rooms) timesOf.set(room, [...(timesOf.get(room) ?? []), [from, from + minutes]]);
  }
  return free;
}

/** The bookings of a list, by what the desk still has to do. Each group is in the order of the list. */
export type DueGroups = {
  /** Guests who have not come, and guests in the house who have to pay. */
  due: CalendarBooking[];
  /** Guests who came and left, and have to pay. */
  owing: CalendarBooking[];
  /** All others, until their visit is over, and after it. */
  settled: CalendarBooking[];
  over: CalendarBooking[];
};

/** @param now local time of the venue, `YYYY-MM-DDTHH:MM` */
export function groupsOf(bookings: readonly CalendarBooking[], now: string): DueGroups {
  const groups: DueGroups = { due: [], owing: [], settled: [], over: [] };
  for (const booking of bookings) {
    const isOver = booking.ends_at <= now;
    const owes = booking.status === 'checked_in' && !!booking.open_eur;
    if (expectedOf(booking) > 0 || (owes && !isOver)) groups.due.push(booking);
    else if (owes) groups.owing.push(booking);
    else groups[isOver ? 'over' : 'settled'].push(booking);
  }
  return groups;
}

/** At most so many bookings, in their order. Guests who have not come count before those who have to pay. */
export function mostUrgent(due: readonly CalendarBooking[], most: number): CalendarBooking[] {
  const isComing = (booking: CalendarBooking) => expectedOf(booking) > 0;
  const isHere = (booking: CalendarBooking) => !isComing(booking);
  const chosen = new Set([...due.filter(isComing), ...due.filter(isHere)].slice(0, most));
  return due.filter((booking) => chosen.has(booking));
}

/** Bookings by their start, in the order of the list. */
export const byStart = (bookings: readonly CalendarBooking[]): [startsAt: string, CalendarBooking[]][] => [
  ...Map.groupBy(bookings, ({ starts_at }) => starts_at),
];
