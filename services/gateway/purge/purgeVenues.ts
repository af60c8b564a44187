import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import type { Log } from '@venue-booking/kit/logging/log';
import { every } from '@venue-booking/kit/scheduling/every';
import type { Backends } from '../backends/backends.ts';
import { findObstacles } from './obstacles.ts';

type Deps = {
  backends: Pick<Backends, 'catalog' | 'availability' | 'booking' | 'payment'>;
  log: Log;
  /** Ends the run after the current calls. */
  stopping: AbortSignal;
};

const HOUR_MS = 3600_000;
/** Venues per page of the due ones. */
const PAGE = 50;
const CALL_BUDGET_MS = 10_000;
/** Calls per service, venue and run: a large venue continues in the next run and does not delay others. */
const MAX_BATCHES = 500;

/**
 * Purges the data of venues that were deleted too long ago to be restored, every hour until stopped. The
 * gateway does this, because it calls every service and none calls it. Each step is idempotent and bounded,
 * so replicas may run it concurrently and a crash loses nothing. A service that fails, or whose release does
 * not know the call, keeps the venue due.
 */
export function startPurging(deps: Omit<Deps, 'stopping'> & { ready: () => Promise<boolean> }) {
  const stopping = new AbortController();
  const run = async () => {
    if (await deps.ready()) await purgeDueVenues({ ...deps, stopping: stopping.signal });
  };
  const worker = every(HOUR_MS, { name: 'purging deleted venues', run }, deps.log);
  return {
    wake: worker.wake,
    stop(): Promise<void> {
      stopping.abort();
      return worker.stop();
    },
  };
}

async function purgeDueVenues(deps: Deps): Promise<void> {
  const { catalog } = deps.backends;
  for (let after = 0; ; ) {
    const page = await inTime(() => catalog.purges.due.query({ after, limit: PAGE }));
    for (const venueId of page) {
      if (deps.stopping.aborted) return;
      await purgeVenue(deps, venueId).catch((error: unknown) =>
        deps.log.warn({ err: error, venueId }, 'a deleted venue is not purged yet; the next run continues'),
      );
    }
    after = page.at(-1) ?? after;
    if (page.length < PAGE) return;
  }
}

async function purgeVenue({ backends, log, stopping }: Deps, venueId: number): Promise<void> {
  const { catalog, availability, booking, payment } = backends;
  const obstacles = await inTime(() => findObstacles(backends, venueId));
  // Both end by themselves. An open item does not: its money is kept, and it must not delay the erasure.
  if (obstacles.bookings > 0 || obstacles.payments > 0) {
    log.warn({ venueId, ...obstacles }, 'a deleted venue still has bookings or payments; not purged yet');
    return;
  }
  if (!(await inTime(() => catalog.purges.begin.mutate({ venueId })))) return;
  const done = await Promise.all([
    inBatches(stopping, () => booking.desk.purgeVenue.mutate({ venueId })),
    inBatches(stopping, () => payment.purgeVenue.mutate({ venueId })),
    inBatches(stopping, () => availability.purgeVenue.mutate({ venueId })),
  ]);
  if (!done.every(Boolean)) {
    if (!stopping.aborted)
      log.warn(
        { venueId },
        'a deleted venue has more data to purge, or a provider does not answer; the next run continues',
      );
    return;
  }
  if (await inBatches(stopping, () => catalog.purges.finish.mutate({ venueId })))
    // A restored backup contains the venue again (docs/production.md).
    log.warn({ venueId }, 'venue purged');
}

/** Repeats a call while there is more to do. Returns whether all is done. */
async function inBatches(
  stopping: AbortSignal,
  purge: () => Promise<'more' | 'waiting' | 'done'>,
): Promise<boolean> {
  for (let batch = 0; batch < MAX_BATCHES && !stopping.aborted; batch++) {
    const state = await inTime(purge);
    if (state !== 'more') return state === 'done';
  }
  return false;
}

const inTime = <T>(work: () => Promise<T>): Promise<T> => withOwnDeadline(CALL_BUDGET_MS, work);
