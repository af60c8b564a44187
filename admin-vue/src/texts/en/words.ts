import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { EntryMethod } from '@venue-booking/proto/payment/deskPayment';
import type { PaymentStatus } from '@venue-booking/proto/payment/paymentStatus';

type Words = {
  status: Record<BookingStatus, string>;
  payment: Record<PaymentStatus | 'none', string>;
  leftToPay: (amount: string) => string;
  toReturn: (amount: string) => string;
  method: Record<EntryMethod, string>;
  mail: Record<string, string>;
  /** By action. A key with an actor, such as `refunded bank`, takes precedence. */
  action: Record<string, string>;
  /** By the note of an SMS, or else its state. */
  sms: Record<string, string>;
  actor: Record<string, string>;
};

/** Texts for values of the API. A value that only a newer service knows is shown unchanged. */
export const words: Words = {
  status: {
    pending_payment: 'Awaiting payment',
    confirmed: 'Confirmed',
    expired: 'Expired',
    cancelled: 'Cancelled',
    checked_in: 'Checked in',
    no_show: 'No-show',
  },
  payment: {
    none: 'No online payment',
    open: 'Open',
    paid: 'Paid',
    failed: 'Failed',
    canceled: 'Cancelled',
    expired: 'Expired',
    refunded: 'Refunded',
  },
  leftToPay: (amount: string) => `To pay: ${amount}`,
  toReturn: (amount: string) => `To return: ${amount}`,
  method: {
    cash: 'Cash',
    card: 'Card',
    transfer: 'Bank transfer',
    other: 'Other',
    imported: 'Paid online earlier',
  },
  mail: {
    confirmed: 'Confirmation',
    changed: 'Change',
    cancelled: 'Cancellation',
    payment_due: 'Payment request',
    payment_link: 'Link to pay',
    payment_received: 'Payment received',
    reminder: 'Reminder',
    choose_time: 'Choice of another time',
    follow_up: 'After the visit',
    message: 'Message of the venue',
    refunded: 'Refund',
    refund_failed: 'Failed refund',
  },
  sms: {
    queued: 'SMS queued',
    sent: 'SMS sent',
    number_unusable: 'No SMS: the phone number can’t be used',
    too_many: 'No SMS: the daily limit is reached',
    refused: 'No SMS: the provider refused the number',
    not_needed: 'No SMS: not needed any more',
  },
  action: {
    created: 'Booked',
    confirmed: 'Confirmed',
    moved: 'Moved',
    corrected: 'Changed',
    noted: 'Note changed',
    refund_requested: 'Refund requested',
    rules_changed: 'Opening hours or places changed',
    cancelled: 'Cancelled',
    expired: 'Expired',
    checked_in: 'Checked in',
    checked_in_undone: 'Check-in undone',
    arrivals_changed: 'Number of arrivals changed',
    rest_absent: 'Rest of the party absent',
    rest_absent_undone: 'Rest of the party expected again',
    no_show: 'No-show',
    no_show_undone: 'No-show undone',
    paid: 'Paid',
    refunded: 'Refunded',
    refund_failed: 'Refund failed',
    'refunded bank': 'Charged back',
    'refund_failed bank': 'Chargeback reversed',
    desk_paid: 'Paid at the desk',
    desk_returned: 'Returned at the desk',
    desk_undone: 'Payment at the desk undone',
    payment_declined: 'Late payment declined',
    payment_received: 'Online payment received',
    used_again: 'Ticket shown again',
    choice_offered: 'Asked to choose another time',
    message_sent: 'Message sent',
    mail_resent: 'E-mail resent',
    mail_failed: 'E-mail could not be sent',
    mail_dropped: 'E-mail not sent',
    erased: 'Guest erased',
  },
  actor: {
    guest: 'guest',
    operator: 'platform',
    provider: 'payment provider',
    bank: 'the payer’s bank',
    system: 'automatic',
  },
};
