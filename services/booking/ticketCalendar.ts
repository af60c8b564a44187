import type { VenueContact } from '@venue-booking/proto/venue';
import { findBooking } from './bookingStore.ts';
import { bookingCalendar } from './calendar.ts';
import type { BookingDatabase } from './database.ts';
import { readTicket, type SigningKey } from './ticket.ts';

export type CalendarDeps = {
  database: BookingDatabase;
  signingKeys: readonly SigningKey[];
  ticketUrl: (booking: { venueId: number; id: number }) => Promise<string>;
  contact: (venue: { venueId: number }) => Promise<VenueContact>;
};

/** The iCalendar file of the booking that a ticket's token opens, or null for a token that opens none. */
export async function ticketCalendar(deps: CalendarDeps, token: string): Promise<string | null> {
  const ticket = await readTicket(deps.signingKeys, token);
  const booking = ticket && (await findBooking(deps.database, ticket));
  if (!booking) return null;
  const contact = await deps.contact({ venueId: booking.venueId });
  return bookingCalendar({ booking, contact, ticketUrl: await deps.ticketUrl(ticket), now: Date.now() });
}
