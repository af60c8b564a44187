import { z } from 'zod';
import { SlotId } from '../facility/slot.ts';
import { InvoiceKind } from '../invoice/invoice.ts';
import { PaymentOrder } from '../payment/payment.ts';
import { PaymentStatus } from '../payment/paymentStatus.ts';
import { AddOnCounts, BookedAddOn } from '../price/addOns.ts';
import { BookedGuests, Guests } from '../price/guests.ts';
import { PriceLine } from '../price/pricing.ts';
import { VatShare } from '../price/vat.ts';
import { Email, guestLine, LocalDateTime, Locale, People, singleLine, VenueId } from '../primitives.ts';
import { BookingStatus } from './bookingStatus.ts';
import { IdempotencyKey } from './idempotencyKey.ts';

/** The text with which a website marks a booking. */
const ClientReference = guestLine(200).meta({ example: 'newsletter-may' });

/** Maximum number of bookings per client address in a sliding hour, over all venues. */
export const BOOKINGS_PER_HOUR = 20;

/**
 * Body of `POST /api/site/bookings`. Unknown keys are ignored, because clients may be newer than the service.
 */
export const BookingRequest = z.object({
  slot_id: SlotId.describe('Id of the slot, from a list of slots'),
  customer_name: guestLine(200).describe('Name of the guest').meta({ example: 'Anna Jansen' }),
  customer_email: Email.describe(
    'E-mail address for mail about the booking. The domain may be in any script and is stored in ASCII and lower case',
  ).meta({
    example: 'anna@example.com',
  }),
  people: People.default(1).describe(
    'Number of people. If the facility has categories of guests, all are in the first category',
  ),
  guests: Guests.optional()
    .describe(
      'Number of guests in each category, by key. Replaces `people`, which is then ignored. 422 for an unknown category',
    )
    .meta({ example: { adult: 2, child: 1 } }),
  add_ons: AddOnCounts.optional()
    .describe(
      'Add-ons by key: the number of pieces, or 1 for add-ons that are not counted in pieces. Omitted required add-ons are added. 422 for an unknown add-on',
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
  locale: Locale.default('nl').describe('Language of the price lines and of mail about the booking'),
  redirect_url: singleLine(2000)
    .optional()
    .describe(
      'Where the guest returns after paying: an http(s) URL on a website in the venue’s `redirect_origins`; if that is empty, in its `allowed_origins` or `domains`',
    )
    .meta({ example: 'https://www.example.com/thanks' }),
  reference: ClientReference.optional().describe(
    'Text with which the website marks the booking, such as a campaign or its own order number. Returned as `client_reference`',
  ),
  quote: z
    .string()
    .max(40_000)
    .optional()
    .describe(
      'A `quote` from `createQuote` for the same slot, party and add-ons. The booking then costs exactly the quoted price, or is rejected with the current price',
    ),
  proof_of_work: z
    .string()
    .max(4000)
    .optional()
    .describe(
      'Required while the facilities list has `proof_of_work`: a challenge from `getChallenge` with its solution, as base64 of the JSON `{challenge, solution: {counter, derivedKey}}`. Each challenge can be used for one booking',
    ),
});
export type BookingRequest = z.infer<typeof BookingRequest>;

export const Booking = z.object({
  id: z.int(),
  reference: z
    .string()
    .describe(
      'Booking number for people, unique within the venue. It is random, so it reveals nothing about other bookings',
    ),
  client_reference: z
    .string()
    .optional()
    .describe('The `reference` of the request; absent if there was none or the guest was erased'),
  facility: z.string().describe('Name of the facility'),
  starts_at: LocalDateTime,
  ends_at: LocalDateTime,
  people: z.int().describe('Number of places taken'),
  guests: z
    .array(BookedGuests)
    .optional()
    .describe('Guests in each category; absent if the facility had no categories at the time of booking'),
  add_ons: z.array(BookedAddOn).optional().describe('Add-ons; absent if there are none'),
  amount_eur: z.number(),
  price_lines: z
    .array(PriceLine)
    .optional()
    .describe('Lines of the price; absent for a plain price per person'),
  vat: z
    .array(VatShare)
    .optional()
    .describe('VAT in the amount by rate, as at the time of booking; absent if the venue showed none'),
  status: BookingStatus,
  customer_name: z.string(),
  customer_email: z.string(),
});
export type Booking = z.infer<typeof Booking>;

export const Payment = z.object({
  status: PaymentStatus,
  checkout_url: z.url().describe('URL of the payment page'),
  platform_fee_eur: z.number(),
  deposit_eur: z
    .number()
    .optional()
    .describe('Deposit to pay online; absent if the whole price is paid online'),
  rest_eur: z.number().optional().describe('Rest of the price, paid later; present with `deposit_eur`'),
  rest_until: LocalDateTime.optional().describe(
    'Deadline for paying the rest online; absent if it is paid at the venue',
  ),
});

export const BookingResponse = z.object({
  booking: Booking,
  ticket_url: z.url().describe('Signed link to the ticket page'),
  payment: Payment.optional().describe('Present if a payment is due'),
});
export type BookingResponse = z.infer<typeof BookingResponse>;

/** The data behind a ticket's link: the booking, and the actions its guest may take. */
export const Ticket = z.object({
  venueId: VenueId,
  booking: Booking,
  locale: Locale,
  /** IANA name of the time zone. */
  timezone: z.string(),
  /**
   * UTC offsets of start and end in minutes, if local times are ambiguous because clocks change; else null.
   */
  utcOffsets: z.tuple([z.number(), z.number()]).nullable(),
  /** Deadline for cancelling in the venue's local time; null if the booking cannot be cancelled. */
  cancelUntil: LocalDateTime.nullable(),
  /** Whether the guest may cancel now. */
  cancellable: z.boolean(),
  /** True if the deadline for cancelling had passed before the booking was made. */
  neverCancellable: z.boolean(),
  /**
   * Deadline for cancelling after payment, in the venue's local time; null if the booking cannot be cancelled
   * then. Absent if the booking is not payable.
   */
  cancelUntilOncePaid: LocalDateTime.nullable().optional(),
  /**
   * What the guest may change, and until when in the venue's local time (after payment, if payment is due).
   * Absent if the venue allows no changes, or if this booking cannot be changed (any more).
   */
  change: z
    .object({ until: LocalDateTime, isOver: z.boolean(), facilityId: z.int(), slotId: SlotId })
    .optional(),
  /**
   * The invoices and credit notes of the booking, and whether its guest may request an invoice. Absent if
   * there are none and the venue issues none.
   */
  invoices: z
    .object({
      canRequest: z.boolean(),
      /** Country of the venue, as two letters. */
      country: z.string(),
      documents: z.array(z.object({ number: z.string(), kind: InvoiceKind })),
    })
    .optional(),
  /** URL of the payment page; null when nothing is due. */
  checkoutUrl: z.url().nullable(),
  /** Deadline for paying in the venue's local time; null when nothing is due. */
  payUntil: LocalDateTime.nullable(),
  /** Null if no online payment was due. */
  paymentStatus: PaymentStatus.nullable(),
  /** The open amount in cents and where the guest can pay it online; absent if that is not possible. */
  payOpen: z.object({ cents: z.int(), url: z.url() }).optional(),
  /** Where the guest pays the difference to the higher price of the change just made; absent if nothing. */
  payChange: z.url().optional(),
  /** Cents still open of a booking that was partly paid: the rest of a deposit, or of an increased price. */
  openCents: z.int(),
  /** Cents of the price that are paid online, or due online: less than the price with a deposit. */
  onlineCents: z.int().optional(),
  /** Cents that the desk took, less what it returned. */
  deskCents: z.int().optional(),
  /** Cents that the desk has to return to the guest; absent: none. */
  returnCents: z.int().optional(),
  /** Deadline for paying the rest of a deposit online, in the venue's local time; absent: at the venue. */
  restUntil: LocalDateTime.optional(),
  /** Cents paid that stay with the venue once the refunds under way are done. */
  heldCents: z.int().optional(),
  /** True if the last refund failed. */
  refundFailed: z.boolean(),
  /** True if the venue decided to keep all or part of the payment when the booking was cancelled. */
  moneyKept: z.boolean(),
  /** Cents of the payment that the venue keeps after a cancellation: paid and not refunded. */
  keptCents: z.int(),
  /** Cents refunded by the cancellation and later; 0 if the cancellation refunded nothing. */
  backCents: z.int(),
  /**
   * The refund for a cancellation, by deadline in the venue's local time, from the tier that applies now on,
   * with the cents that the venue keeps. Empty if everything is refunded or the booking cannot be cancelled
   * any more.
   */
  refundTiers: z.array(z.object({ until: LocalDateTime, percent: z.int(), keptCents: z.int() })),
});
export type Ticket = z.infer<typeof Ticket>;

/** The data behind a pay link: what is due, and where the guest continues. */
export const PayLink = z.object({
  venueId: VenueId,
  bookingId: z.int(),
  /** Booking number for people. */
  reference: z.string(),
  bookingStatus: BookingStatus,
  facility: z.string(),
  starts_at: LocalDateTime,
  ends_at: LocalDateTime,
  amount_eur: z.number(),
  /** As in a {@link Ticket}. */
  restUntil: LocalDateTime.optional(),
  locale: Locale,
  /** Deadline for paying, in ms since 1970. */
  holdUntil: z.int(),
  /**
   * True for the open amount of a booking that is valid whether it is paid or not. Absent: the first payment.
   */
  isLater: z.boolean().optional(),
  /** Where the guest returns after paying: the given `redirect_url`, else the ticket. */
  redirectUrl: z.url(),
  ticketUrl: z.url(),
  /** URL of the pay link itself. */
  payUrl: z.url(),
  /** The order for the payment service; absent if nothing must be paid online. */
  order: PaymentOrder.optional(),
});
export type PayLink = z.infer<typeof PayLink>;

/** Request from the gateway to the booking service. */
export const CreateBookingRequest = z.object({
  venueId: VenueId,
  booking: BookingRequest,
  /** Client address, as determined behind trusted proxies. */
  clientAddress: z.string(),
  idempotencyKey: IdempotencyKey.optional(),
  /**
   * Whether the venue allows the `redirect_url`. Absent from a gateway of the previous release, which leaves
   * the check to the booking service.
   */
  redirectAllowed: z.boolean().optional(),
});
export type CreateBookingRequest = z.infer<typeof CreateBookingRequest>;
