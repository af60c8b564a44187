import { BookingPatch, BookingsQuery, ManualBooking } from '@venue-booking/proto/adminBooking';
import type { Noun, Operation } from './operation.ts';

const bookings = '/venues/{slug}/bookings';
const ofBooking = `${bookings}/{id}`;

const act = (verb: string, does: string): Operation => ({
  verb,
  does,
  method: 'POST',
  path: `${ofBooking}/${verb}`,
  args: ['venue', 'booking'],
});

/** Bookings and the guests who made them. */
export const bookingCommands: readonly Noun[] = [
  {
    noun: 'booking',
    plural: 'bookings',
    about: 'Bookings of a venue',
    operations: [
      {
        verb: 'list',
        does: 'List bookings by their start',
        method: 'GET',
        path: bookings,
        args: ['venue'],
        query: BookingsQuery,
        pages: { next: 'link', size: 500, most: 100 },
        columns: [
          'id',
          'starts_at',
          'facility',
          'people',
          'status',
          'customer_name',
          'customer_email',
          'amount_eur',
        ],
      },
      {
        verb: 'export',
        does: 'Write bookings as CSV',
        method: 'GET',
        path: bookings,
        args: ['venue'],
        query: BookingsQuery,
        file: 'text/csv',
      },
      {
        verb: 'show',
        does: 'Show a booking with its payments and history',
        method: 'GET',
        path: ofBooking,
        args: ['venue', 'booking'],
      },
      {
        verb: 'create',
        does: 'Book for a guest who called or came by',
        method: 'POST',
        path: bookings,
        args: ['venue'],
        body: ManualBooking,
      },
      {
        verb: 'set',
        does: 'Move a booking, or correct whom it is for',
        method: 'PATCH',
        path: ofBooking,
        args: ['venue', 'booking'],
        body: BookingPatch,
      },
      act('cancel', 'Cancel a booking'),
      act('check-in', 'Note that the guest has come'),
      {
        verb: 'check-in-ticket',
        does: 'Check in by the ticket that the guest shows',
        method: 'POST',
        path: '/venues/{slug}/check-in',
        args: ['venue'],
        also: { arg: 'ticket', to: 'body' },
      },
      act('undo-check-in', 'Take a check-in back'),
      act('no-show', 'Note that the guest has not come'),
      act('undo-no-show', 'Take a no-show back'),
      act('resend', 'Send the guest the confirmation again'),
    ],
  },
  {
    noun: 'guest',
    plural: 'guests',
    about: 'What is kept of a guest',
    operations: [
      {
        verb: 'export',
        does: 'Show all that is kept of a guest',
        method: 'GET',
        path: '/venues/{slug}/guests',
        args: ['venue'],
        also: { arg: 'email', to: 'query' },
      },
      {
        verb: 'cancel',
        does: 'Cancel all that a guest has coming',
        method: 'POST',
        path: '/venues/{slug}/guests/cancel',
        args: ['venue'],
        also: { arg: 'email', to: 'body' },
        confirm:
          'Every booking of the guest is cancelled, and what was paid goes back. This can not be undone.',
        note: 'Send it again until no bookings are left.',
      },
      {
        verb: 'erase',
        does: 'Erase a guest from all bookings of a venue',
        method: 'DELETE',
        path: '/venues/{slug}/guests',
        args: ['venue'],
        also: { arg: 'email', to: 'query' },
        confirm: 'The bookings stay, but forget whom they were for. This can not be undone.',
      },
    ],
  },
];
