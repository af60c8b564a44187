import { z } from 'zod';
import { OFF_GRID_STEP, OffGridMinutes, OffGridStart, SlotId } from '../facility/slot.ts';
import { SmsState } from '../mail/sms.ts';
import { DeskPayment } from '../payment/deskPayment.ts';
import { PaymentDetail } from '../payment/payment.ts';
import { PaymentStatus } from '../payment/paymentStatus.ts';
import { RefundTiers } from '../payment/refundTiers.ts';
import {
  Email,
  Euro,
  FacilityId,
  LocalDate,
  Locale,
  multiLine,
  People,
  singleLine,
  VenueId,
} from '../primitives.ts';
import { withoutRules } from '../withoutRules.ts';
import { Booking, BookingRequest } from './booking.ts';
import { BookingStatus } from './bookingStatus.ts';
import { HistoryEntry } from './history.ts';
import { WaitingEntry } from './waitingList.ts';

/** A booking as the venue sees it. Name, e-mail and extra are empty after the guest was erased. */
export const AdminBooking = Booking.extend({
  facility_id: FacilityId,
  slot_id: SlotId,
  booking_day: LocalDate.optional().describe(
    'The booking day of its start: before the `day_start` of the venue, the date before. In lists and when one booking is shown',
  ),
  extra: z.record(z.string(), z.union([z.string(), z.boolean()])).describe('Values of the extra fields'),
  locale: Locale,
  source: z.enum(['online', 'desk']).describe('Booked online by the guest, or at the desk by the venue'),
  created_at: z.iso.datetime(),
  erased: z.boolean().describe('True if the guest was erased'),
  payment_status: PaymentStatus.nullable().describe('Null if no online payment was due'),
  open_eur: z
    .number()
    .optional()
    .describe(
      'The part of the amount that is not paid yet, neither online nor at the desk: the price increased later or no online payment was due; absent: nothing',
    ),
  desk_eur: z
    .number()
    .optional()
    .describe(
      'What the desk has taken for the booking, less what it returned. Includes what was paid online before the venue was imported. Absent: nothing',
    ),
  to_return_eur: z
    .number()
    .optional()
    .describe(
      'The part of `desk_eur` that the venue has to return by hand, because the booking was cancelled or its price fell. It falls with each refund that the desk records. Absent: nothing',
    ),
  arrived: z.int().optional().describe('People who have come; absent until somebody is checked in'),
  absent: z
    .int()
    .optional()
    .describe('People marked as absent: all of a no-show, or the rest of a party; absent: nobody'),
  series: z
    .object({
      id: z.uuid(),
      position: z.int().describe('Position in the series, from 1'),
      count: z.int().describe('Number of dates when the series was made'),
      every_weeks: z.int().describe('Weeks between two dates when it was made'),
    })
    .optional()
    .describe('The series that it belongs to; absent: none'),
  note: z.string().describe('Note of the venue. The guest never sees it'),
  kept_eur: z
    .number()
    .optional()
    .describe(
      'The part of the payment that the venue has kept since the cancellation: paid online and not refunded or charged back, whoever refunded it. It falls with a later refund. Absent: nothing',
    ),
});
export type AdminBooking = z.infer<typeof AdminBooking>;

/** A mail to the guest of a booking. */
export const BookingMail = z.object({
  kind: z
    .string()
    .describe(
      'confirmed, changed, cancelled, payment_due, payment_link, payment_received, reminder, follow_up, choose_time, message, refunded, refund_failed',
    ),
  state: z
    .string()
    .describe(
      'queued: will be sent; sent; failed: the mail server rejected it; dropped: outdated or no longer wanted',
    ),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
  resent: z.boolean().describe('True if the venue sent it again'),
  waits_for: z
    .string()
    .optional()
    .describe(
      'Why a queued mail waits. recipients: until the venue may mail more people. Absent: it is only queued',
    ),
  sms: SmsState.optional(),
});
export type BookingMail = z.infer<typeof BookingMail>;

/** A booking with all its details. */
export const AdminBookingDetail = AdminBooking.extend({
  ticket_url: z
    .url()
    .optional()
    .describe('Link that opens and can cancel the booking; absent for tokens of scope desk'),
  payments: z
    .array(PaymentDetail)
    .optional()
    .describe('Attempts to pay online; absent while the payment service is unavailable'),
  desk_payments: z
    .array(DeskPayment)
    .optional()
    .describe('Payments and refunds at the desk, oldest first; absent: none'),
  timezone: z.string().describe('IANA name of the time zone'),
  money_kept: z
    .boolean()
    .describe('True if it was cancelled and the venue kept all or part of the payment: `kept_eur`'),
  refund_tiers: withoutRules(RefundTiers)
    .nullable()
    .optional()
    .describe('Refund rules for a cancellation, as they were when the booking was made; null: full refund'),
  kept_by_rules_eur: z
    .number()
    .optional()
    .describe('The part of the payment that the venue keeps by these rules if the booking is cancelled now'),
  mails: z.array(BookingMail).describe('Mails to the guest, oldest first'),
  history: z.array(HistoryEntry),
});
export type AdminBookingDetail = z.infer<typeof AdminBookingDetail>;

/** Filters of a venue's bookings, which are ordered by start and id. */
export const BookingsQuery = z.strictObject({
  from: LocalDate.optional().describe(
    'First booking day. A time before the `day_start` of the venue belongs to the date before',
  ),
  to: LocalDate.optional().describe('Last booking day'),
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
    .describe('Payment status; none: no online payment was due'),
  series: z.uuid().optional().describe('Id of a series'),
  q: singleLine(200)
    .optional()
    .describe(
      'Parts of the name, e-mail address or extra fields in any order and spelling (`muller` finds Müller), a phone number in any format, or a booking number or id',
    ),
  order: z.enum(['oldest', 'newest']).optional().describe('Order by start; default: oldest first'),
  cursor: z
    .string()
    // A start in ms and an id. Any start of 14 digits is a timestamp that PostgreSQL accepts.
    .regex(/^\d{1,14}-\d{1,15}$/, 'must come from a Link header')
    .optional()
    .describe('From the Link header of the previous page'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type BookingsQuery = z.infer<typeof BookingsQuery>;

const Quoted = BookingRequest.shape.quote.describe(
  'A `quote` for this slot, party and add-ons. The booking then costs exactly the quoted price, or is rejected with the current price',
);

/** A time off the grid: any start and length within the opening hours, instead of a slot. */
const offGrid = {
  starts_at: OffGridStart.optional()
    .describe(`A start off the grid of slots, in steps of ${OFF_GRID_STEP} minutes; instead of \`slot_id\``)
    .meta({ example: '2026-12-05T10:10' }),
  minutes: OffGridMinutes.optional()
    .describe('With `starts_at`: the length in minutes, in the same steps')
    .meta({ example: 75 }),
  facility_id: FacilityId.optional().describe(
    'With `starts_at`: the facility; for a change, default: its own',
  ),
  price_eur: Euro.optional()
    .describe(
      'With `starts_at`: the price of the booking. Default: for a new booking, that of a slot which starts then, whatever its length; for a change, the agreed price',
    )
    .meta({ example: 50 }),
};
type OffGridFields = { [K in keyof typeof offGrid]?: z.infer<(typeof offGrid)[K]> };

/** Whether the fields of {@link offGrid} are all absent, or complete without a slot. */
const isOffGrid = ({ starts_at, minutes, ...more }: OffGridFields & { slot_id?: number | undefined }) =>
  starts_at === undefined
    ? [minutes, more.facility_id, more.price_eur].every((field) => field === undefined)
    : minutes !== undefined && more.slot_id === undefined;

/** The guest and the party of a booking that the desk makes, without its time. */
export const DeskParty = BookingRequest.pick({
  customer_name: true,
  people: true,
  guests: true,
  add_ons: true,
  extra: true,
  locale: true,
  reference: true,
})
  .extend({ customer_email: BookingRequest.shape.customer_email.optional() })
  .strict();

/** Body of `POST …/bookings`: a booking by phone or at the desk. The e-mail address is optional. */
export const ManualBooking = DeskParty.safeExtend({
  slot_id: BookingRequest.shape.slot_id
    .optional()
    .describe('Id of the slot, from a list of slots; alternatively `facility_id`, `starts_at` and `minutes`'),
  quote: Quoted,
  notify: z
    .boolean()
    .optional()
    .describe(
      'Whether the guest gets the confirmation by mail; default: true. Later mails, such as a reminder, are sent as for any booking',
    ),
  ...offGrid,
}).refine(
  (booking) => isOffGrid(booking) && (booking.slot_id !== undefined) === (booking.facility_id === undefined),
  'needs either slot_id, or facility_id, starts_at and minutes',
);
export type ManualBooking = z.infer<typeof ManualBooking>;

/** Body of `PATCH …/bookings/{id}`: another slot, or corrections of the guest, the party or the add-ons. */
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
      .describe('Number of people; the slot needs enough free places'),
    extra: BookingRequest.shape.extra
      .unwrap()
      .optional()
      .describe(
        'Values of extra fields, by key. An empty value removes the field; omitted fields stay unchanged',
      ),
    quote: Quoted.describe(
      'A `quote` for the changed booking. It then costs exactly the quoted price, and any excess of what was paid online is refunded. Without a quote the amount stays unchanged',
    ),
    notify: z.boolean().optional().describe('Whether to notify the guest by mail; default: true'),
    ...offGrid,
  })
  .strict()
  .refine(
    ({ notify, ...patch }) => Object.keys(patch).length > 0,
    'needs slot_id, starts_at, people, guests, add_ons, customer_name, customer_email, extra or quote',
  )
  .refine(isOffGrid, 'needs starts_at and minutes together, without slot_id');
export type BookingPatch = z.infer<typeof BookingPatch>;

/** Body of `POST …/bookings/{id}/cancel`. */
export const BookingCancellation = z.strictObject({
  refund: z
    .union([z.boolean(), z.literal('rules')])
    .optional()
    .describe(
      'How much of the online payment to refund. true: all of it (default); false: nothing; "rules": by the refund rules of the booking. Anything but a full refund requires an owner',
    ),
});
export type BookingCancellation = z.infer<typeof BookingCancellation>;

/** Body of `PUT …/bookings/{id}/note`. */
export const BookingNote = z.strictObject({
  note: multiLine(2000).describe('Replaces the note; an empty text deletes it'),
});

/** People who have come in all, of a party that arrives in part. */
export const Arrived = People.optional().describe(
  'How many people have come in all, if not everybody. Send it again when more come or to correct it. Default: everybody',
);

/** Body of `POST …/bookings/{id}/check-in`. */
export const CheckIn = z.strictObject({ people: Arrived });

/** Body of `POST …/check-in`. */
export const CheckInTicket = z.strictObject({
  people: Arrived,
  ticket: z
    .string()
    .max(3000)
    .describe('Content of the QR code on the ticket: its URL, or the token in that URL'),
});

/** The guest, for `GET` and `DELETE …/guests`. */
export const GuestQuery = z.object({
  email: Email.describe("The guest's e-mail address, ignoring case"),
});

/** All data about a guest, by e-mail address. */
export const GuestExport = z.object({
  email: z.string(),
  note: z.string().optional().describe('The venue’s note about the guest; absent: none'),
  tags: z.array(z.string()).optional().describe('The venue’s tags of the guest; absent: none'),
  bookings: z.array(AdminBookingDetail),
  waiting: z
    .array(WaitingEntry)
    .optional()
    .describe('Entries on waiting lists that are not deleted yet; absent: none'),
});

export const Erasure = z.object({
  upcoming_bookings: z.int().describe('Number of upcoming bookings; they keep their places'),
  erased_bookings: z.int().describe('Number of bookings whose guest was erased'),
});
export type Erasure = z.infer<typeof Erasure>;

/** Body of `POST …/guests/cancel`. */
export const CancelGuest = z.strictObject({
  email: Email.describe("The guest's e-mail address. Includes other spellings of the same mailbox"),
});

export const GuestCancellation = z.object({
  cancelled_bookings: z.int().describe('Number of bookings that this request cancelled'),
  left_bookings: z.int().describe('Number of bookings left; repeat the request to cancel them'),
});
export type GuestCancellation = z.infer<typeof GuestCancellation>;

/** Bookings affected by a change, the first ones by start. `more`: there are more than `count`. */
export type AffectedBookings = {
  first: { id: number; reference: string; starts_at: string }[];
  count: number;
  more: boolean;
};

/** Identifies a booking of a venue. */
export const OfBooking = z.object({ venueId: VenueId, id: z.int() });
export type OfBooking = z.infer<typeof OfBooking>;

/** The actor in a booking's history. */
export const Actor = z.string().min(1).max(200);
