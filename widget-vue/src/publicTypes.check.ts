// Checked by the type checker only: the public types match the widget's own types, and a page can use them.
import type { Booking, BookingResponse } from '@venue-booking/proto/booking/booking';
import type { Facility } from '@venue-booking/proto/facility/facility';
import type { Slot } from '@venue-booking/proto/facility/slot';
import type { Site } from '@venue-booking/proto/venue/venue';
import type { ApiError } from './api/api.ts';
import type { Emit } from './element/emit.ts';
import type { FlowState, Step } from './flow/flowState.ts';
import type {
  VenueBookingBooking,
  VenueBookingConversion,
  VenueBookingEvents,
  VenueBookingFacility,
  VenueBookingPayment,
  VenueBookingSlot,
  VenueBookingStep,
} from './publicTypes.ts';

type Same<A, B> = [A, B] extends [B, A] ? true : false;
type Detail<Name extends keyof VenueBookingEvents> = VenueBookingEvents[Name];

export const sameAsTheSources = {
  booking: true satisfies Same<VenueBookingBooking, Booking>,
  payment: true satisfies Same<VenueBookingPayment, NonNullable<BookingResponse['payment']>>,
  facility: true satisfies Same<VenueBookingFacility, Facility>,
  slot: true satisfies Same<VenueBookingSlot, Slot>,
  ready: true satisfies Same<Detail<'venue-booking:ready'>, Pick<Site, 'live' | 'facilities'>>,
  stepDetail: true satisfies Same<
    Detail<'venue-booking:step'>,
    { step: Step } & Pick<FlowState, 'facility' | 'slot'>
  >,
  booked: true satisfies Same<Detail<'venue-booking:booked'>, BookingResponse & VenueBookingConversion>,
  step: true satisfies Same<VenueBookingStep, Step>,
  errorKind: true satisfies Same<Detail<'venue-booking:error'>['kind'], ApiError['kind']>,
  eventNames: true satisfies Same<keyof VenueBookingEvents, `venue-booking:${Parameters<Emit>[0]}`>,
};

/** Never runs: only its types matter. */
export function usesTheElement(): void {
  const element = document.createElement('venue-booking');
  element.variant = 'calendar';
  element.prefill = { name: 'Anna Jansen', extra: { company: 'Bakery' } };
  // @ts-expect-error: there is no such variant
  element.variant = 'year';
  element.addEventListener('venue-booking:booked', ({ detail }) => detail.booking.amount_eur.toFixed(2));
  document.addEventListener('venue-booking:redirect', (event) => event.detail.checkout_url.length);
  // @ts-expect-error: a step has no such detail
  window.addEventListener('venue-booking:step', ({ detail }) => detail.checkout_url);
}
