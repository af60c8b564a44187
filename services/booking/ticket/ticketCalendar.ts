import { bookingCalendar } from '../calendar/calendar.ts';
import type { FindContact } from '../core/deps.ts';
import { facilityNames, forGuest } from '../core/facilityNames.ts';
import type { BookingDatabase } from '../database.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';

export type CalendarDeps = Pick<BookingLinks, 'findByTicket' | 'ticketUrl'> & {
  database: BookingDatabase;
  contact: FindContact;
  mailFrom: string;
};

/** The iCalendar file for a ticket's token; null for an unknown token. */
export async function ticketCalendar(deps: CalendarDeps, token: string): Promise<string | null> {
  const found = await deps.findByTicket(token);
  if (!found) return null;
  const booking = forGuest(found, await facilityNames(deps.database, found));
  const contact = await deps.contact({ venueId: booking.venueId });
  return bookingCalendar({
    ...{ booking, contact, ticketUrl: await deps.ticketUrl(booking) },
    ...{ organizer: deps.mailFrom, attendee: null, now: Date.now() },
  });
}
