// Public types of <venue-booking>. The build copies this file to `venue-booking.d.ts` and uses its comments
// in `custom-elements.json`. So it imports nothing, and `publicTypes.check.ts` compares it with the widget's
// own types.

/** Attributes of `<venue-booking>`. Each is also a property of the element, and may change at any time. */
export interface VenueBookingAttributes {
  /** Slug of the venue. Required. */
  tenant?: string | undefined;
  /** Base URL of the API. Default: the origin that served the script; for a module, the page's own. */
  api?: string | undefined;
  /**
   * The picker for a day and time: a week strip, a month calendar, or a timeline of one day.
   * @default 'strip'
   */
  variant?: 'strip' | 'calendar' | 'timeline' | undefined;
  /** Accent colour, any CSS colour. The widget keeps text on it and in it readable. */
  accent?: string | undefined;
  /** Corner radius in pixels, 0 to 40. */
  radius?: string | undefined;
  /** Name of the venue, shown above the booking form. */
  name?: string | undefined;
  /** Language, with or without a region. Default: that of the closest element with a `lang`, else Dutch. */
  locale?: 'nl' | 'en' | 'de' | 'fr' | undefined;
  /** Address to which the guest returns after payment. Default: the page itself. */
  redirect?: string | undefined;
  /** Id of the facility to open. */
  facility?: string | number | undefined;
  /** The day to open, `YYYY-MM-DD`. */
  date?: string | undefined;
  /** Number of people to start with. */
  people?: string | number | undefined;
  /**
   * Where the booking form is: in the page, in a dialog behind a button, or in a dialog that elements with
   * `data-venue-booking-open` open.
   * @default 'inline'
   */
  mode?: 'inline' | 'button' | 'dialog' | undefined;
  /** Text of the button of the mode `button`. */
  label?: string | undefined;
  /** Text that is stored with the booking, at most 200 characters, such as a campaign. */
  reference?: string | undefined;
}

/** What the page knows about the guest. What does not fit the form is ignored. */
export interface VenueBookingPrefill {
  name?: string | undefined;
  email?: string | undefined;
  /** For the venue's first field for a phone number. */
  phone?: string | undefined;
  /** Answers to the venue's own fields, by key. A required checkbox is never ticked. */
  extra?: Record<string, string | boolean> | undefined;
}

/**
 * Lets guests book a venue's facilities from any page.
 *
 * @cssprop {<color>} --vb-accent - Accent colour; the attribute `accent` takes precedence.
 * @cssprop {<length>} --vb-radius - Corner radius; the attribute `radius` takes precedence.
 * @cssprop --vb-font - Font family. Default: that of the page.
 * @cssprop {<color>} --vb-surface - Background of surfaces.
 * @cssprop {<color>} --vb-text - Text colour.
 * @cssprop {<color>} --vb-muted - Colour of secondary text.
 * @cssprop {<color>} --vb-line - Colour of lines and borders.
 * @cssprop {<color>} --vb-danger - Colour of errors.
 * @csspart widget - The whole widget.
 * @csspart header - The header above the steps.
 * @csspart heading - Heading of a step.
 * @csspart back - Button to the previous step.
 * @csspart open - The button that opens the dialog.
 * @csspart dialog - The dialog.
 * @csspart close - The button that closes the dialog.
 * @csspart facility - A facility to choose.
 * @csspart day - A day to choose.
 * @csspart time - A time to choose.
 * @csspart field - A field with its label.
 * @csspart input - A form control.
 * @csspart button - The button to continue.
 * @csspart notice - A notice or an error.
 * @csspart ticket - The details of a booking that was made.
 */
export interface VenueBookingElement extends HTMLElement, VenueBookingAttributes {
  /** Read when the guest arrives at the details; it never replaces what the guest typed. */
  prefill?: VenueBookingPrefill | undefined;
}

/** The steps of a booking, in order. */
export type VenueBookingStep = 'what' | 'when' | 'details' | 'done';

/** A category of guests, such as adults. */
export interface VenueBookingCategory {
  key: string;
  name: { nl: string; en: string };
  /** Price per guest, before rules that depend on the time or the party. */
  eur: number;
  takes_place: boolean;
  min: number;
  max: number | null;
}

/** An extra that can be added to a booking, such as a towel. */
export interface VenueBookingAddOn {
  key: string;
  name: { nl: string; en: string };
  /** Price of one. */
  eur: number;
  per: 'piece' | 'person' | 'booking';
  required: boolean;
  max: number;
  /** A URL, or a path on the API's server. */
  image?: string | undefined;
}

/** A facility of the venue, as the API lists it. */
export interface VenueBookingFacility {
  id: number;
  name: string;
  /** `CAPACITY`: several parties share a slot. `FULL`: one party has it to itself. */
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
  /** Present if the facility has a price list. */
  price?:
    | {
        per: 'person' | 'booking' | 'party';
        from_eur: number;
        varies: boolean;
        /** Categories of guests, if there are any. Prices are for the first. */
        categories?: VenueBookingCategory[] | undefined;
        /** Add-ons, if there are any. Prices include required add-ons. */
        add_ons?: VenueBookingAddOn[] | undefined;
      }
    | undefined;
}

/** A chosen slot. Times are local to the venue, such as `2026-06-01T10:00`. */
export interface VenueBookingSlot {
  id: number;
  starts_at: string;
  ends_at: string;
  capacity: number;
  booked: number;
  free: number;
  blocked: boolean;
  bookable: boolean;
  /** Totals for one person, two people, and so on; present if the facility has a price list. */
  price?: { totals_eur: number[] } | undefined;
  /** Number left of each add-on with limited stock. */
  add_ons?: { key: string; left: number }[] | undefined;
}

/** A booking that was made. Times are local to the venue, such as `2026-06-01T10:00`. */
export interface VenueBookingBooking {
  id: number;
  /** Booking number that people use. */
  reference: string;
  /** The text with which the page marked the booking. */
  client_reference?: string | undefined;
  /** Name of the facility. */
  facility: string;
  starts_at: string;
  ends_at: string;
  people: number;
  /** Guests per category; present if the facility had categories. */
  guests?: { key: string; name: { nl: string; en: string }; count: number }[] | undefined;
  /** Add-ons of the booking; present if there are any. */
  add_ons?: { key: string; name: { nl: string; en: string }; count: number }[] | undefined;
  amount_eur: number;
  /** Breakdown of the amount; present if the facility has a price list. */
  price_lines?: { text: string; count: number; amount_eur: number }[] | undefined;
  /** VAT included in the amount, by rate; present if the venue shows VAT. */
  vat?: { percent: number; amount_eur: number; vat_eur: number }[] | undefined;
  status: 'pending_payment' | 'confirmed' | 'expired' | 'cancelled' | 'checked_in' | 'no_show';
  customer_name: string;
  customer_email: string;
}

/** The payment that is due, and where to make it. */
export interface VenueBookingPayment {
  status: 'open' | 'paid' | 'failed' | 'canceled' | 'expired' | 'refunded';
  checkout_url: string;
  platform_fee_eur: number;
  /** Deposit to pay online; absent if the whole price is paid online. */
  deposit_eur?: number | undefined;
  /** Rest of the price, paid later; present with a deposit. */
  rest_eur?: number | undefined;
  /** Deadline for paying the rest online, local to the venue; absent if it is paid at the venue. */
  rest_until?: string | undefined;
}

/** A booking as analytics count it. */
export interface VenueBookingConversion {
  /** Booking number that people use. */
  number: string;
  /** Name of the facility. */
  facility: string;
  /** The day, `YYYY-MM-DD`, local to the venue. */
  date: string;
  people: number;
  /** The price in euros. */
  amount_eur: number;
  /** The text with which the page marked the booking. */
  reference?: string | undefined;
}

/** A booking that is about to be sent. */
export interface VenueBookingSubmission {
  facility: VenueBookingFacility;
  slot: VenueBookingSlot;
  people: number;
  guests?: Record<string, number> | undefined;
  add_ons?: Record<string, number> | undefined;
  customer_name: string;
  customer_email: string;
  /** Answers to the venue's own fields, by key. */
  extra: Record<string, string | boolean>;
  locale: 'nl' | 'en' | 'de' | 'fr';
  reference?: string | undefined;
  /** The price in euros that the guest saw. */
  amount_eur?: number | undefined;
}

/** Details of the events. All bubble and cross the shadow boundary. */
export interface VenueBookingEvents {
  /** The venue has loaded: whether it takes bookings, and its facilities. */
  'venue-booking:ready': { live: boolean; facilities: VenueBookingFacility[] };
  /** A step is shown, with the choices made so far. */
  'venue-booking:step': {
    step: VenueBookingStep;
    facility: VenueBookingFacility | null;
    slot: VenueBookingSlot | null;
  };
  /** The guest has confirmed the details. `preventDefault()` sends nothing and keeps the guest there. */
  'venue-booking:submitting': VenueBookingSubmission;
  /** A booking was made. `payment` is present if payment is due. */
  'venue-booking:booked': VenueBookingConversion & {
    booking: VenueBookingBooking;
    /** Signed link to the ticket. Anyone who has it can cancel the booking. */
    ticket_url: string;
    payment?: VenueBookingPayment | undefined;
  };
  /** An online payment has arrived. Fires once per booking and browser, also if the guest returns often. */
  'venue-booking:paid': VenueBookingConversion;
  /** The guest's booking was cancelled. Fires once per booking and browser. */
  'venue-booking:cancelled': VenueBookingConversion;
  /** The guest is about to be sent to the payment page. `preventDefault()` keeps the guest on the page. */
  'venue-booking:redirect': { checkout_url: string };
  /**
   * A request failed. `status` is the HTTP status, or 0 without a response. `message` is the API's own text,
   * or empty.
   */
  'venue-booking:error': {
    kind: 'offline' | 'rate_limited' | 'refused' | 'failed';
    status: number;
    message: string;
  };
}

/** The events by name. */
export type VenueBookingEventMap = {
  [Name in keyof VenueBookingEvents]: CustomEvent<VenueBookingEvents[Name]>;
};

declare global {
  interface HTMLElementTagNameMap {
    'venue-booking': VenueBookingElement;
  }
  interface GlobalEventHandlersEventMap extends VenueBookingEventMap {}
}
