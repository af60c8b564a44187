import type { Booking, Ticket } from '@venue-booking/proto/booking/booking';
import type { MailTextKind } from '@venue-booking/proto/mail/mailText';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import type { Message } from '../transport/mailTransport.ts';
import type { MailKind } from './mailKind.ts';

/** A venue's own text. Without a subject, the built-in subject is used. */
export type OwnText = { kind: MailTextKind; language: Locale; subject: string | null; body: string };

/** The text of a venue's message to guests, with placeholders. */
export type GuestMessage = { subject: string; body: string };

export type MailContent = {
  of: Message['of'];
  kind: MailKind;
  booking: Booking;
  locale: Locale;
  contact: VenueContact;
  ownTexts: readonly OwnText[];
  /** What the venue writes, in a mail of the kind `message`. */
  message?: GuestMessage | null;
  /** Sender address. */
  from: string;
  /**
   * All dates of bookings that were made or changed together; absent for one booking. Amounts of the content
   * are then sums, and `booking` is the first date.
   */
  dates?: { booking: Booking; ticketUrl: string }[];
  /** Signed link to the ticket. */
  ticketUrl: string;
  /** Omits the ticket link, because it has expired. */
  hidesTicket?: boolean;
  /** Link to the payment; null if no payment is due. */
  checkoutUrl: string | null;
  /** End of the hold of an unpaid booking, local time; null without an online payment. */
  holdUntil: string | null;
  /** Until when the guest may freely choose another time; local time. */
  chooseUntil?: string;
  /**
   * Cancellation deadline after payment, local time; null if it can't be cancelled then. Absent if no payment
   * is due.
   */
  cancelUntilOncePaid?: string | null;
  /** Amount of the refund or the later payment that the mail is about; null for other mail. */
  refundedEur: number | null;
  /** Number of people before the change that the mail is about; null if unchanged. */
  peopleBefore: number | null;
  /** Price before that change; null if unchanged. */
  amountBeforeEur: number | null;
  /** Amount still to be paid for a booking that was paid in part, or by the mail's link; 0 if none. */
  openEur: number;
  /** Whether it was paid online and not refunded; for a cancelled booking, whether it was ever paid. */
  paid: boolean;
  /** Deposit to pay, in a mail about a due payment; absent if the whole price is due. */
  depositEur?: number;
  /** Deadline for paying the rest of a deposit online, local time; absent: at the venue, or none is left. */
  restUntil?: string | undefined;
  /** What happens to the booking if the rest is not paid until then. */
  restUnpaid?: 'keep' | 'cancel';
  /** What guests should know about their visit, in the venue's words. */
  visitInfo?: readonly string[];
  /** Deadlines of the guest in a reminder, local time; null: passed, or the guest cannot do it. */
  until?: { change: string | null; cancel: string | null };
  /** Where guests can write a review; only in a follow-up. */
  reviewUrl?: string | null;
  /** Amount paid; 0 if unpaid. */
  paidEur: number;
  /** Part of the payment that the venue keeps after the cancellation. */
  keptEur: number;
  /** Part of the payment that is refunded after the cancellation. */
  backEur: number;
  /**
   * Refund tiers to show; empty if cancelling always gives a full refund. Absent if the mail does not show
   * refunds.
   */
  refundTiers?: NonNullable<Ticket['refundTiers']>;
  /** Start and end with their offset from UTC, if the mail has an appointment. */
  appointment?: { startsAt: string; endsAt: string };
  /** The booking as an iCalendar file, or null. */
  calendar: string | null;
};
