import type { PayLabels, SandboxTexts } from '../nl/pay.ts';

/** English texts of the payment pages. */
export const labels: PayLabels = {
  what: 'Booking',
  retry: 'Try again',
  booking: 'View your booking',
  bookAgain: 'Book again',
  back: 'Back to the website',
  held: (time, place) => `We hold your places until ${time}${place === null ? '' : ` (time in ${place})`}.`,
  waiting: {
    word: 'One moment',
    title: 'Payment is temporarily unavailable',
    text: 'We can’t reach the payment page. Nothing was charged.',
  },
  blocked: {
    word: 'Not possible now',
    title: 'Paying isn’t possible at the moment',
    text: 'The payment account of the venue needs attention. The venue has been notified. Nothing was charged.',
  },
  waitingMore: 'This page tries again every few seconds. You don’t need to do anything.',
  checking: {
    word: 'One moment',
    title: 'We are checking your payment',
    text: 'This takes a little longer than usual. If you have paid, do not pay again.',
  },
  failed: {
    word: 'Not paid',
    title: 'The payment did not go through',
    text: 'The payment failed or was cancelled. Nothing was charged. You can try again.',
  },
  late: {
    word: 'Expired',
    title: 'The payment deadline has passed',
    text: 'Your places have been released. If you did pay, we confirm your booking if the places are still available. Otherwise you get a full refund.',
  },
  begun: {
    word: 'Expired',
    title: 'The payment deadline has passed',
    text: 'The time that you booked has already started, so you can no longer pay. If you did pay, you get a full refund.',
  },
  later: {
    word: 'Not paid online',
    title: 'The time to pay online is over',
    text: 'Your booking remains valid. Please pay the open amount at the venue. If you did pay, we record your payment.',
  },
  stands: 'Your booking remains valid.',
  cancelled: {
    word: 'Cancelled',
    title: 'This booking was cancelled',
    text: 'There is nothing left to pay. If you did pay, you get a full refund.',
  },
  refused: {
    word: 'Not paid',
    title: 'This booking can’t be paid online',
    text: 'The payment provider does not accept this payment. Please contact the venue.',
  },
};

/** The page of the sandbox provider. */
export const sandbox: SandboxTexts = {
  test: 'Sandbox: no real money',
  title: 'Payment',
  choose: 'Choose how this test payment ends. Nothing is charged.',
  outcomes: {
    paid: 'Paid',
    failed: 'Failed',
    canceled: 'Cancelled',
    expired: 'Expired',
    late: 'Paid later',
  },
  open: 'Open',
  over: 'This test payment is over.',
  late: 'This test payment will be paid later, as with a bank transfer.',
  back: 'Back to your booking',
};
