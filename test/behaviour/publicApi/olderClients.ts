import { describe } from 'vitest';
import { laterFacility, laterVenue } from '../../stack/laterSettings.ts';
import type { Stack } from '../../stack/stack.ts';
import { cancelBooking } from '../bookings/cancelBooking.ts';
import { createBooking } from '../bookings/createBooking.ts';
import { idempotency } from '../bookings/idempotency.ts';
import { laterSettings } from '../fixtures/beyondContract.ts';
import { publicReads } from './publicReads.ts';

/** The same stack, whose venues and facilities use every setting added after the contract. */
function withLaterSettings(stack: Stack): Stack {
  const { api } = stack;
  return {
    ...stack,
    api: {
      ...api,
      newVenue: (settings) => api.newVenue({ ...laterVenue, ...settings }),
      newFacility: (slug, settings) =>
        api.newFacility(slug, laterFacility({ opens_at: '06:00', closes_at: '06:00', ...settings })),
    },
  };
}

/** Runs the tests of older clients against venues with settings that those clients do not know. */
export function olderClients(stack: () => Stack): void {
  describe('older clients of venues with price lists, seasonal hours and refund tiers', () => {
    const later = () => withLaterSettings(stack());
    for (const behaviour of [publicReads, createBooking, cancelBooking, idempotency])
      behaviour(later, laterSettings);
  });
}
