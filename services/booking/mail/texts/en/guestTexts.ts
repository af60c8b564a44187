import { en as wording } from '@venue-booking/domain/wording/en/texts';
import type { GuestTexts } from '../nl/guestTexts.ts';

/** English texts of mail to guests, with placeholders in braces. */
export const en: GuestTexts = {
  /** The built-in texts of each kind of mail (`mailPlaceholders`). */
  mails: {
    confirmed: {
      subject: 'Booking confirmed: {facility}, {day}',
      title: 'Your booking is confirmed',
      lead: 'Your booking at {venue} is confirmed. See you then!',
    },
    changed: {
      subject: 'Booking changed: {facility}, {day}',
      title: 'Your booking was changed',
      lead: 'Your booking at {venue} was changed. The current details are below. Earlier e-mails about this booking no longer apply.',
    },
    cancelled: {
      subject: 'Booking cancelled: {facility}, {day}',
      title: 'Your booking is cancelled',
      lead: 'Your booking at {venue} is cancelled. You do not need to do anything.',
    },
    payment_due: {
      subject: 'Payment due: {facility}, {day}',
      title: 'Complete your booking',
      lead: 'We hold your places at {venue} until {until}. Pay before then to confirm your booking.',
    },
    payment_link: {
      subject: 'Please pay: {facility}, {day}',
      title: 'Pay the open amount',
      lead: 'For your booking at {venue}, {amount} is still open. You can pay online until your booking starts. Your places stay reserved either way.',
    },
    payment_received: {
      subject: 'Payment received: {facility}, {day}',
      title: 'Thank you for your payment',
      lead: '{venue} has received your payment of {amount} for this booking.',
    },
    refunded: {
      subject: 'Refunded: {facility}, {day}',
      title: 'Your refund is on its way',
      lead: '{venue} is refunding you {refund} for this booking. It may take a few working days to reach your account.',
    },
    refund_failed: {
      subject: 'Refund failed: {facility}, {day}',
      title: 'Your refund did not go through',
      lead: 'We e-mailed you about a refund of {refund} for this booking. That refund did not go through. {venue} has been notified and will arrange it. You do not need to do anything.',
    },
    reminder: {
      subject: 'Reminder: {facility}, {day}',
      title: 'See you soon',
      lead: 'This is a reminder of your booking at {venue}: {day}, {time}. See you then!',
    },
    choose_time: {
      subject: 'Please choose another time: {facility}, {day}',
      title: 'Choose another time',
      lead: 'Your booking at {venue} on {day}, {time}, may not go ahead as planned. Choose another time, or cancel with a full refund, until {until}: the button below leads there. Without a choice, your booking stays as it is for now, and {venue} will contact you.',
    },
    follow_up: {
      subject: 'Thank you for your visit to {venue}',
      title: 'Thank you for your visit',
      lead: 'Thank you for visiting {venue}. We hope you had a good time, and would love to see you again.',
    },
  },
  /** The SMS with the reminder: 306 characters at most, with the longest values. */
  smsReminder: 'Reminder: {start} at {venue}. Your ticket: {url}',
  /** Title of a message that the venue writes. */
  messageTitle: 'A message about your booking',
  /** Variants of the lead that depend on payments and refunds. */
  leads: {
    cancelled_kept: 'Your booking at {venue} is cancelled. You get no refund for this cancellation.',
    cancelled_partly:
      'Your booking at {venue} is cancelled. Your refund is {refund} of the {price} that you paid. You do not need to do anything.',
    cancelled_paid:
      'Your booking at {venue} is cancelled. You get a full refund. You do not need to do anything.',
    refunded_late:
      'Your payment to {venue} came too late. Your places were no longer available, so your booking does not go ahead. You get a refund of {refund}. It may take a few working days to reach your account.',
    rest_due: 'For your booking at {venue}, {amount} is still open. Please pay online by {until}.',
    rest_due_cancel:
      'For your booking at {venue}, {amount} is still open. Please pay online by {until}. Otherwise your booking is cancelled.',
    refunded_stands:
      '{venue} is refunding you {refund} for this booking. Your booking remains valid. It may take a few working days for the refund to reach your account.',
  },
  labels: {
    ...wording.labels,
    greeting: 'Hello,',
    what: 'What',
    was: (before) => `was ${before}`,
    paid: 'paid',
    open: 'Left to pay',
    oncePaid: 'Once you have paid, you can still cancel until {until}. You then get a full refund.',
    oncePaidTiers: 'Once you have paid, you can still cancel until {until}.',
    pay: 'Pay now',
    payOpen: 'Pay the open amount',
    messageFrom: 'Message from {venue}:',
    reason:
      '{platform} ({host}) sent you this e-mail on behalf of {venue}, because booking {number} was made with this e-mail address. If you do not recognise this booking, do not open any links and delete this e-mail.',
    goodToKnow: 'Good to know, from {venue}:',
    changeUntil: 'You can change your booking online until {until}.',
    cancelUntil: 'You can cancel online until {until}.',
    review: 'Write a review',
    view: 'View your booking',
    viewOrCancel: 'View or cancel your booking',
  },
};
