import type { FailureCode, FailureParams } from '@venue-booking/proto/failures';
import type { ResizeRequest } from '@venue-booking/proto/slot';
import type { AvailabilityDatabase } from './database.ts';
import type { resizePlaces } from './ledgerResize.ts';

/** `resizePlaces` comes from outside, so that the race tests can show what a lesser ledger would do. */
export type ResizeDeps = { database: AvailabilityDatabase; resizePlaces: typeof resizePlaces };

/**
 * Has a booking hold places for another number of people as well, until it is settled for how many it is.
 * Blocked slots and rules that have changed do not count: the party is there already.
 */
export async function resize(
  { database, resizePlaces }: ResizeDeps,
  request: ResizeRequest,
): Promise<{ refused: { code: FailureCode; params: FailureParams } | null }> {
  const resizing = await resizePlaces(database, request);
  if (resizing.outcome === 'resized') return { refused: null };
  if (resizing.outcome === 'changed') return { refused: { code: 'booking_changed', params: {} } };
  const { free, capacity } = resizing;
  if (capacity > 0 && request.people > capacity)
    return { refused: { code: 'people_too_many', params: { max: capacity } } };
  return {
    refused: free > 0 ? { code: 'places_short', params: { free } } : { code: 'slot_full', params: {} },
  };
}
