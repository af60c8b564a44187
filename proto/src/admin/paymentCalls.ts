import { z } from 'zod';
import { DeskPayment, DeskUndo, NewDeskPayment, NewDeskRefund } from '../payment/deskPayment.ts';
import {
  Attention,
  AttentionQuery,
  NewPaymentAccount,
  NewPaymentLink,
  NewRefund,
  PaymentAccount,
  PaymentDetail,
  PaymentLink,
  PaymentTest,
  PaymentTestOutcome,
  PaymentTestQuery,
} from '../payment/payment.ts';
import { AdminAttention, AttentionCount } from '../reports/adminAttention.ts';
import { DeadLetter, ServiceState } from '../reports/deadLetter.ts';
import type { CallGroup } from './adminCall.ts';
import { attention, booking, deadLetter, deskPayment, platform, venue } from './resources.ts';

/** Calls about payments, the attention list and dead letters. */

export const paymentAccountCalls = {
  about: "The venue's account at a payment provider",
  tag: 'payments',
  calls: {
    linkPaymentAccount: {
      verb: 'link',
      settings: { readBy: 'getPaymentAccount' },
      security: 'payment_account_linked',
      does: 'Link a payment account or replace the linked one',
      more: 'The credentials are verified with the provider. Bookings made after the response are paid to this account.',
      method: 'PUT',
      of: venue,
      path: '/payment-account',
      input: NewPaymentAccount,
      answers: PaymentAccount,
    },
    getPaymentAccount: {
      verb: 'show',
      does: 'Show the payment account without its credentials',
      method: 'GET',
      of: venue,
      path: '/payment-account',
      answers: PaymentAccount,
    },
    testPaymentAccount: {
      verb: 'test',
      does: 'Test the payment account with the provider',
      more: 'In test mode it also returns a test checkout without real money. No booking is involved.',
      method: 'POST',
      of: venue,
      path: '/payment-account/test',
      answers: PaymentTest,
      errors: { 422: 'The provider no longer accepts the credentials' },
    },
    showPaymentTest: {
      verb: 'show-test',
      does: 'Get the state of a test payment from the provider',
      method: 'GET',
      of: venue,
      path: '/payment-account/test',
      input: PaymentTestQuery,
      argument: 'key',
      answers: PaymentTestOutcome,
      errors: {
        422: 'The key belongs to no test of this account, or the provider no longer knows the payment',
      },
    },
    unlinkPaymentAccount: {
      verb: 'unlink',
      security: 'payment_account_unlinked',
      does: 'Unlink the payment account',
      more: 'Bookings made after the response are not paid online. Earlier payments can still be refunded.',
      method: 'DELETE',
      of: venue,
      path: '/payment-account',
      answers: PaymentAccount,
      confirm: 'New bookings can no longer be paid online after this.',
    },
  },
} as const satisfies CallGroup;

export const paymentCalls = {
  about: 'Payments of a booking, and refunds',
  tag: 'payments',
  calls: {
    listPayments: {
      verb: 'list',
      does: 'List the payment attempts of a booking with their refunds, oldest first',
      method: 'GET',
      of: booking,
      path: '/payments',
      answers: z.array(PaymentDetail),
    },
    createPaymentLink: {
      verb: 'link',
      does: 'Get a link at which the guest pays the open amount of a booking online',
      more: 'Repeating the call returns the same link. It works until the booking starts and holds no places. What a guest pays beyond the open amount is refunded automatically.',
      method: 'POST',
      of: booking,
      path: '/payment-link',
      role: 'desk',
      input: NewPaymentLink,
      answers: PaymentLink,
      errors: {
        409: 'Nothing is open, the booking has started or is not active, or the venue takes no online payments',
        422: 'Invalid, or the booking has no e-mail address for the mail',
      },
    },
    refundBooking: {
      verb: 'refund',
      does: 'Refund a booking',
      more: 'The booking remains valid. Cancelling a booking refunds the rest automatically.',
      method: 'POST',
      of: booking,
      path: '/refunds',
      input: NewRefund,
      idempotencyKey: 'A unique text per intended refund. Repeating it does not refund again',
      answers: z.array(PaymentDetail),
      status: 201,
      errors: { 422: 'Invalid, or more than the remaining amount' },
      confirm: 'The booking remains valid. A refund cannot be undone.',
    },
    payAtDesk: {
      verb: 'take',
      does: 'Record a payment at the desk, or one that was made elsewhere',
      more: 'It lowers `open_eur` at once. The guest gets no mail, and no request goes to a payment provider.',
      method: 'POST',
      of: booking,
      path: '/payments',
      role: 'desk',
      input: NewDeskPayment,
      idempotencyKey: 'A unique text per intended payment. Repeating it returns the same payment',
      answers: DeskPayment,
      status: 201,
      errors: {
        409: 'Unpaid, expired or cancelled, or its history is full',
        422: 'Invalid, or more than is open',
      },
    },
    returnAtDesk: {
      verb: 'return',
      does: 'Record a refund by hand of money that the desk took',
      more: 'Nothing is refunded automatically: the money of a cancelled booking is in `to_return_eur` until it is recorded here. A token of scope desk returns at most that amount.',
      method: 'POST',
      of: booking,
      path: '/payments/refunds',
      role: 'desk',
      input: NewDeskRefund,
      idempotencyKey: 'A unique text per intended refund. Repeating it returns the same refund',
      answers: DeskPayment,
      status: 201,
      errors: { 409: 'Its history is full', 422: 'Invalid, or more than may be returned' },
    },
    undoDeskPayment: {
      verb: 'undo',
      does: 'Undo a payment or refund at the desk that was recorded by mistake',
      more: 'The undo counts for the day of the till on which it is made. Repeating it returns the same undo. A token of scope desk may undo only its own entries of the current day.',
      method: 'POST',
      of: deskPayment,
      path: '/undo',
      role: 'desk',
      input: DeskUndo,
      answers: DeskPayment,
      status: 201,
      errors: {
        404: 'Unknown venue, booking or payment',
        409: 'Its history is full',
        422: 'Invalid, or the money was returned already',
      },
    },
  },
} as const satisfies CallGroup;

export const attentionCalls = {
  about: 'The attention list: payments that do not match and events that could not be applied',
  tag: 'payments',
  calls: {
    listAttention: {
      verb: 'list',
      does: 'List the entries of the attention list, newest first',
      more: 'Payments that do not match, events that could not be applied, and guests who have reached a cap. Of a purged venue, what its payment provider has reported since, for the operator.',
      method: 'GET',
      of: venue,
      path: '/attention',
      input: AttentionQuery,
      answers: z.array(AdminAttention),
      columns: ['id', 'created_at', 'kind', 'booking_id', 'detail', 'resolved_by'],
    },
    countAttention: {
      verb: 'count',
      does: 'Count the open entries of the attention list',
      method: 'GET',
      of: venue,
      path: '/attention/count',
      answers: AttentionCount,
    },
    resolveAttention: {
      verb: 'resolve',
      atDeletedVenue: true,
      does: 'Resolve an entry of the attention list',
      method: 'POST',
      of: attention,
      path: '/resolve',
      answers: Attention,
    },
  },
} as const satisfies CallGroup;

export const deadLetterCalls = {
  about: 'Events that a service could not apply',
  tag: 'dead letters',
  calls: {
    listDeadLetters: {
      verb: 'list',
      does: 'List the events that could not be applied, newest first',
      method: 'GET',
      of: platform,
      path: '/dead-letters',
      role: 'operator',
      answers: z.array(DeadLetter),
      columns: ['service', 'id', 'created_at', 'venue_id', 'subject', 'error'],
    },
    replayDeadLetter: {
      verb: 'replay',
      does: 'Replay an event',
      method: 'POST',
      of: deadLetter,
      path: '/replay',
      role: 'operator',
      answers: DeadLetter,
      errors: { 404: 'Unknown dead letter', 409: 'It failed again' },
    },
  },
} as const satisfies CallGroup;

export const serviceCalls = {
  about: 'The services behind the gateway',
  tag: 'dead letters',
  calls: {
    listServices: {
      verb: 'list',
      does: 'List the services behind the gateway with their state',
      method: 'GET',
      of: platform,
      path: '/services',
      role: 'operator',
      answers: z.array(ServiceState),
      columns: ['service', 'answers', 'dead_letters'],
    },
  },
} as const satisfies CallGroup;
