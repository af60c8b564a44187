import type { z } from 'zod';
import { createBulkhead } from '../concurrency/bulkhead.ts';
import { query } from './rpc.ts';

/**
 * At most a fifth of a service's connections, and one connection on average: searching 100,000 bookings keeps
 * a connection busy for a second.
 */
const PER_VENUE = { maxConcurrent: 2, maxWaiting: 100, msPerSecond: 1000 };

/** A bulkhead per venue for large reads, so that they never use all database connections. */
export const createReadBulkhead = () => createBulkhead(PER_VENUE);
export type ReadBulkhead = ReturnType<typeof createReadBulkhead>;

/**
 * Makes procedures for large reads of a venue's data: searches, exports, reports, calendars.
 * @throws `busy`
 */
export const largeReadQueries =
  (bulkhead: ReadBulkhead) =>
  <Input extends z.ZodType<{ venueId: number }>, Result>(
    input: Input,
    read: (input: z.output<Input>) => Promise<Result>,
  ) =>
    query(input, (request) => bulkhead(String(request.venueId), () => read(request)));
