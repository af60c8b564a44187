// What pages and editors may know of <venue-booking>. Built into `venue-booking.d.ts` as it is, and into
// `custom-elements.json` by its comments; so it imports nothing, and `publicTypes.check.ts` holds it against
// the types that the widget works with.

/**
 * Attributes of `<venue-booking>`. All may be changed at any time, and are properties of the element as well.
 */
export interface VenueBookingAttributes {
  /** Slug of the venue. Required. */
  tenant?: string | undefined;
  /** Address of the API. Without it, the address that the script came from; for a module, the page's own. */
  api?: string | undefined;
  /**
   * How a day and a time are picked: week by week, in a month, or on the bar of a day.
   * @default 'strip'
   */
  variant?: 'strip' | 'calendar' | 'timeline' | undefined;
  /** The accent: any CSS colour. Texts on it and in it stay readable. */
  accent?: string | undefined;
  /** Radius of corners in pixels, 0 to 40. */
  radius?: string | undefined;
  /** Name of the venue, shown above the booking. */
  name?: string | undefined;
  /** Language; without it, that of the closest element with a `lang`, else Dutch. */
  locale?: 'nl' | 'en' | undefined;
  /** Address to which the guest returns after paying. Without it, the page's own. */
  redirect?: string | undefined;
}

/**
 * Books a venue's facilities from any page.
 *
 * @cssprop {<color>} --vb-accent - The accent; the attribute `accent` wins.
 * @cssprop {<length>} --vb-radius - Radius of corners; the attribute `radius` wins.
 * @cssprop --vb-font - Font family; the page's own without it.
 * @cssprop {<color>} --vb-surface - Background of the widget's surfaces.
 * @cssprop {<color>} --vb-text - Text.
 * @cssprop {<color>} --vb-muted - Text that matters less.
 * @cssprop {<color>} --vb-line - Lines and borders.
 * @cssprop {<color>} --vb-danger - What is wrong.
 * @csspart widget - All of it.
 * @csspart header - What stands above the steps.
 * @csspart heading - Heading of a step.
 * @csspart back - Button that leads a step back.
 * @csspart facility - A facility to choose.
 * @csspart day - A day to choose.
 * @csspart time - A time to choose.
 * @csspart field - A field with its label.
 * @csspart input - A control of the form.
 * @csspart button - The button that goes on.
 * @csspart notice - A notice or a problem.
 * @csspart ticket - Link to the ticket.
 */
export interface VenueBookingElement extends HTMLElement, VenueBookingAttributes {}

/** The steps of a booking, in their order. */
export type VenueBookingStep = 'what' | 'when' | 'details' | 'done';

/** A category of guests, such as adults. */
export interface VenueBookingCategory {
  key: string;
  name: { nl: string; en: string };
  /** What each of them pays, before what depends on the time or the party. */
  eur: number;
  takes_place: boolean;
  min: number;
  max: number | null;
}

/** What a booking can take along, such as a towel. */
export interface VenueBookingAddOn {
  key: string;
  name: { nl: string; en: string };
  /** What one costs. */
  eur: number;
  per: 'piece' | 'person' | 'booking';
  required: boolean;
  max: number;
  /** An address, or a path on the server's. */
  image?: string | undefined;
}

/** A facility of the venue, as the API's list has it. */
export interface VenueBookingFacility {
  id: number;
  name: string;
  /** Several guests share a time, or one party has it to itself. */
  mode: 'CAPACITY' | 'FULL';
  capacity: number;
  min_people: number;
  max_people_per_booking: number;
  duration_minutes: number;
  /** Price per person in euro; 0 means free. */
  price_eur: number;
  /** 1 = Monday to 7 = Sunday. */
  open_days: number[];
  active: boolean;
  images: string[];
  description: string;
  /** Only there while it has a price list. */
  price?:
    | {
        per: 'person' | 'booking' | 'party';
        from_eur: number;
        varies: boolean;
        /** Categories of guests, if it has any; prices are of the first. */
        categories?: VenueBookingCategory[] | undefined;
        /** What a booking can take along, if there is anything; prices include what is required. */
        add_ons?: VenueBookingAddOn[] | undefined;
      }
    | undefined;
}

/** A time that was chosen. Local time of the venue, as `2026-06-01T10:00`. */
export interface VenueBookingSlot {
  id: number;
  starts_at: string;
  ends_at: string;
  capacity: number;
  booked: number;
  free: number;
  blocked: boolean;
  bookable: boolean;
  /** What one person pays, two, and so on; only there while the facility has a price list. */
  price?: { totals_eur: number[] } | undefined;
  /** How many are left of add-ons of which there are only so many. */
  add_ons?: { key: string; left: number }[] | undefined;
}

/** A booking that was made. Its times are the venue's, as `2026-06-01T10:00`. */
export interface VenueBookingBooking {
  id: number;
  /** Booking number for people. */
  reference: string;
  /** Name of the facility. */
  facility: string;
  starts_at: string;
  ends_at: string;
  people: number;
  /** Guests of each category; only there where the facility had categories. */
  guests?: { key: string; name: { nl: string; en: string }; count: number }[] | undefined;
  /** What it takes along; only there where it takes anything. */
  add_ons?: { key: string; name: { nl: string; en: string }; count: number }[] | undefined;
  amount_eur: number;
  /** What the amount is made of; only there while the facility has a price list. */
  price_lines?: { text: string; count: number; amount_eur: number }[] | undefined;
  /** VAT in the amount, by rate; only there where the venue tells it. */
  vat?: { percent: number; amount_eur: number; vat_eur: number }[] | undefined;
  status: 'pending_payment' | 'confirmed' | 'expired' | 'cancelled' | 'checked_in' | 'no_show';
  customer_name: string;
  customer_email: string;
}

/** What is to be paid of a booking, and where. */
export interface VenueBookingPayment {
  status: 'open' | 'paid' | 'failed' | 'canceled' | 'expired' | 'refunded';
  checkout_url: string;
  platform_fee_eur: number;
}

/** Details of the events. All bubble and leave the shadow tree. */
export interface VenueBookingEvents {
  /** The venue is loaded: whether it takes bookings, and what it offers. */
  'venue-booking:ready': { live: boolean; facilities: VenueBookingFacility[] };
  /** A step is shown, with what has been chosen by then. */
  'venue-booking:step': {
    step: VenueBookingStep;
    facility: VenueBookingFacility | null;
    slot: VenueBookingSlot | null;
  };
  /** A booking is made; with `payment` when it is still to be paid. */
  'venue-booking:booked': {
    booking: VenueBookingBooking;
    /** Signed link to the ticket: who has it can cancel. */
    ticket_url: string;
    payment?: VenueBookingPayment | undefined;
  };
  /** The guest is about to be sent to the payment page. `preventDefault()` keeps the page. */
  'venue-booking:redirect': { checkout_url: string };
  /**
   * Something did not work. `status` is that of HTTP, 0 without an answer; `message` is the API's own text,
   * or empty.
   */
  'venue-booking:error': {
    kind: 'offline' | 'rate_limited' | 'refused' | 'failed';
    status: number;
    message: string;
  };
}

/** The events, by name. */
export type VenueBookingEventMap = {
  [Name in keyof VenueBookingEvents]: CustomEvent<VenueBookingEvents[Name]>;
};

declare global {
  interface HTMLElementTagNameMap {
    'venue-booking': VenueBookingElement;
  }
  interface GlobalEventHandlersEventMap extends VenueBookingEventMap {}
}
