import { z } from 'zod';
import { AddOnCounts, BookedAddOn } from './addOns.ts';
import { BookingStatus } from './bookingStatus.ts';
import { BookedGuests, Guests } from './guests.ts';
import { IdempotencyKey } from './idempotencyKey.ts';
import { PaymentOrder } from './payment.ts';
import { PaymentStatus } from './paymentStatus.ts';
import { PriceLine } from './pricing.ts';
import { GuestEmail, guestLine, LocalDateTime, Locale, People, singleLine, VenueId } from './primitives.ts';
import { SlotId } from './slot.ts';
import { VatShare } from './vat.ts';

/** Bookings that one client address may make in an hour, all venues together, over a sliding hour. */
export const BOOKINGS_PER_HOUR = 20;

/** Body of `POST /api/site/bookings`. Unknown keys are ignored: clients may be newer than the service. */
export const BookingRequest = z.object({
  slot_id: SlotId.describe('Id of the slot, as a list of slots has it'),
  customer_name: guestLine(200).describe('Whom it is for').meta({ example: 'Anna Jansen' }),
  customer_email: GuestEmail.describe('Where mail about it goes').meta({ example: 'anna@example.com' }),
  people: People.default(1).describe(
    'Number of people, of the first category where the facility has categories of guests',
  ),
  guests: Guests.optional()
    .describe(
      'How many guests of each category, by its key, in place of `people`, which then says nothing; 422 for a category that the facility does not have',
    )
    .meta({ example: { adult: 2, child: 1 } }),
  add_ons: AddOnCounts.optional()
    .describe(
      'What it takes along of the add-ons of the facility, by key: how many pieces, of others 1. What is required and left out is taken; 422 for an add-on that the facility does not have',
    )
    .meta({ example: { towel: 2 } }),
  extra: z
    .record(
      z.string().max(100),
      z.union([z.string(), z.boolean(), z.number(), z.null()], 'must be text, or true or false'),
    )
    .default({})
    .describe('Values of the extra fields, by key: true or false for a checkbox, text for all others')
    .meta({ example: {} }),
  locale: Locale.default('nl').describe(
    'Language of the texts of the price, and of the mail about a booking',
  ),
  redirect_url: singleLine(2000)
    .optional()
    .describe(
      'Where the guest returns after paying: an http(s) address on a website in the venue’s `redirect_origins`; if that is empty, in its `allowed_origins` or `domains`',
    )
    .meta({ example: 'https://www.example.com/thanks' }),
  quote: z
    .string()
    .max(40_000)
    .optional()
    .describe(
      'A `quote` of `createQuote` for this slot, these people or guests and these add-ons: the booking then costs exactly what it says, or is refused with the price of now',
    ),
  proof_of_work: z
    .string()
    .max(4000)
    .optional()
    .describe(
      'Only while the facilities list says `proof_of_work`: a challenge of `getChallenge` with its solution, base64 of the JSON `{challenge, solution: {counter, derivedKey}}`; each serves one booking',
    ),
});
export type BookingRequest = z.infer<typeof BookingRequest>;

export const Booking = z.object({
  id: z.int(),
  reference: z
    .string()
    .describe("Booking number for people, the venue's own: random, so that it tells nothing of others"),
  facility: z.string().describe('Name of the facility'),
  starts_at: LocalDateTime,
  ends_at: LocalDateTime,
  people: z.int().describe('How many take places'),
  guests: z
    .array(BookedGuests)
    .optional()
    .describe('Guests of each category; absent where the facility had none when it was booked'),
  add_ons: z.array(BookedAddOn).optional().describe('What it takes along; absent where that is nothing'),
  amount_eur: z.number(),
  price_lines: z
    .array(PriceLine)
    .optional()
    .describe('What the amount is made of; absent at a plain price per person'),
  vat: z
    .array(VatShare)
    .optional()
    .describe('VAT in the amount, by rate, as it was when it was booked; absent where the venue told none'),
  status: BookingStatus,
  customer_name: z.string(),
  customer_email: z.string(),
});
export type Booking = z.infer<typeof Booking>;

export const Payment = z.object({
  status: PaymentStatus,
  checkout_url: z.url().describe('Where the guest is sent to pay'),
  platform_fee_eur: z.number(),
});

export const BookingResponse = z.object({
  booking: Booking,
  ticket_url: z.url().describe('Signed link to the ticket page'),
  payment: Payment.optional().describe('Only there when payment is due'),
});
export type BookingResponse = z.infer<typeof BookingResponse>;

/** What a ticket's link opens: the booking, and what its guest may do. */
export const Ticket = z.object({
  venueId: VenueId,
  booking: Booking,
  locale: Locale,
  /** IANA name of the zone that the times are in. */
  timezone: z.string(),
  /** Offsets from UTC at start and end, in minutes, where the clock's times are not clear; else null. */
  utcOffsets: z.tuple([z.number(), z.number()]).nullable(),
  /** Until when the guest may cancel, the venue's local time; null when there is nothing to cancel. */
  cancelUntil: LocalDateTime.nullable(),
  /** Whether the guest may cancel now. */
  cancellable: z.boolean(),
  /** True when the time to cancel was over before the booking was made. */
  neverCancellable: z.boolean(),
  /**
   * Until when a booking that can be paid can be cancelled once it is, the venue's local time; null when it
   * then can't be any more. Absent from others.
   */
  cancelUntilOncePaid: LocalDateTime.nullable().optional(),
  /**
   * What is there to change for the guest: until when, the venue's local time, once it is paid. Absent where
   * the venue lets guests change nothing, and where it never could be or can't be any more.
   */
  change: z
    .object({ until: LocalDateTime, isOver: z.boolean(), facilityId: z.int(), slotId: SlotId })
    .optional(),
  /** Where an unpaid booking is paid; null when nothing is due. */
  checkoutUrl: z.url().nullable(),
  /** Until when it can be paid, the venue's local time; null when nothing is due. */
  payUntil: LocalDateTime.nullable(),
  /** Null when nothing was to be paid online. */
  paymentStatus: PaymentStatus.nullable(),
  /** Cents that are left to pay of one that was paid and has become dearer. */
  openCents: z.int(),
  /** Cents of what was paid that are still there, less what a change gives back. */
  heldCents: z.int().optional(),
  /** True when the last refund did not go through. */
  refundFailed: z.boolean(),
  /** True when it was cancelled and the venue keeps what was paid, or some of it. */
  moneyKept: z.boolean(),
  /** Cents that the venue keeps of what was paid, once it is cancelled. */
  keptCents: z.int(),
  /** Cents that went back of it as it was cancelled. */
  backCents: z.int(),
  /**
   * What comes back of what was or will be paid to a guest who cancels, and cents that the venue keeps of it,
   * until when, the venue's local time: from what holds now on. Empty where all comes back, or it can't be
   * cancelled any more.
   */
  refundTiers: z.array(z.object({ until: LocalDateTime, percent: z.int(), keptCents: z.int() })),
});
export type Ticket = z.infer<typeof Ticket>;

/** What a pay link opens: what is to be paid, and where the guest goes from there. */
export const PayLink = z.object({
  venueId: VenueId,
  bookingId: z.int(),
  /** Its booking number for people. */
  reference: z.string(),
  bookingStatus: BookingStatus,
  facility: z.string(),
  starts_at: LocalDateTime,
  ends_at: LocalDateTime,
  amount_eur: z.number(),
  locale: Locale,
  /** Until when it can be paid, ms since 1970. */
  holdUntil: z.int(),
  /** Where the guest goes after paying: the given `redirect_url`, else the ticket. */
  redirectUrl: z.url(),
  ticketUrl: z.url(),
  /** The pay link itself. */
  payUrl: z.url(),
  /** What the payment service is asked to take. */
  order: PaymentOrder,
});
export type PayLink = z.infer<typeof PayLink>;

/** What the gateway hands to the booking service. */
export const CreateBookingRequest = z.object({
  venueId: VenueId,
  booking: BookingRequest,
  /** Address of the caller as seen behind trusted proxies. */
  clientAddress: z.string(),
  idempotencyKey: IdempotencyKey.optional(),
  /** Whether the venue allows the `redirect_url`; a gateway of the release before leaves that to booking. */
  redirectAllowed: z.boolean().optional(),
});
export type CreateBookingRequest = z.infer<typeof CreateBookingRequest>;
