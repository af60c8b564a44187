import { z } from 'zod';
import { Booking, BookingRequest } from './booking.ts';
import { BookingStatus } from './bookingStatus.ts';
import { HistoryEntry } from './history.ts';
import { PaymentDetail } from './payment.ts';
import { PaymentStatus } from './paymentStatus.ts';
import { Email, FacilityId, LocalDate, Locale, multiLine, singleLine, VenueId } from './primitives.ts';
import { RefundTiers } from './refundRules.ts';
import { SlotId } from './slot.ts';
import { withoutRules } from './withoutRules.ts';

/** A booking as the venue sees it. Name, e-mail and extra are empty once the guest has been erased. */
export const AdminBooking = Booking.extend({
  facility_id: FacilityId,
  slot_id: SlotId,
  extra: z.record(z.string(), z.union([z.string(), z.boolean()])).describe('Values of the extra fields'),
  locale: Locale,
  source: z.enum(['online', 'desk']).describe('Booked by the guest, or by the venue'),
  created_at: z.iso.datetime(),
  erased: z.boolean().describe('True once the guest has been erased'),
  payment_status: PaymentStatus.nullable().describe('Null when nothing was to be paid online'),
  open_eur: z
    .number()
    .optional()
    .describe(
      'What of the amount was not paid online, as it became dearer since or none of it was to be; absent: nothing',
    ),
  note: z.string().describe("What the venue's people noted; its guest never sees it"),
  kept_eur: z
    .number()
    .optional()
    .describe('What the venue kept of what was paid when it was cancelled; absent: nothing'),
});
export type AdminBooking = z.infer<typeof AdminBooking>;

/** One mail to the guest of a booking. */
export const BookingMail = z.object({
  kind: z.string().describe('confirmed, changed, cancelled, payment_due, refunded, refund_failed'),
  state: z
    .string()
    .describe(
      'queued: is to be sent; sent; failed: the mail server refuses it; dropped: no longer true or wanted',
    ),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
  resent: z.boolean().describe('True for one that the venue had sent again'),
  waits_for: z
    .string()
    .optional()
    .describe(
      'What a queued one waits for; recipients: until the venue may mail more people. Absent: nothing but its turn',
    ),
});
export type BookingMail = z.infer<typeof BookingMail>;

/** One booking with all that is known of it. */
export const AdminBookingDetail = AdminBooking.extend({
  ticket_url: z.url().optional().describe('Opens and cancels it; not for tokens of scope desk'),
  payments: z
    .array(PaymentDetail)
    .optional()
    .describe('Attempts at paying it online; absent while payments can not be looked up'),
  timezone: z.string().describe('IANA name of the zone that its times are in'),
  money_kept: z
    .boolean()
    .describe('True when it was cancelled and the venue kept what was paid, or some of it: `kept_eur`'),
  refund_tiers: withoutRules(RefundTiers)
    .nullable()
    .optional()
    .describe('What comes back of what was paid to who cancels: the rules that it was made under; null: all'),
  kept_by_rules_eur: z
    .number()
    .optional()
    .describe('What the venue would keep of what was paid if it were cancelled now, by those rules'),
  mails: z.array(BookingMail).describe('Mails to the guest, oldest first'),
  history: z.array(HistoryEntry),
});
export type AdminBookingDetail = z.infer<typeof AdminBookingDetail>;

/** Which bookings of a venue to list, by start, in order of time and id. */
export const BookingsQuery = z.strictObject({
  from: LocalDate.optional().describe('First date of the start, by the calendar of the venue'),
  to: LocalDate.optional().describe('Last date of the start'),
  status: BookingStatus.optional(),
  facility_id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 27 - 1)
    .optional()
    .describe('Id of a facility'),
  payment_status: z
    .enum([...PaymentStatus.options, 'none'])
    .optional()
    .describe('How its payment stands; none: nothing was to be paid online'),
  q: singleLine(200)
    .optional()
    .describe(
      'Part of the name, of the e-mail address or of what an extra field holds, a phone number however it is written, or a booking number or id',
    ),
  order: z.enum(['oldest', 'newest']).optional().describe('Which start comes first; default: the oldest'),
  cursor: z
    .string()
    // A start in ms, before the year 9999, which a database still reads, and a number.
    .regex(/^\d{1,14}-\d{1,15}$/, 'must come from a Link header')
    .optional()
    .describe('From the Link header of the page before'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type BookingsQuery = z.infer<typeof BookingsQuery>;

const Quoted = BookingRequest.shape.quote.describe(
  'A `quote` of this slot, party and add-ons: the booking then costs exactly what it says, or is refused with the price of now',
);

/** Body of `POST …/bookings`: by phone or at the counter, so without e-mail where there is none. */
export const ManualBooking = BookingRequest.pick({
  slot_id: true,
  customer_name: true,
  people: true,
  guests: true,
  add_ons: true,
  extra: true,
  locale: true,
})
  .extend({ customer_email: BookingRequest.shape.customer_email.optional(), quote: Quoted })
  .strict();
export type ManualBooking = z.infer<typeof ManualBooking>;

/** Body of `PATCH …/bookings/{id}`: another slot, or a correction of who comes and what they take along. */
export const BookingPatch = BookingRequest.pick({
  slot_id: true,
  customer_name: true,
  customer_email: true,
  guests: true,
  add_ons: true,
})
  .partial()
  .extend({
    people: BookingRequest.shape.people
      .unwrap()
      .optional()
      .describe('Number of people; there must be places for them'),
    extra: BookingRequest.shape.extra
      .unwrap()
      .optional()
      .describe('Values of extra fields, by key; an empty one is taken away, others stay as they are'),
    quote: Quoted.describe(
      'A `quote` of the booking as it is to be: it then costs exactly what that says, and what was paid online beyond that goes back. Without one the amount stays',
    ),
    notify: z.boolean().optional().describe('Whether the guest gets a mail; default: true'),
  })
  .strict()
  .refine(
    ({ notify, ...patch }) => Object.keys(patch).length > 0,
    'needs slot_id, people, guests, add_ons, customer_name, customer_email, extra or quote',
  );
export type BookingPatch = z.infer<typeof BookingPatch>;

/** Body of `POST …/bookings/{id}/cancel`. */
export const BookingCancellation = z.strictObject({
  refund: z
    .union([z.boolean(), z.literal('rules')])
    .optional()
    .describe(
      'What goes back of what was paid online: true: all of it, the default; false: nothing; "rules": what the refund rules of the booking say. Only an owner keeps any',
    ),
});
export type BookingCancellation = z.infer<typeof BookingCancellation>;

/** Body of `PUT …/bookings/{id}/note`. */
export const BookingNote = z.strictObject({
  note: multiLine(2000).describe('Replaces what is noted; empty: nothing is'),
});

/** Body of `POST …/check-in`. */
export const CheckInTicket = z.strictObject({
  ticket: z
    .string()
    .max(3000)
    .describe('What the QR code of the ticket says: its address, or the token in that'),
});

/** Which guest, for `GET` and `DELETE …/guests`. */
export const GuestQuery = z.object({
  email: Email.describe("The guest's e-mail address, in whatever case"),
});

/** All that is kept of a guest, by e-mail address. */
export const GuestExport = z.object({
  email: z.string(),
  bookings: z.array(AdminBookingDetail),
});

export const Erasure = z.object({
  upcoming_bookings: z.int().describe('How many of them are still to come: they keep their places'),
  erased_bookings: z.int().describe('Bookings that no longer say whom they were for'),
});
export type Erasure = z.infer<typeof Erasure>;

/** Body of `POST …/guests/cancel`. */
export const CancelGuest = z.strictObject({
  email: Email.describe("The guest's e-mail address; all that end in the same mailbox are the guest's"),
});

export const GuestCancellation = z.object({
  cancelled_bookings: z.int().describe('Bookings that this request has dealt with'),
  left_bookings: z.int().describe('Bookings that are left for another request like this one'),
});
export type GuestCancellation = z.infer<typeof GuestCancellation>;

/** Bookings that a change meets, the first of them by start. `more`: there are more than `count`. */
export type MetBookings = {
  first: { id: number; reference: string; starts_at: string }[];
  count: number;
  more: boolean;
};

/** One booking of a venue. */
export const OfBooking = z.object({ venueId: VenueId, id: z.int() });
export type OfBooking = z.infer<typeof OfBooking>;

/** Who acts, as the history tells it. */
export const Actor = z.string().min(1).max(200);
