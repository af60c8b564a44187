import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import type { ReservedSlot } from '@venue-booking/proto/facility/slot';
import { voidReservations } from '../core/bookingStore.ts';
import type { BookingDeps } from '../core/deps.ts';
import { type Ledger, ledgerParty } from '../core/ledger.ts';
import {
  confirmLate,
  declineLate,
  findLateBookings,
  type LateBooking,
  renewLateUid,
} from './latePaymentStore.ts';

export type LateDeps = Pick<BookingDeps, 'database' | 'publish' | 'queue' | 'wakeWorkers' | 'log'> & {
  ledger: Pick<Ledger, 'release' | 'settle'>;
};

/** Late bookings settled concurrently. */
const BATCH = 20;
/** Time budget per booking in ms, the ledger's retries included. */
const BUDGET_MS = 8000;

/** Settles all late payments. What cannot be settled now is retried by the next run. */
export async function settleLatePayments(deps: LateDeps): Promise<void> {
  let after = 0n;
  for (;;) {
    const batch = await findLateBookings(deps.database, { after, limit: BATCH });
    // One that fails must not block the others.
    await Promise.all(
      batch.map((late) =>
        runInCall(newCall(BUDGET_MS), () => settleOne(deps, late)).catch((error: unknown) =>
          deps.log.warn(
            { err: error, booking: Number(late.id) },
            'cannot settle a late payment yet; the next run retries it',
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
 * Reserves the places of a late booking again and confirms it, or declines its payment if they are gone. The
 * booking stores the new reservation's uid, so that the work continues after a crash. The old reservation is
 * released first: otherwise its own last place could count as sold.
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
  // The guest booked in time, so the venue's notice and booking horizon do not apply again.
  const at = { venueId, slotId, byVenue: true };
  await queue.enter(at, { bookingUid: late.lateUid, ...ledgerParty(late) }, async ({ slot, refused }) => {
    if (!refused) return confirm(deps, late, slot);
    // Retry later if the ledger did not decide or the sweep released the places.
    if (refused.code !== 'unavailable') return decline(deps, late);
  });
}

async function confirm(deps: LateDeps, late: LateBooking, slot: ReservedSlot): Promise<void> {
  const { database, publish, ledger, wakeWorkers, log } = deps;
  const reservation = { venueId: late.venueId, bookingUid: late.lateUid };
  if (await confirmLate({ database, publish }, late, slot)) {
    wakeWorkers();
    // On an error the sweep settles it.
    await ledger
      .settle({ bookings: [reservation] })
      .catch((error: unknown) =>
        log.info({ err: error }, 'cannot settle a reservation yet; the sweep retries it'),
      );
    return;
  }
  // Either another process confirmed the booking with these places, or no booking has them.
  const { void: orphans } = await voidReservations(database, [reservation]);
  if (orphans.length > 0) await ledger.release(reservation);
}

async function decline({ database, ledger, wakeWorkers }: LateDeps, late: LateBooking): Promise<void> {
  if (!(await declineLate(database, late))) return;
  wakeWorkers();
  // A crashed or concurrent attempt may hold places under this uid. The reservation is void, so the sweep
  // would release them too.
  await ledger.release({ venueId: late.venueId, bookingUid: late.lateUid });
}
