import type { Ticket } from '@venue-booking/proto/booking';
import { toEuro } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue';
import { leftOf, type TicketMoney } from './ticketMoney.ts';

/**
 * A ticket for programs: the booking as it was answered when it was made, where it is, what was paid online,
 * and what its guest may do.
 */
export const ticketJson = (
  { refundTiers: tiers = [], ...ticket }: Ticket,
  contact: VenueContact,
  money: TicketMoney | null,
) => ({
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
  ...(ticket.change && {
    changeable: ticket.booking.status === 'confirmed' && !ticket.change.isOver,
    change_until: ticket.change.until,
  }),
  ...(ticket.paymentStatus !== null && { payment_status: ticket.paymentStatus }),
  ...(money && { paid_eur: money.paidEur, refunded_eur: money.refundedEur }),
  ...(ticket.openCents && { open_eur: toEuro(ticket.openCents) }),
  // Where it changes with time, a client that does not know of that says nothing of it.
  ...(money && ticket.cancellable && tiers.length === 0 && { refund_on_cancel_eur: leftOf(money) }),
  ...(tiers.length > 0 && {
    refund_tiers: tiers.map(({ until, percent, keptCents }) => ({
      until,
      percent,
      kept_eur: toEuro(keptCents),
      ...(money && { refund_eur: leftOf(money, keptCents) }),
    })),
  }),
  ...(ticket.moneyKept && ticket.keptCents !== undefined && { kept_eur: toEuro(ticket.keptCents) }),
  ...(ticket.checkoutUrl !== null && { checkout_url: ticket.checkoutUrl, pay_until: ticket.payUntil }),
});
