import type { Ticket } from '@venue-booking/proto/booking';
import type { VenueContact } from '@venue-booking/proto/venue';

/**
 * A ticket for programs: the booking as it was answered when it was made, where it is, and what its guest may
 * do.
 */
export const ticketJson = (ticket: Ticket, contact: VenueContact) => ({
  ...ticket.booking,
  venue: {
    slug: contact.slug,
    name: contact.name,
    address: contact.address,
    phone: contact.phone,
    contact_email: contact.contactEmail,
    terms_url: contact.termsUrl,
  },
  timezone: ticket.timezone,
  cancellable: ticket.cancellable,
  cancel_until: ticket.cancelUntil,
  ...(ticket.paymentStatus !== null && { payment_status: ticket.paymentStatus }),
  ...(ticket.checkoutUrl !== null && { checkout_url: ticket.checkoutUrl, pay_until: ticket.payUntil }),
});
