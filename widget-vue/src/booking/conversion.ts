import type { Booking } from '@venue-booking/proto/booking/booking';
import type { Facility } from '@venue-booking/proto/facility/facility';
import type { Slot } from '@venue-booking/proto/facility/slot';
import type { BookingBody } from '../api/api.ts';
import type { VenueBookingConversion, VenueBookingSubmission } from '../publicTypes.ts';
import { dateOf } from '../texts/dates.ts';

/** A booking as analytics count it. An older API sends no booking number. */
export const conversionOf = (
  booking: Pick<
    Booking,
    'id' | 'reference' | 'facility' | 'starts_at' | 'people' | 'amount_eur' | 'client_reference'
  >,
): VenueBookingConversion => ({
  number: booking.reference ?? String(booking.id),
  facility: booking.facility,
  date: dateOf(booking.starts_at),
  people: booking.people,
  amount_eur: booking.amount_eur,
  reference: booking.client_reference,
});

/**
 * A booking that is about to be sent, as the page sees it. It has no return address and no signed price.
 * @param amount in euros; undefined if the price is unknown
 */
export const submissionOf = (
  { quote, redirect_url, slot_id, ...sent }: BookingBody,
  facility: Facility,
  slot: Slot,
  amount: number | undefined,
): VenueBookingSubmission => ({ ...sent, facility, slot, amount_eur: amount });
