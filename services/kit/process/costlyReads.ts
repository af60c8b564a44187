import type { z } from 'zod';
import { query } from '../messaging/rpc.ts';
import { createBulkhead } from './bulkhead.ts';

/**
 * At most a fifth of a service's connections, and one of them on average: a search of 100,000 bookings keeps
 * a connection busy for a second.
 */
const OF_A_VENUE = { atOnce: 2, mostWaiting: 100, msPerSecond: 1000 };

/** The turns that reads of much data of one venue wait for, so that they never take all connections. */
export const createReadTurns = () => createBulkhead(OF_A_VENUE);
export type ReadTurns = ReturnType<typeof createReadTurns>;

/**
 * Makes the procedures for what reads much data of a venue: searches, exports, figures, calendars.
 * @throws `busy`
 */
export const costlyReads =
  (inTurn: ReadTurns) =>
  <Input extends z.ZodType<{ venueId: number }>, Answer>(
    input: Input,
    read: (input: z.output<Input>) => Promise<Answer>,
  ) =>
    query(input, (asked) => inTurn(String(asked.venueId), () => read(asked)));
