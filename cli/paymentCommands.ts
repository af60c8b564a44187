import { AttentionQuery, NewPaymentAccount, NewRefund } from '@venue-booking/proto/payment';
import type { Noun } from './operation.ts';

const account = '/venues/{slug}/payment-account';
const ofBooking = '/venues/{slug}/bookings/{id}';

/** Money, and what got stuck. */
export const paymentCommands: readonly Noun[] = [
  {
    noun: 'payment-account',
    plural: 'payment-accounts',
    about: 'The account at a payment provider that guests pay a venue to',
    operations: [
      {
        verb: 'link',
        does: 'Link an account, or replace the one that is linked',
        method: 'PUT',
        path: account,
        args: ['venue'],
        body: NewPaymentAccount,
      },
      {
        verb: 'show',
        does: 'Show the account, without its credentials',
        method: 'GET',
        path: account,
        args: ['venue'],
      },
      {
        verb: 'unlink',
        does: 'Unlink the account',
        method: 'DELETE',
        path: account,
        args: ['venue'],
        confirm: 'New bookings can then not be paid online.',
      },
    ],
  },
  {
    noun: 'payment',
    plural: 'payments',
    about: 'What was paid for a booking, and giving it back',
    operations: [
      {
        verb: 'list',
        does: 'List the attempts at paying a booking, with their refunds',
        method: 'GET',
        path: `${ofBooking}/payments`,
        args: ['venue', 'booking'],
      },
      {
        verb: 'refund',
        does: 'Give money back',
        method: 'POST',
        path: `${ofBooking}/refunds`,
        args: ['venue', 'booking'],
        body: NewRefund,
        keyed: true,
        confirm: 'The booking stays. Money that was given back can not be taken again.',
      },
    ],
  },
  {
    noun: 'attention',
    plural: 'attentions',
    about: 'What needs a person: money that does not add up, events that got stuck',
    operations: [
      {
        verb: 'list',
        does: 'List what needs a person, newest first',
        method: 'GET',
        path: '/venues/{slug}/attention',
        args: ['venue'],
        query: AttentionQuery,
        columns: ['id', 'created_at', 'kind', 'booking_id', 'detail', 'resolved_by'],
      },
      {
        verb: 'resolve',
        does: 'Note that it has been dealt with',
        method: 'POST',
        path: '/venues/{slug}/attention/{id}/resolve',
        args: ['venue', 'attention'],
      },
    ],
  },
  {
    noun: 'dead-letter',
    plural: 'dead-letters',
    about: 'Events that a service could not apply',
    operations: [
      {
        verb: 'list',
        does: 'List them, newest first',
        method: 'GET',
        path: '/dead-letters',
        columns: ['service', 'id', 'created_at', 'venue_id', 'subject', 'error'],
      },
      {
        verb: 'replay',
        does: 'Apply one again, now',
        method: 'POST',
        path: '/dead-letters/{service}/{id}/replay',
        args: ['service', 'letter'],
      },
    ],
  },
];
