import type { CalendarBooking } from '@venue-booking/proto/booking/calendar';

/** Attendance and open amounts of a day. Numbers count people; lists contain bookings. */
export type Report = {
  people: number;
  came: number;
  absent: number;
  /** Bookings with absent people: no-shows and incomplete parties. */
  noShows: CalendarBooking[];
  /** Neither checked in nor marked as no-show. */
  unmarked: CalendarBooking[];
  /** Guests who came and have not paid everything. */
  open: CalendarBooking[];
};

/** @param all the bookings of a day that hold places; unpaid holds do not count */
export function reportOf(all: readonly CalendarBooking[]): Report {
  const bookings = all.filter(({ status }) => status !== 'pending_payment');
  const sum = (of: (booking: CalendarBooking) => number) =>
    bookings.reduce((total, booking) => total + of(booking), 0);
  return {
    people: sum(({ people }) => people),
    came: sum(({ status, people, arrived = people }) => (status === 'checked_in' ? arrived : 0)),
    absent: sum(({ absent = 0 }) => absent),
    noShows: bookings.filter(({ absent = 0 }) => absent > 0),
    unmarked: bookings.filter(({ status }) => status === 'confirmed'),
    open: bookings.filter(({ status, open_eur = 0 }) => status === 'checked_in' && open_eur > 0),
  };
}
