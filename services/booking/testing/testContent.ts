import type { MailContent } from '../mail/texts/mailContent.ts';
import { contact } from './testMail.ts';

export type Changes = { booking?: object; contact?: object } & Partial<
  Omit<MailContent, 'booking' | 'contact'>
>;

/** The content of a confirmation mail. */
export const content = ({ booking = {}, contact: venue = {}, ...rest }: Changes = {}): MailContent => ({
  of: { venueId: 1, bookingId: 7, mailId: '0190b3c0-0000-7000-8000-000000000000', createdAt: new Date() },
  kind: 'confirmed',
  booking: {
    id: 7,
    reference: 'K7QF-3MXT',
    facility: 'Pass',
    starts_at: '2030-06-03T23:00',
    ends_at: '2030-06-04T01:00',
    people: 2,
    amount_eur: 25,
    status: 'confirmed',
    customer_name: 'Ada',
    customer_email: 'ada@example.com',
    ...booking,
  },
  locale: 'en',
  contact: { ...contact, ...venue },
  ownTexts: [],
  from: 'no-reply@book.example',
  ticketUrl: 'https://book.example/tickets/abc.def',
  checkoutUrl: null,
  holdUntil: null,
  refundedEur: null,
  peopleBefore: null,
  amountBeforeEur: null,
  openEur: 0,
  paid: false,
  paidEur: 25,
  keptEur: 0,
  backEur: 0,
  calendar: null,
  ...rest,
});
