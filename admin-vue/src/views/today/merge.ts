import type { Calendar, CalendarBooking, CalendarFacility } from '@venue-booking/proto/booking/calendar';

/**
 * Merges a newly loaded calendar into the current one. Unchanged parts keep their identity, so that only
 * changed lanes are rendered again.
 * @param facilityId the facility that was loaded; undefined for all
 */
export function merge(before: Calendar | undefined, now: Calendar, facilityId?: number): Calendar {
  if (!before) return now;
  const known = new Map(before.bookings.map((booking) => [booking.id, booking]));
  const fresh = now.bookings.map((booking) => keep(known.get(booking.id), booking));
  const came = new Set(fresh.map(({ id }) => id));
  const others = before.bookings.filter(({ id, facility_id }) => facility_id !== facilityId && !came.has(id));
  const bookings = facilityId === undefined ? fresh : [...others, ...fresh].toSorted(byStart);
  const days = now.days.map(({ date, facilities }) => {
    const old = before.days.find((day) => day.date === date)?.facilities ?? [];
    const of = (id: number, list: CalendarFacility[]) => list.find((facility) => facility.id === id);
    if (facilityId === undefined)
      return { date, facilities: facilities.map((facility) => keep(of(facility.id, old), facility)) };
    const changed = of(facilityId, facilities);
    return {
      date,
      facilities: old.map((facility) =>
        facility.id === facilityId && changed ? keep(facility, changed) : facility,
      ),
    };
  });
  return { ...now, more: facilityId === undefined ? now.more : before.more, days, bookings };
}

const byStart = (a: CalendarBooking, b: CalendarBooking) =>
  a.starts_at === b.starts_at ? a.id - b.id : a.starts_at < b.starts_at ? -1 : 1;

const keep = <T>(before: T | undefined, now: T): T =>
  before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now;

/** Applies a booking to the calendar, with the places of the visible slots. */
export function withBooking(calendar: Calendar, booking: CalendarBooking): Calendar {
  const before = calendar.bookings.find(({ id }) => id === booking.id);
  const isGone = booking.status === 'cancelled' || booking.status === 'expired';
  const others = calendar.bookings.filter(({ id }) => id !== booking.id);
  const bookings = isGone ? others : [...others, booking].toSorted(byStart);
  const days = calendar.days.map(({ date, facilities }) => ({
    date,
    facilities: facilities.map((facility) => {
      const has = (id: number | undefined) => facility.slots.some((slot) => slot.id === id);
      if (before?.slot_id === booking.slot_id && !isGone) return facility;
      if (!has(before?.slot_id) && !has(booking.slot_id)) return facility;
      const slots = facility.slots.map((slot) => {
        if (slot.id !== before?.slot_id && slot.id !== booking.slot_id) return slot;
        const people = bookings
          .filter(({ slot_id }) => slot_id === slot.id)
          .reduce((sum, { people: count }) => sum + count, 0);
        const booked = Math.min(people, slot.capacity);
        return { ...slot, booked, free: slot.capacity - booked };
      });
      return { ...facility, slots };
    }),
  }));
  return { ...calendar, days, bookings };
}
