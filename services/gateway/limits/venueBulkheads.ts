import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';

/**
 * Processing time that the reads of one venue may use per second, in ms. Above it the reads of the venue run
 * one by one, so that an expensive venue delays only itself.
 */
const READ_MS_PER_SECOND = 1000;

/**
 * Bulkheads that limit concurrent calls per venue, so that one busy venue cannot delay others
 * (docs/decisions/0039-one-venue-does-not-fill-the-queue.md). Every expensive request passes one, whatever
 * its response format. The key is the venue's id for guests, its slug for its people, and the session for
 * calls without a venue. The maximum wait is shorter than the call's deadline, to leave time for the call
 * itself.
 */
export function createVenueBulkheads() {
  return {
    public: {
      query: createBulkhead({
        ...{ maxConcurrent: 16, maxWaiting: 500, maxWaitMs: 4000 },
        msPerSecond: READ_MS_PER_SECOND,
      }),
      mutation: createBulkhead({ maxConcurrent: 64, maxWaiting: 3000, maxWaitMs: 10_000 }),
    },
    admin: {
      query: createBulkhead({
        ...{ maxConcurrent: 8, maxWaiting: 200, maxWaitMs: 4000 },
        msPerSecond: READ_MS_PER_SECOND,
      }),
      mutation: createBulkhead({ maxConcurrent: 8, maxWaiting: 200, maxWaitMs: 10_000 }),
    },
  };
}
export type VenueBulkheads = ReturnType<typeof createVenueBulkheads>;
