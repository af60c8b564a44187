import { isDeepStrictEqual } from 'node:util';
import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import { fail } from '@venue-booking/proto/failures';
import { countsOf } from '../core/bookingRules.ts';
import { partyOf } from '../core/changedParty.ts';
import type { BookingDeps } from '../core/deps.ts';
import { type Ledger, ledgerFailure, stockedOf } from '../core/ledger.ts';
import { settleResize } from '../core/settleResize.ts';
import type { Booking } from '../gen/prisma/client.ts';
import { type Change, writeChange } from './changeStore.ts';

export type ResizeDeps = Pick<BookingDeps, 'database' | 'hashKey' | 'publish' | 'wakeWorkers' | 'log'> & {
  ledger: Pick<Ledger, 'resize' | 'settle'>;
};

/** Time budget for settling in ms, independent of the caller's deadline. */
const BUDGET_MS = 3000;

/**
 * Changes the number of people or the stocked add-ons of a booking that stays in its slot. First the ledger
 * reserves enough for both sizes. Then the booking is written. Last, the ledger releases the difference.
 * After a failure in between, the booking decides which size the ledger keeps; after a crash the sweep
 * settles that.
 * @throws `booking_changed` after a concurrent change, `history_full`, `unavailable`, and the ledger's
 * failures
 */
export async function resizeBooking(deps: ResizeDeps, before: Booking, change: Change): Promise<void> {
  const { ledger, wakeWorkers, log } = deps;
  const { people } = change;
  const addOns = stockedOf(change);
  const had = countsOf(partyOf(before).addOns);
  const resize = { venueId: before.venueId, bookingUid: before.uid, revision: before.revision };
  const settleOrLog = <T>(work: () => Promise<T>): Promise<T | undefined> =>
    withOwnDeadline(BUDGET_MS, work).catch((error: unknown) => {
      log.warn({ err: error }, 'cannot settle a resize yet; the sweep retries it');
      return undefined;
    });

  const { refused } = await ledger
    .resize({ ...resize, from: before.people, people, addOns, had })
    .catch(async (error: unknown) => {
      // The ledger may have reserved the places although the call failed.
      log.warn({ err: error }, 'resizing a booking in the ledger failed');
      await settleOrLog(() => settleResize(deps, resize));
      return { refused: fail('unavailable') };
    });
  // The resize has begun: it has the places but not the add-ons.
  if (refused?.code === 'add_on_gone') await settleOrLog(() => settleResize(deps, resize));
  if (refused) throw ledgerFailure(refused, change);

  const result = await writeChange(deps, before, change).catch((error: unknown) => {
    log.error({ err: error }, 'changing a booking failed; checking whether it was changed');
    return 'unknown' as const;
  });
  if (result === null) {
    wakeWorkers();
    await settleOrLog(() => ledger.settle({ bookings: [], resizes: [{ ...resize, people, addOns }] }));
    return;
  }
  const settled = await settleOrLog(() => settleResize(deps, resize));
  if (result !== 'unknown') throw result;
  if (!isDeepStrictEqual(settled, { people, addOns })) throw fail('unavailable');
  wakeWorkers();
}
