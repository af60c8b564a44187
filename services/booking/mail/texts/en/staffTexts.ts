import { LINK_MINUTES } from '@venue-booking/proto/auth/session';
import { FEED_MEGABYTES } from '@venue-booking/proto/booking/calendarFeed';
import { countsText } from '../countsText.ts';
import type { StaffTexts } from '../nl/staffTexts.ts';

/** English texts for people at a venue: sign-in, notices of bookings, calendar feeds. */
export const en: StaffTexts = {
  /** Mail to a person; `{venue}` is a placeholder. */
  mails: {
    sign_in: {
      subject: 'Your sign-in link',
      title: 'Sign in to Venue Booking',
      lead: `This link signs you in. It works once, within ${LINK_MINUTES} minutes, in the browser where you requested it. If you did not request it, you can ignore this e-mail: nobody can sign in without the link.`,
      link: 'Sign in',
    },
    invitation: {
      subject: '{venue} has added you',
      title: 'You can get started at {venue}',
      lead: '{venue} has added you to Venue Booking. There you can view bookings and check in guests. Sign in with this e-mail address: you get a sign-in link by e-mail. You do not need a password. If you do not know {venue}, you can ignore this e-mail.',
      link: 'Go to the sign-in page',
    },
    passkey_added: {
      subject: 'A passkey was added',
      title: 'You can now sign in with a passkey',
      lead: 'A passkey was added to your account. It signs you in without a sign-in link. If you did not add it, remove the passkey and sign out on all devices.',
      link: 'View your passkeys',
    },
    account_refused: {
      subject: 'Guests of {venue} can’t pay at the moment',
      title: 'Your payment provider does not accept your account',
      lead: 'Your payment provider no longer accepts the account of {venue}, so guests can’t pay online. Their places stay held until the payment deadline. Connect the account again, or check it at the provider. Guests can pay as soon as it works again.',
      link: 'Go to the payment settings',
    },
  },
  /** Notices to the venue's contact. */
  notices: {
    title: {
      new: 'New booking',
      changed: 'Booking changed',
      cancelled: 'Booking cancelled',
      unpaid: 'Booking not fully paid',
    },
    lead: {
      new: 'You have a new booking.',
      changed: 'A booking was changed. These are the current details:',
      cancelled: 'A booking was cancelled. Its places are available again.',
      unpaid: 'The guest has not paid the rest of this booking in time. The booking is still valid.',
    },
    short: { new: 'New', changed: 'Changed', cancelled: 'Cancelled', unpaid: 'Not fully paid' },
    titleOfMany: 'Your bookings',
    leadOfMany: (venue) => `These bookings at ${venue} are new, changed or cancelled.`,
    subjectOfMany: ({ more, ...counts }) =>
      `Bookings: ${countsText([
        [counts.new, 'new'],
        [counts.changed, 'changed'],
        [counts.cancelled, 'cancelled'],
        [counts.unpaid, 'not fully paid'],
        [more, 'more'],
      ])}`,
    more: (count) =>
      count === 1
        ? '1 more booking is not listed here. You can find it in your dashboard.'
        : `${count} more bookings are not listed here. You can find them in your dashboard.`,
    toBooking: 'View the booking',
    toBookings: 'View your bookings',
    toSettings: 'Change your e-mail notifications',
  },
  /** The last entry of a full calendar feed. */
  feed: {
    summary: (count) => `${count} more bookings are not in this calendar`,
    why: `The calendar has its maximum size of ${FEED_MEGABYTES} MB. See all bookings in the dashboard:`,
  },
};
