import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';

export const PRICE_CENTS = 1250;

/** A guest with a booking, and what decides how the booking may end. */
export type Guest = {
  /** The booking's id. */
  id: number;
  email: string;
  /** The number of people booked and paid for. */
  people: number;
  /** Cents to pay online when booking: the price, or its deposit. */
  dueCents: number;
  /** The possible party sizes by now. More than one if the response to a change was lost or not a success. */
  mayComeWith: number[];
  /** The largest party size that was ever requested. */
  most: number;
  payUrl: string;
  ticketUrl: string;
  /** The provider's id of the guest's current checkout, or null before the first. */
  checkout: string | null;
  paid: 'in time' | 'late' | null;
  /** `given up`: the grace period is over too, so booking no longer waits for a payment. */
  hold: 'lasts' | 'over' | 'given up';
  cancelled: boolean;
  /**
   * The possible paid amounts that count for the booking, in cents. Lower than the payment once the price has
   * dropped, and more than one if the response to a change was lost or not a success.
   */
  mayBePaid: number[];
  /** Cents that the venue refunded on its own initiative. */
  refundedCents: number;
};

/** What happened at one slot. */
export type Model = {
  capacity: number;
  guests: Guest[];
  /** The number of people whom the desk may have booked. They pay nothing online. */
  atDesk: number;
  /**
   * Whether the booking service was killed. It may then send a mail twice, or hold places without a booking
   * for some seconds.
   */
  bookingCrashed: boolean;
};

export const newModel = (capacity: number): Model => ({
  capacity,
  guests: [],
  atDesk: 0,
  bookingCrashed: false,
});

/** The number of people in all requests for places, whatever became of them. */
const everybody = ({ guests, atDesk }: Model): number => guests.reduce((sum, { most }) => sum + most, atDesk);

/** Whether a request for `more` people cannot fail for lack of places. */
export const alwaysFits = (model: Model, more = 0): boolean =>
  !model.bookingCrashed && everybody(model) + more <= model.capacity;

/** Cents that a paid booking paid online. */
export const amountOf = ({ dueCents }: Guest): number => dueCents;

/** The possible final statuses of a booking, once every hold is over and no work is pending. */
export function mayEndAs(model: Model, guest: Guest): BookingStatus[] {
  if (guest.cancelled) return ['cancelled'];
  if (guest.paid === null) return ['expired'];
  if (guest.paid === 'in time' && guest.hold !== 'given up') return ['confirmed'];
  // A late payment confirms the booking if the places are certainly free, unless the venue has refunded it
  // all.
  const mustFit = alwaysFits(model) && guest.refundedCents < amountOf(guest);
  return mustFit ? ['confirmed'] : ['confirmed', 'expired'];
}
