import { z } from 'zod';
import { AdminBooking } from './adminBooking.ts';
import { Booking } from './booking.ts';
import { BookingStatus } from './bookingStatus.ts';
import { PaymentStatus } from './paymentStatus.ts';
import { LocalDate, LocalDateTime, singleLine } from './primitives.ts';

/** Bookings that one list holds at most: the first by start. */
export const LIST_LIMIT = 3000;
/** Scans that one request sends at most. */
export const SCANS_LIMIT = 50;

/** By whom a guest was checked in. */
export const FirstUse = z.object({
  at: z.iso.datetime().describe('When it was noted; of a scan, when the ticket was scanned'),
  device: z.string().nullable().describe('The device that scanned the ticket; null where none did'),
});

export type FirstUse = z.infer<typeof FirstUse>;

/** A booking as a device at the door knows it. Nothing in it opens or cancels the booking. */
export const Expected = z.object({
  id: z.int(),
  reference: Booking.shape.reference,
  customer_name: z.string(),
  people: z.int(),
  add_ons: Booking.shape.add_ons,
  facility: z.string(),
  starts_at: LocalDateTime,
  ends_at: LocalDateTime,
  status: BookingStatus,
  amount_eur: z.number(),
  open_eur: AdminBooking.shape.open_eur,
  payment_status: PaymentStatus.nullable().describe('Null when nothing was to be paid online'),
  check_in_from: z.iso.datetime().describe('The instant from which on the guest can be checked in'),
  checked_in: FirstUse.nullable().describe('Null unless the status is checked_in'),
});

export type Expected = z.infer<typeof Expected>;

/** What a device keeps to check guests in without a network. */
export const CheckInList = z.object({
  date: LocalDate.describe('The booking day'),
  timezone: z.string(),
  made_at: z.iso.datetime().describe("The server's clock, to correct the device's by"),
  more: z.boolean().describe(`True when there are more than the first ${LIST_LIMIT}`),
  bookings: z.array(
    Expected.extend({
      ticket_hashes: z
        .array(z.string())
        .describe(
          'Each is the first 16 bytes of the SHA-256 of a token that opens the ticket, as base64url: a scanned ticket is recognised by it',
        ),
    }),
  ),
});
export type CheckInList = z.infer<typeof CheckInList>;

/** A ticket that was scanned, or a guest who was chosen from the list. */
export const Scan = z.strictObject({
  scan_id: z.uuid().describe('Made by the device: a scan has its effect once, however often it is sent'),
  booking_id: z.int().min(1).optional().describe('Id of the booking, where the device knows it'),
  ticket: z
    .string()
    .max(1000)
    .optional()
    .describe('Else what the QR code of the ticket says: its address, or the token in that'),
  scanned_at: z.iso
    .datetime()
    .refine((at) => at >= '1900', 'must be from 1900 on')
    .describe('When the device scanned it'),
  device: singleLine(40).describe('What the device is called at the venue'),
});
export type Scan = z.infer<typeof Scan>;

/** Body of `POST …/check-ins`. */
export const Scans = z.strictObject({
  scans: z
    .array(
      Scan.refine(
        ({ booking_id, ticket }) => (booking_id === undefined) !== (ticket === undefined),
        'needs either booking_id or ticket',
      ),
    )
    .min(1)
    .max(SCANS_LIMIT),
});

export const ScanOutcome = z.enum([
  'checked_in',
  'double',
  'unpaid',
  'expired',
  'cancelled',
  'too_early',
  'unknown',
]);
export type ScanOutcome = z.infer<typeof ScanOutcome>;

export const ScanResult = z.object({
  scan_id: z.uuid(),
  outcome: ScanOutcome.describe(
    'checked_in by this scan, also when it is sent again; double: the guest had been checked in by something else before; else why not',
  ),
  booking: Expected.nullable().describe('Null when unknown'),
  first: FirstUse.nullable().describe('Of a double, by what the guest had been checked in'),
});
export type ScanResult = z.infer<typeof ScanResult>;
