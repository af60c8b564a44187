import { en as wording } from '@venue-booking/domain/wording/en/texts';
import type { Labels, Statuses } from '../nl/guest.ts';

/** English texts of the ticket and of pages without a booking. */
export const labels: Labels = {
  ...wording.labels,
  language: 'Language',
  status: 'Status',
  paid: 'Paid',
  refunded: 'Refunded',
  toReturn: 'To be returned at the venue',
  open: 'Left to pay at the venue',
  openOnline: 'Left to pay',
  payOpen: (amount) => `Pay the open amount: ${amount}`,
  timesIn: (place) => `Times in ${place}`,
  show: 'Show this code when you arrive.',
  showOncePaid: 'Once you have paid, the code to show on arrival appears here.',
  qr: 'QR code with the link to this ticket',
  pay: (amount) => `Pay ${amount}`,
  held: (moment) => `We hold your places until ${moment}. If you do not pay before then, they are released.`,
  payLate:
    'The payment deadline has passed. If you did pay, you will soon see here whether your booking is confirmed.',
  checking:
    'We are checking your payment. This page refreshes every few seconds. If you have paid, do not pay again.',
  oncePaid: (moment) =>
    `Once you have paid, you can still cancel until ${moment}. You then get a full refund.`,
  oncePaidTiers: (moment) => `Once you have paid, you can still cancel until ${moment}.`,
  moneyKept: 'Your payment is not refunded.',
  restKept: (amount) => `The remaining ${amount} is not refunded.`,
  goesBack: 'You get a full refund.',
  partlyBack: (amount) => `You get ${amount} of your payment back.`,
  wentBack: 'Your payment was refunded. It may take a few working days to reach your account.',
  failedBack: 'The refund did not go through. The venue has been notified and will arrange it.',
  addToCalendar: 'Add to your calendar',
  updateCalendar: 'Update your calendar',
  cancel: 'Cancel this booking',
  cancelWhat: 'Your places are released immediately. You can’t undo this.',
  cancelUnpaid: 'If you cancel now, there is nothing to pay.',
  cancelUntil: (moment) => `You can cancel until ${moment}.`,
  cancelledUntil: (moment) => `You could cancel until ${moment}.`,
  notOnline: (whom) => `This booking can’t be cancelled online. To cancel it, please contact ${whom}.`,
  cancelGivesBack: (amount) => `You then get a refund of ${amount}.`,
  cancelNowGivesBack: (amount) => `If you cancel now, you get a refund of ${amount}.`,
  cancelNowGivesNothing: 'If you cancel now, you get no refund.',
  cancelGivesAllBack: 'You then get a full refund.',
  confirmCancel: 'Yes, cancel this booking',
  changes: 'For changes, please contact the venue.',
  questions: 'Questions? Please contact the venue.',
  contact: 'The venue',
  address: 'Address',
  expired: 'This link has expired',
  unknown: 'This link does not work',
  unknownMore: 'Part of the link may be missing. Open it exactly as it appears in your confirmation.',
  noPage: 'This page does not exist',
  noPageMore:
    'Check that the address is typed correctly. If you followed a link in an e-mail, open it exactly as it appears there.',
  root: 'This is a booking platform',
  rootMore: 'Guests book on the website of a venue. If you run a venue, open the dashboard.',
  dashboard: 'Dashboard',
  apiReference: 'API reference',
  problem: 'Something went wrong',
  tryingAgain: 'One moment, we are trying again',
};

/** Each status in a word, and its meaning for the guest. */
export const statuses: Statuses = {
  pending_payment: {
    word: 'Awaiting payment',
    meaning: 'Your booking is confirmed once you have paid.',
  },
  confirmed: { word: 'Confirmed', meaning: '' },
  expired: {
    word: 'Expired',
    meaning: 'The payment was not made in time. Your booking is no longer valid.',
  },
  cancelled: { word: 'Cancelled', meaning: 'This booking was cancelled and is no longer valid.' },
  checked_in: { word: 'Checked in', meaning: 'Enjoy your visit!' },
  no_show: { word: 'No-show', meaning: 'This booking was not used.' },
};
