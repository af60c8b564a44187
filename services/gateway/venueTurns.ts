import { createBulkhead } from '@venue-booking/kit/process/bulkhead';

/**
 * Reads of one venue may take this much time in a second, all of them added up: one at a time on average.
 * Above, they go on one by one, so that an expensive venue waits behind itself.
 */
const READ_MS_PER_SECOND = 1000;

/**
 * The turns that calls of one venue wait for, so that they delay calls of this venue and of no other
 * (docs/decisions/0039-one-venue-does-not-fill-the-queue.md). Every request that reads much takes one, in
 * whatever form it is answered. The name is the venue's id for guests, and its slug for its people; a
 * session for calls of no venue. A turn comes while there is time left for the call.
 */
export function createVenueTurns() {
  return {
    public: {
      query: createBulkhead({
        ...{ atOnce: 16, mostWaiting: 500, patienceMs: 4000 },
        msPerSecond: READ_MS_PER_SECOND,
      }),
      mutation: createBulkhead({ atOnce: 64, mostWaiting: 3000, patienceMs: 10_000 }),
    },
    admin: {
      query: createBulkhead({
        ...{ atOnce: 8, mostWaiting: 200, patienceMs: 4000 },
        msPerSecond: READ_MS_PER_SECOND,
      }),
      mutation: createBulkhead({ atOnce: 8, mostWaiting: 200, patienceMs: 10_000 }),
    },
  };
}
export type VenueTurns = ReturnType<typeof createVenueTurns>;
