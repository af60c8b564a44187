import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import type { Log } from '@venue-booking/kit/logging/log';
import type { Ledger } from './ledger.ts';

/** Time budget of a release in ms, independent of the caller's deadline. */
const BUDGET_MS = 3000;

/**
 * Releases places now and never throws: after an error the sweep or the cancellation event releases them.
 * @param deps.onReleased called after each release, so that waiting guests are offered the places
 */
export const createReleasePlaces =
  (deps: Pick<Ledger, 'release'> & { onReleased?: (of: { venueId: number }) => Promise<void>; log: Log }) =>
  async (venueId: number, bookingUid: string): Promise<void> => {
    await withOwnDeadline(BUDGET_MS, async () => {
      await deps.release({ venueId, bookingUid });
      await deps.onReleased?.({ venueId });
    }).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'places not released yet; the release will be retried'),
    );
  };
