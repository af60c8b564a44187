import { createBulkhead } from './bulkhead.ts';

/** A fifth of a service's connections; a search of 100,000 bookings keeps one busy for a second. */
const OF_A_VENUE = { atOnce: 2, mostWaiting: 100 };

/**
 * Makes what reads much of a venue wait for what reads much of the same: searches, exports, figures,
 * calendars. So the people of one venue never have all connections that the guests of others need.
 * @throws `busy`
 */
export function createCostlyReads() {
  const within = createBulkhead(OF_A_VENUE);
  return <T>(venueId: number, read: () => Promise<T>): Promise<T> => within(String(venueId), read);
}
