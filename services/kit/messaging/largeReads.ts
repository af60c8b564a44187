import type { z } from 'zod';
import { createBulkhead } from '../concurrency/bulkhead.ts';
import { query } from './rpc.ts';

/**
 * At most a fifth of a service's connections, and one connection on average: searching 100,000 bookings keeps
 * a connection busy for a second.
 */
const OF_A_VENUE = { atOnce: 2, mostWaiting: 100, msPerSecond: 1000 };

/** A bulkhead per venue for large reads, so that they never use all database connections. */
export const createReadTurns = () => createBulkhead(OF_A_VENUE);
export type ReadTurns = ReturnType<typeof createReadTurns>;

/**
 * Makes procedures for large reads of a venue's data: searches, exports, reports, calendars.
 * @throws `busy`
 */
export const costlyReads =
  (inTurn: ReadTurns) =>
  <Input extends z.ZodType<{ venueId: number }>, Answer>(
    input: Input,
    read: (input: z.output<Input>) => Promise<Answer>,
  ) =>
    query(input, (asked) => inTurn(String(asked.venueId), () => read(asked)));
