import type { Ticket } from '@venue-booking/proto/booking/booking';
import type { VenueContact } from '@venue-booking/proto/venue/venue';

/**
 * For tests: a confirmed booking of two on 28 November 2026 for 25 euro, at a venue without contact details.
 */
export const ticket: Ticket = {
  venueId: 3,
  booking: {
    id: 41,
    reference: 'K7QF-3MXT',
    facility: 'Dagpas',
    starts_at: '2026-11-28T10:00',
    ends_at: '2026-11-28T12:00',
    people: 2,
    amount_eur: 25,
    status: 'confirmed',
    customer_name: 'Anna Jansen',
    customer_email: 'anna@example.com',
  },
  locale: 'nl',
  timezone: 'Europe/Amsterdam',
  utcOffsets: null,
  cancelUntil: '2026-11-27T10:00',
  cancellable: true,
  neverCancellable: false,
  checkoutUrl: null,
  payUntil: null,
  paymentStatus: null,
  openCents: 0,
  refundFailed: false,
  moneyKept: false,
  keptCents: 0,
  backCents: 0,
  refundTiers: [],
};

export const contact: VenueContact = {
  slug: 'sauna',
  name: 'Sauna aan het Meer',
  locale: 'nl',
  timezone: 'Europe/Amsterdam',
  address: null,
  phone: null,
  contactEmail: null,
  termsUrl: null,
  mailFromName: null,
  replyTo: null,
};
