import { newCall, runInCall } from '@venue-booking/kit/messaging/callContext';
import type { ReservedSlot } from '@venue-booking/proto/slot';
import { voidReservations } from '../core/bookingStore.ts';
import { type Ledger, ledgerWish } from '../core/ledgerWish.ts';
import type { BookingDeps } from '../deps.ts';
import { confirmLate, declineLate, findLate, type LateBooking, renewLateUid } from './lateStore.ts';

export type LateDeps = Pick<BookingDeps, 'database' | 'queue' | 'wakeWorkers' | 'log'> & {
  ledger: Pick<Ledger, 'release' | 'settle'>;
};

/** Bookings that are looked at together. */
const BATCH = 20;
/** For one booking, the ledger's retries included. */
const BUDGET_MS = 8000;

/** Decides about all money that came late. What can't be decided now stays for the next time. */
export async function settleLate(deps: LateDeps): Promise<void> {
  let after = 0n;
  for (;;) {
    const batch = await findLate(deps.database, { after, limit: BATCH });
    // One that fails must not hold up the others.
    await Promise.all(
      batch.map((late) =>
        runInCall(newCall(BUDGET_MS), () => settleOne(deps, late)).catch((error: unknown) =>
          deps.log.warn(
            { err: error, booking: Number(late.id) },
            'late money not settled yet, will try again',
          ),
        ),
      ),
    );
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return;
    after = last.id;
  }
}

/**
 * Takes the places of a late booking again and confirms it, or declines its money when they are gone.
 * Everything is kept under one uid that stands in the booking, so that after a crash it goes on where it was.
 * The ledger must have let go of what this booking held before: a last place that is our own must not count
 * as sold.
 */
async function settleOne(deps: LateDeps, late: LateBooking): Promise<void> {
  const { database, ledger, queue } = deps;
  const { venueId, slotId } = late;
  await ledger.release({ venueId, bookingUid: late.uid });
  if (late.startsAt.getTime() <= Date.now()) return decline(deps, late);
  if (late.isVoid) {
    await ledger.release({ venueId, bookingUid: late.lateUid });
    const lateUid = await renewLateUid(database, late);
    return lateUid === null ? undefined : settleOne(deps, { ...late, lateUid, isVoid: false });
  }
  // The guest has booked in time: the venue's notice and horizon do not hold again.
  const at = { venueId, slotId, byVenue: true };
  await queue.enter(at, { bookingUid: late.lateUid, ...ledgerWish(late) }, async ({ slot, refused }) => {
    if (!refused) return confirm(deps, late, slot);
    // The ledger did not decide, or the sweep has given the places back meanwhile.
    if (refused.code !== 'unavailable') return decline(deps, late);
  });
}

async function confirm(deps: LateDeps, late: LateBooking, slot: ReservedSlot): Promise<void> {
  const { database, ledger, wakeWorkers, log } = deps;
  const reservation = { venueId: late.venueId, bookingUid: late.lateUid };
  if (await confirmLate(database, late, slot)) {
    wakeWorkers();
    // Else the sweep does it.
    await ledger
      .settle({ bookings: [reservation] })
      .catch((error: unknown) => log.info({ err: error }, 'places not settled yet'));
    return;
  }
  // Confirmed by somebody else with these very places, or they are nobody's.
  const { void: orphans } = await voidReservations(database, [reservation]);
  if (orphans.length > 0) await ledger.release(reservation);
}

async function decline({ database, ledger, wakeWorkers }: LateDeps, late: LateBooking): Promise<void> {
  if (!(await declineLate(database, late))) return;
  wakeWorkers();
  // Of a try that crashed, or one that is still on its way: its places are void, so the sweep would give them
  // back as well.
  await ledger.release({ venueId: late.venueId, bookingUid: late.lateUid });
}
