import type { Booking, Ticket } from '@venue-booking/proto/booking';
import type { MailTextKind } from '@venue-booking/proto/mailText';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue';
import type { MailKind } from './mailKind.ts';
import type { Message } from './mailTransport.ts';

/** A text that a venue has written itself. Without a subject the built-in one is used. */
export type OwnText = { kind: MailTextKind; language: Locale; subject: string | null; body: string };

export type MailContent = {
  of: Message['of'];
  kind: MailKind;
  booking: Booking;
  locale: Locale;
  contact: VenueContact;
  ownTexts: readonly OwnText[];
  /** The address that mail comes from. */
  from: string;
  /** Null once a guest's links have expired. */
  ticketUrl: string;
  /** The link has expired, so the mail has none. */
  hidesTicket?: boolean;
  /** Where it is paid; null when nothing is due. */
  checkoutUrl: string | null;
  /** Until when an unpaid booking is held, local time; null where nothing was to be paid online. */
  holdUntil: string | null;
  /** Until when it can be cancelled once paid, local time; null: never. Absent: nothing is due. */
  cancelUntilOncePaid?: string | null;
  /** What a refund gives back; null for other mail. */
  refundedEur: number | null;
  /** How many people it was for before the change that it tells of; null when that is still so. */
  peopleBefore: number | null;
  /** What it cost before that; null when that is still so. */
  amountBeforeEur: number | null;
  /** What is left to pay of one that was paid online; 0: nothing. */
  openEur: number;
  /** Whether it was paid online and that has not gone back; of one that is cancelled, whether it ever was. */
  paid: boolean;
  /** What was paid for it, once it was. */
  paidEur: number;
  /** What the venue keeps of what was paid, as it was cancelled. */
  keptEur: number;
  /** What goes back of it then. */
  backEur: number;
  /** What comes back to who cancels, until when; none where all of it does. Absent where it is not told. */
  refundTiers?: NonNullable<Ticket['refundTiers']>;
  /** The booking as an iCalendar file, or null. */
  calendar: string | null;
};
