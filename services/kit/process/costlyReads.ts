import type { z } from 'zod';
import { query } from '../messaging/rpc.ts';
import { createBulkhead } from './bulkhead.ts';

/** A fifth of a service's connections; a search of 100,000 bookings keeps one busy for a second. */
const OF_A_VENUE = { atOnce: 2, mostWaiting: 100 };

/**
 * Makes the procedures for what reads much of a venue: searches, exports, figures, calendars. Each waits for
 * those that read much of the same venue, so that the people of one never have all connections that the
 * guests of others need.
 * @throws `busy`
 */
export function createCostlyReads() {
  const inTurn = createBulkhead(OF_A_VENUE);
  return <Input extends z.ZodType<{ venueId: number }>, Answer>(
    input: Input,
    read: (input: z.output<Input>) => Promise<Answer>,
  ) => query(input, (asked) => inTurn(String(asked.venueId), () => read(asked)));
}
