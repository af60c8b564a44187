import type { Log } from '@venue-booking/kit/logging/log';
import { every } from '@venue-booking/kit/scheduling/every';
import { voidReservations } from './core/bookingStore.ts';
import type { Ledger } from './core/ledger.ts';
import { settleResize } from './core/settleResize.ts';
import type { BookingDatabase } from './database.ts';
import { findOfferUids } from './waiting/offerStore.ts';

export type SweepDeps = {
  database: BookingDatabase;
  ledger: Pick<Ledger, 'release' | 'settle' | 'unsettled'>;
  /** Called with the number of reservations declared void. */
  onVoided?: (count: number) => void;
  log: Log;
};

const BATCH = 500;

/**
 * Repairs a crash between reserving and saving. Only this service can decide whether a booking exists. An old
 * reservation without a booking is first declared void, which makes a late save fail, and then released. The
 * waiting list decides about the reservations of its offers.
 */
export async function sweepReservations(
  { database, ledger, onVoided, log }: SweepDeps,
  olderThanMs: number,
): Promise<void> {
  const old = await ledger.unsettled({ olderThanMs, limit: BATCH });
  await settleResizes({ database, ledger, log }, old);
  const reservations = old.filter(({ revision }) => revision === undefined);
  if (reservations.length === 0) return;
  // An entry has its offer before the ledger has the reservation, so an open offer is always found here.
  const offered = await findOfferUids(
    database,
    reservations.map(({ bookingUid }) => bookingUid),
  );
  const open = reservations.filter(({ bookingUid }) => offered.get(bookingUid) === 'open');
  if (open.length > 0) await ledger.settle({ bookings: open });
  const unsettled = reservations.filter(({ bookingUid }) => !offered.has(bookingUid));
  if (unsettled.length === 0) return;
  const { void: orphans, saved } = await voidReservations(database, unsettled);
  onVoided?.(orphans.length);
  if (saved.length > 0) await ledger.settle({ bookings: saved });
  // One that cannot be released must not block the others or the next sweep.
  const releases = await Promise.allSettled(orphans.map((reservation) => ledger.release(reservation)));
  const failed = releases.filter((release) => release.status === 'rejected');
  if (orphans.length > 0)
    log.warn(
      { released: orphans.length - failed.length, failed: failed.length, err: failed[0]?.reason },
      'released reservations without a booking',
    );
}

/** Settles resizes that a crash interrupted. One that fails does not block the others. */
async function settleResizes(
  { database, ledger, log }: Pick<SweepDeps, 'database' | 'ledger' | 'log'>,
  old: Awaited<ReturnType<Ledger['unsettled']>>,
): Promise<void> {
  for (const { revision, ...of } of old)
    if (revision !== undefined)
      await settleResize({ database, ledger }, { ...of, revision }).catch((error: unknown) =>
        log.warn({ err: error }, 'cannot settle a resize yet; the next sweep retries it'),
      );
}

/** Sweeps at an interval until stopped. */
export const startSweep = (deps: SweepDeps, { intervalMs, ageMs }: { intervalMs: number; ageMs: number }) =>
  every(intervalMs, { name: 'sweep', run: () => sweepReservations(deps, ageMs) }, deps.log);
