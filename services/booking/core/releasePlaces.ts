import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import type { Log } from '@venue-booking/kit/logging/log';
import type { Ledger } from './ledger.ts';

/** Time budget of a release in ms, independent of the caller's deadline. */
const BUDGET_MS = 3000;

/** Releases places now and never throws: after an error the sweep or the cancellation event releases them. */
export const createReleasePlaces =
  (deps: Pick<Ledger, 'release'> & { log: Log }) =>
  async (venueId: number, bookingUid: string): Promise<void> => {
    await withOwnDeadline(BUDGET_MS, () => deps.release({ venueId, bookingUid })).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'places not released yet; the release will be retried'),
    );
  };
