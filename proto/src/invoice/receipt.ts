import type { Booking } from '../booking/booking.ts';
import type { EntryMethod } from '../payment/deskPayment.ts';
import type { Locale } from '../primitives.ts';
import type { InvoiceDetails } from './invoiceDetails.ts';

/** What the booking service knows for a receipt. Online payments are in the payment service. */
export type BookingReceipt = {
  venueId: number;
  booking: Booking;
  /** Language of the booking. */
  locale: Locale;
  /** IANA name of the time zone. */
  timezone: string;
  /** Cents of the price that are not paid; 0 if nothing is due. */
  openCents: number;
  /** The venue's details on invoices; null: none. */
  seller: InvoiceDetails | null;
  /**
   * Money that the desk took, or returned (negative, in cents), without what was undone. `at`: ISO 8601, UTC.
   */
  deskMoney: { method: EntryMethod; amountCents: number; at: string }[];
};
