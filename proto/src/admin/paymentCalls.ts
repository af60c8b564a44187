import { z } from 'zod';
import { AdminAttention, AttentionCount } from '../adminAttention.ts';
import { DeadLetter, ServiceState } from '../deadLetter.ts';
import {
  Attention,
  AttentionQuery,
  NewPaymentAccount,
  NewRefund,
  PaymentAccount,
  PaymentDetail,
  PaymentTest,
  PaymentTestOutcome,
  PaymentTestQuery,
} from '../payment.ts';
import type { CallGroup } from './adminCall.ts';
import { attention, booking, deadLetter, platform, venue } from './things.ts';

/** Money, and what needs a person. */

export const paymentAccountCalls = {
  about: 'The account at a payment provider that guests pay a venue to',
  tag: 'payments',
  calls: {
    linkPaymentAccount: {
      verb: 'link',
      security: 'payment_account_linked',
      does: 'Link a payment account, or replace the one that is linked',
      more: 'The provider is asked whose it is. Bookings made after this answer are paid there.',
      method: 'PUT',
      of: venue,
      path: '/payment-account',
      input: NewPaymentAccount,
      answers: PaymentAccount,
    },
    getPaymentAccount: {
      verb: 'show',
      does: 'Show the payment account, without its credentials',
      method: 'GET',
      of: venue,
      path: '/payment-account',
      answers: PaymentAccount,
    },
    testPaymentAccount: {
      verb: 'test',
      does: 'Ask the provider whether the payment account works',
      more: 'In test mode it answers a checkout of test money besides. It is about no booking, and changes none.',
      method: 'POST',
      of: venue,
      path: '/payment-account/test',
      answers: PaymentTest,
      errors: { 422: 'The provider does not accept the credentials any more' },
    },
    showPaymentTest: {
      verb: 'show-test',
      does: 'Ask the provider how a test payment stands',
      method: 'GET',
      of: venue,
      path: '/payment-account/test',
      input: PaymentTestQuery,
      argument: 'key',
      answers: PaymentTestOutcome,
      errors: { 422: 'The key is of no test of this account, or the provider no longer knows of it' },
    },
    unlinkPaymentAccount: {
      verb: 'unlink',
      security: 'payment_account_unlinked',
      does: 'Unlink the payment account',
      more: 'Bookings made after this answer are not paid online; what was paid can still be refunded.',
      method: 'DELETE',
      of: venue,
      path: '/payment-account',
      answers: PaymentAccount,
      confirm: 'New bookings can then no longer be paid online.',
    },
  },
} as const satisfies CallGroup;

export const paymentCalls = {
  about: 'What was paid for a booking, and giving it back',
  tag: 'payments',
  calls: {
    listPayments: {
      verb: 'list',
      does: 'List the attempts at paying a booking, with their refunds, oldest first',
      method: 'GET',
      of: booking,
      path: '/payments',
      answers: z.array(PaymentDetail),
    },
    refundBooking: {
      verb: 'refund',
      does: 'Give money back',
      more: 'The booking stays. Cancelling one gives back all that is left by itself.',
      method: 'POST',
      of: booking,
      path: '/refunds',
      input: NewRefund,
      idempotencyKey:
        'Any text of your own, once per intended refund: sending it again does not refund again',
      answers: z.array(PaymentDetail),
      status: 201,
      errors: { 422: 'Invalid, or more than is left' },
      confirm: 'The booking stays. What is refunded cannot be taken back.',
    },
  },
} as const satisfies CallGroup;

export const attentionCalls = {
  about: 'What needs a person: money that does not add up, events that got stuck',
  tag: 'payments',
  calls: {
    listAttention: {
      verb: 'list',
      does: 'List what needs a person, newest first',
      more: 'Money that does not add up, events that got stuck, and guests who hold as much as they may.',
      method: 'GET',
      of: venue,
      path: '/attention',
      input: AttentionQuery,
      answers: z.array(AdminAttention),
      columns: ['id', 'created_at', 'kind', 'booking_id', 'detail', 'resolved_by'],
    },
    countAttention: {
      verb: 'count',
      does: 'Count what needs a person',
      method: 'GET',
      of: venue,
      path: '/attention/count',
      answers: AttentionCount,
    },
    resolveAttention: {
      verb: 'resolve',
      does: 'Note that it has been dealt with',
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
      does: 'Apply an event again, now',
      method: 'POST',
      of: deadLetter,
      path: '/replay',
      role: 'operator',
      answers: DeadLetter,
      errors: { 404: 'No such event is waiting', 409: 'It failed again' },
    },
  },
} as const satisfies CallGroup;

export const serviceCalls = {
  about: 'The services behind the gateway',
  tag: 'dead letters',
  calls: {
    listServices: {
      verb: 'list',
      does: 'List the services behind the gateway, with how they fare',
      method: 'GET',
      of: platform,
      path: '/services',
      role: 'operator',
      answers: z.array(ServiceState),
      columns: ['service', 'answers', 'dead_letters'],
    },
  },
} as const satisfies CallGroup;
