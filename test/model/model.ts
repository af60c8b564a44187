import type { BookingStatus } from '@venue-booking/proto/bookingStatus';

export const PRICE_CENTS = 1250;

/** A guest with a booking, as far as what happened to it decides how it may end. */
export type Guest = {
  /** Number of the booking. */
  id: number;
  email: string;
  /** How many it was booked and is paid for. */
  people: number;
  /** For how many it may be by now: more than one where the venue was not told whether it was changed. */
  mayComeWith: number[];
  /** For how many the venue has ever asked. */
  most: number;
  payUrl: string;
  ticketUrl: string;
  /** The provider's id of the checkout that the guest has open; null before the first. */
  checkout: string | null;
  paid: 'in time' | 'late' | null;
  /** `given up`: booking has stopped waiting, whatever payment hears of the provider. */
  hold: 'lasts' | 'over' | 'given up';
  cancelled: boolean;
  /**
   * What of what was paid may be for it, in cents: less than all once it became cheaper, more than one where
   * the venue was not told whether it did.
   */
  mayBePaid: number[];
  /** What the venue gave back by itself. */
  givenBackCents: number;
};

/** What happened at one slot. */
export type Model = {
  capacity: number;
  guests: Guest[];
  /** People whom the desk may have booked, who pay nothing online. */
  atDesk: number;
  /**
   * Whether booking was killed, maybe with a mail under way, or with places that nobody has for some seconds.
   */
  bookingCrashed: boolean;
};

export const newModel = (capacity: number): Model => ({
  capacity,
  guests: [],
  atDesk: 0,
  bookingCrashed: false,
});

/** Everybody who ever asked for places, whatever became of them. */
const everybody = ({ guests, atDesk }: Model): number => guests.reduce((sum, { most }) => sum + most, atDesk);

/** Whether nobody can be refused places, not even with so many people more. */
export const alwaysFits = (model: Model, more = 0): boolean =>
  !model.bookingCrashed && everybody(model) + more <= model.capacity;

export const amountOf = ({ people }: Guest): number => people * PRICE_CENTS;

/** What a booking may be in the end, once every hold is over and everything is at rest. */
export function mayEndAs(model: Model, guest: Guest): BookingStatus[] {
  if (guest.cancelled) return ['cancelled'];
  if (guest.paid === null) return ['expired'];
  if (guest.paid === 'in time' && guest.hold !== 'given up') return ['confirmed'];
  // Late money gets its places back where nobody can have them, unless the venue gave it all back meanwhile.
  const mustFit = alwaysFits(model) && guest.givenBackCents < amountOf(guest);
  return mustFit ? ['confirmed'] : ['confirmed', 'expired'];
}
