import type { Locale } from '@venue-booking/proto/primitives';
import type { NoticeKind } from './queueVenueNotices.ts';

type Counts = Record<NoticeKind, number> & { more: number };

/** What of a list of parts is there, `, ` between. */
const list = (parts: [number, string][]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');

/** What mail to a venue's contact says. */
const nl = {
  title: { new: 'Nieuwe boeking', changed: 'Boeking gewijzigd', cancelled: 'Boeking geannuleerd' },
  lead: {
    new: 'Je hebt een nieuwe boeking.',
    changed: 'Er is een boeking gewijzigd. Dit zijn de gegevens nu:',
    cancelled: 'Er is een boeking geannuleerd. De plaatsen zijn weer vrij.',
  },
  /** Where many are listed. */
  short: { new: 'Nieuw', changed: 'Gewijzigd', cancelled: 'Geannuleerd' },
  titleOfMany: 'Je boekingen',
  leadOfMany: (venue: string) => `Dit is er gebeurd bij ${venue}.`,
  subjectOfMany: ({ more, ...counts }: Counts) =>
    `Boekingen: ${list([
      [counts.new, 'nieuw'],
      [counts.changed, 'gewijzigd'],
      [counts.cancelled, 'geannuleerd'],
      [more, 'meer'],
    ])}`,
  more: (count: number) =>
    count === 1
      ? 'Er is nog 1 boeking die hier niet staat. Je vindt die op je pagina.'
      : `Er zijn nog ${count} boekingen meer dan hieronder staan. Je vindt ze op je pagina.`,
  toBooking: 'Bekijk de boeking',
  toBookings: 'Bekijk je boekingen',
  toSettings: 'Kiezen waarover je mail krijgt',
};
export type VenueWords = typeof nl;

const en: VenueWords = {
  title: { new: 'New booking', changed: 'Booking changed', cancelled: 'Booking cancelled' },
  lead: {
    new: 'You have a new booking.',
    changed: 'A booking was changed. This is how it stands now:',
    cancelled: 'A booking was cancelled. Its places are free again.',
  },
  short: { new: 'New', changed: 'Changed', cancelled: 'Cancelled' },
  titleOfMany: 'Your bookings',
  leadOfMany: (venue) => `This is what happened at ${venue}.`,
  subjectOfMany: ({ more, ...counts }) =>
    `Bookings: ${list([
      [counts.new, 'new'],
      [counts.changed, 'changed'],
      [counts.cancelled, 'cancelled'],
      [more, 'more'],
    ])}`,
  more: (count) =>
    count === 1
      ? 'There is 1 more booking that is not listed here. You find it on your page.'
      : `There are ${count} more bookings than are listed here. You find them on your page.`,
  toBooking: 'View the booking',
  toBookings: 'View your bookings',
  toSettings: 'Choose what you get mail about',
};

export const venueWords: Record<Locale, VenueWords> = { nl, en };
