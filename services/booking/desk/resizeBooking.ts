import { isDeepStrictEqual } from 'node:util';
import { inOwnTime } from '@venue-booking/kit/messaging/callContext';
import { fail } from '@venue-booking/proto/failures';
import { countsOf } from '../core/bookingRules.ts';
import { partyOf } from '../core/changedParty.ts';
import { type Ledger, ledgerFailure, stockedOf } from '../core/ledgerWish.ts';
import { settleResize } from '../core/settleResize.ts';
import type { BookingDeps } from '../deps.ts';
import type { Booking } from '../gen/prisma/client.ts';
import { type Change, writeChange } from './changeStore.ts';

export type ResizeDeps = Pick<BookingDeps, 'database' | 'hashKey' | 'wakeWorkers' | 'log'> & {
  ledger: Pick<Ledger, 'resize' | 'settle'>;
};

/** For settling, also when the caller's own time is up. */
const BUDGET_MS = 3000;

/**
 * Changes a booking that stays in its slot and is for another number of people, or takes along more or less
 * of what there are only so many of. The ledger holds enough for either first; then the booking says which it
 * is; last the ledger lets go of the others. What fails in between is settled by what the booking says, after
 * a crash by the sweep.
 * @throws `booking_changed` by somebody else meanwhile, `history_full`, `unavailable`, and what the ledger
 * refuses with
 */
export async function resizeBooking(deps: ResizeDeps, before: Booking, change: Change): Promise<void> {
  const { ledger, wakeWorkers, log } = deps;
  const { people } = change;
  const addOns = stockedOf(change);
  const had = countsOf(partyOf(before).addOns);
  const resize = { venueId: before.venueId, bookingUid: before.uid, revision: before.revision };
  const surely = <T>(work: () => Promise<T>): Promise<T | undefined> =>
    inOwnTime(BUDGET_MS, work).catch((error: unknown) => {
      log.warn({ err: error }, 'number of people not settled yet, it will be tried again');
      return undefined;
    });

  const { refused } = await ledger
    .resize({ ...resize, from: before.people, people, addOns, had })
    .catch(async (error: unknown) => {
      // It may have taken the places, and could not say so.
      log.warn({ err: error }, 'booking not resized');
      await surely(() => settleResize(deps, resize));
      return { refused: fail('unavailable') };
    });
  // It has begun: the places are there, the add-ons are not.
  if (refused?.code === 'add_on_gone') await surely(() => settleResize(deps, resize));
  if (refused) throw ledgerFailure(refused, change);

  const refusal = await writeChange(deps, before, change).catch((error: unknown) => {
    log.error({ err: error }, 'booking not changed, looking what became of it');
    return 'not known' as const;
  });
  if (refusal === null) {
    wakeWorkers();
    await surely(() => ledger.settle({ bookings: [], resizes: [{ ...resize, people, addOns }] }));
    return;
  }
  const isFor = await surely(() => settleResize(deps, resize));
  if (refusal !== 'not known') throw refusal;
  if (!isDeepStrictEqual(isFor, { people, addOns })) throw fail('unavailable');
  wakeWorkers();
}
