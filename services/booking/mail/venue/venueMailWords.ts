import type { Locale } from '@venue-booking/proto/primitives';
import type { NoticeKind } from './queueVenueNotices.ts';

type Counts = Record<NoticeKind, number> & { more: number };

/** Joins the non-zero counts with commas. */
const list = (parts: [number, string][]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');

/** Texts of mail to a venue's contact. */
const nl = {
  title: { new: 'Nieuwe boeking', changed: 'Boeking gewijzigd', cancelled: 'Boeking geannuleerd' },
  lead: {
    new: 'Je hebt een nieuwe boeking.',
    changed: 'Er is een boeking gewijzigd. Dit zijn de huidige gegevens:',
    cancelled: 'Er is een boeking geannuleerd. De plaatsen zijn weer vrij.',
  },
  /** Labels in a list of bookings. */
  short: { new: 'Nieuw', changed: 'Gewijzigd', cancelled: 'Geannuleerd' },
  titleOfMany: 'Je boekingen',
  leadOfMany: (venue: string) => `Deze boekingen bij ${venue} zijn nieuw, gewijzigd of geannuleerd.`,
  subjectOfMany: ({ more, ...counts }: Counts) =>
    `Boekingen: ${list([
      [counts.new, 'nieuw'],
      [counts.changed, 'gewijzigd'],
      [counts.cancelled, 'geannuleerd'],
      [more, 'meer'],
    ])}`,
  more: (count: number) =>
    count === 1
      ? 'Er is nog 1 boeking die hier niet staat. Je vindt die in je dashboard.'
      : `Er zijn nog ${count} boekingen die hier niet staan. Je vindt ze in je dashboard.`,
  toBooking: 'Bekijk de boeking',
  toBookings: 'Bekijk je boekingen',
  toSettings: 'Meldingen per mail instellen',
};
export type VenueWords = typeof nl;

const en: VenueWords = {
  title: { new: 'New booking', changed: 'Booking changed', cancelled: 'Booking cancelled' },
  lead: {
    new: 'You have a new booking.',
    changed: 'A booking was changed. These are the current details:',
    cancelled: 'A booking was cancelled. Its places are available again.',
  },
  short: { new: 'New', changed: 'Changed', cancelled: 'Cancelled' },
  titleOfMany: 'Your bookings',
  leadOfMany: (venue) => `These bookings at ${venue} are new, changed or cancelled.`,
  subjectOfMany: ({ more, ...counts }) =>
    `Bookings: ${list([
      [counts.new, 'new'],
      [counts.changed, 'changed'],
      [counts.cancelled, 'cancelled'],
      [more, 'more'],
    ])}`,
  more: (count) =>
    count === 1
      ? '1 more booking is not listed here. You can find it in your dashboard.'
      : `${count} more bookings are not listed here. You can find them in your dashboard.`,
  toBooking: 'View the booking',
  toBookings: 'View your bookings',
  toSettings: 'Change your e-mail notifications',
};

export const venueWords: Record<Locale, VenueWords> = { nl, en };
