import { LINK_MINUTES } from '@venue-booking/proto/auth/session';
import { INVITATION_DAYS, SIGN_UP_MINUTES } from '@venue-booking/proto/auth/signUp';
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
    sign_up: {
      subject: 'Create your venue',
      title: 'Create your venue',
      lead: `This link takes you to the page where you name your venue. It works once, within ${SIGN_UP_MINUTES} minutes. If you did not request it, you can ignore this e-mail: nothing is created without the link.`,
      link: 'Create the venue',
    },
    sign_up_invitation: {
      subject: 'Your invitation to Venue Booking',
      title: 'You are invited to create your venue',
      lead: `You can take online bookings with Venue Booking. This link takes you to the page where you name your venue. It works once, within ${INVITATION_DAYS} days. If you did not expect it, you can ignore this e-mail.`,
      link: 'Create the venue',
    },
    invitation: {
      subject: '{venue} has added you',
      title: 'You can get started at {venue}',
      lead: '{venue} has added you to Venue Booking. There you can view bookings and check in guests. Sign in with this e-mail address: you get a sign-in link by e-mail. You do not need a password. If you do not know {venue}, you can ignore this e-mail.',
      link: 'Go to the sign-in page',
    },
    operator_invitation: {
      subject: 'You are an operator of Venue Booking',
      title: 'You can manage the platform',
      lead: 'You are now an operator of this Venue Booking platform. Sign in with this e-mail address: you get a sign-in link by e-mail. You do not need a password. Add a passkey after you sign in. If you did not expect this e-mail, you can ignore it.',
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
    suspended: {
      subject: '{venue} takes no online bookings for now',
      title: 'Your venue is suspended',
      lead: 'The operator of the platform has suspended {venue}, so guests cannot book online. Tickets, cancellations, payments under way and the check-in keep working, and you can still use the dashboard. The reason: {reason}',
      link: 'Open the dashboard',
    },
    resumed: {
      subject: '{venue} takes online bookings again',
      title: 'Your venue is no longer suspended',
      lead: 'The operator of the platform has ended the suspension of {venue}. Guests can book online again if your venue is live.',
      link: 'Open the dashboard',
    },
    deleted: {
      subject: '{venue} is deleted',
      title: 'Your venue is deleted',
      lead: 'The operator of the platform has deleted {venue}. Guests can no longer find it or book. You can view and export its data until {date}. Then they are erased for good, except what the law requires to keep: invoices and payments. If this is a mistake, contact the operator of the platform before that date.',
      link: 'View and export the data',
    },
    restored: {
      subject: '{venue} is restored',
      title: 'Your venue is restored',
      lead: 'The operator of the platform has restored {venue} with all its data. Guests can book online again if your venue is live.',
      link: 'Open the dashboard',
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
