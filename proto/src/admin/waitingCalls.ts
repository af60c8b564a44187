import { z } from 'zod';
import { WaitingEntry, WaitingListQuery, WaitingOffer } from '../booking/waitingList.ts';
import type { CallGroup } from './adminCall.ts';
import { venue, waiting } from './resources.ts';

/** Calls about the guests who wait for a place. */
export const waitingCalls = {
  about: 'Waiting lists: guests who wait for a place',
  tag: 'bookings',
  calls: {
    listWaiting: {
      verb: 'list',
      does: 'List the guests who wait for a place, in order of arrival',
      more: 'Guests who have not confirmed their e-mail address yet have the status `unconfirmed` and get no offers.',
      method: 'GET',
      of: venue,
      path: '/waiting-list',
      role: 'desk',
      input: WaitingListQuery,
      answers: z.array(WaitingEntry),
      pages: { parameter: 'after', key: 'id' },
      columns: ['id', 'status', 'date', 'starts_at', 'people', 'customer_name', 'offer_until', 'skipped'],
    },
    offerPlace: {
      verb: 'offer',
      does: 'Offer a place to a guest on the waiting list, out of turn',
      more: 'Holds the places for the facility’s `offer_minutes` and sends the guest the offer by e-mail.',
      method: 'POST',
      of: waiting,
      path: '/offer',
      role: 'desk',
      input: WaitingOffer,
      answers: WaitingEntry,
      errors: {
        409: 'The guest has another open offer',
        422: 'The slot has no room for the party or cannot be booked',
      },
    },
    removeWaiting: {
      verb: 'remove',
      does: 'Remove a guest from the waiting list',
      more: 'An open offer ends, and its places go to the next guest. The guest gets no e-mail.',
      method: 'DELETE',
      of: waiting,
      role: 'desk',
      answers: WaitingEntry,
    },
  },
} as const satisfies CallGroup;
