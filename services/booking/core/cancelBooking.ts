import { localAt } from '@venue-booking/kit/venueTime';
import type { BookingCancellation, OfBooking } from '@venue-booking/proto/adminBooking';
import { type Failure, fail } from '@venue-booking/proto/failures';
import type { BookingDeps } from '../deps.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { requireBooking, requireVenue } from './bookingStore.ts';
import { cancelDeadline } from './bookingView.ts';
import { changeStatus } from './changeStatus.ts';
import { keptByRules, paidOf } from './keptMoney.ts';
import { stateFailure } from './stateFailure.ts';

export type Deps = Pick<BookingDeps, 'database' | 'giveBack' | 'wakeWorkers'>;

type By =
  | { guest: true; mayKeepCents: number | null }
  | { guest: false; actor: string; refund?: BookingCancellation['refund']; unpaidOnly?: boolean };

/**
 * Cancels a booking and gives its places back before it answers; should that fail, the event does it. Twice
 * is once. The guest may until the venue's deadline, the venue itself at any time. What becomes of the money
 * is decided here, once; what comes in later goes back in any case.
 * @param by.mayKeepCents what a guest has seen that the venue keeps; null: what the rules say
 * @param by.actor as the history tells it
 * @param by.refund what goes back of what was paid: all (the default), nothing, or what the rules say
 * @param by.unpaidOnly leaves alone what was paid online, as cancelling it gives the money back
 * @throws `booking_not_found`, `cancel_too_late`, `refund_changed`, `owner_only`, a stateFailure
 */
export async function cancelBooking(deps: Deps, of: OfBooking, by: By): Promise<void> {
  const { database, giveBack, wakeWorkers } = deps;
  const { cancelUntilHours } = await requireVenue(database, of.venueId);
  const who = by.guest ? { actor: 'guest' } : { actor: by.actor, unpaidOnly: by.unpaidOnly ?? false };
  for (let seen = await requireBooking(database, of); ; ) {
    const now = Date.now();
    const keptCents = keptWhen(seen, by, now);
    if (
      by.guest &&
      keptCents > (by.mayKeepCents ?? keptCents) &&
      now <= cancelDeadline(seen, cancelUntilHours)
    )
      throw fail('refund_changed');
    const change = {
      ...who,
      ...(by.guest && { startsFrom: now + cancelUntilHours * 3600_000 }),
      revision: seen.revision,
      keptCents,
    };
    if (await changeStatus(database, of, { to: 'cancelled', ...change })) {
      wakeWorkers();
      return giveBack(of.venueId, seen.uid);
    }
    const found = await requireBooking(database, of);
    // Also when it was cancelled before: that may have been a moment ago, by somebody who has not come to
    // this yet.
    if (found.status === 'cancelled') return giveBack(of.venueId, found.uid);
    if (found.revision === seen.revision) throw refusalOf(found, by, cancelUntilHours);
    // Somebody has changed it meanwhile, and perhaps when it starts.
    seen = found;
  }
}

/** Cents that stay with the venue of what was paid. */
function keptWhen(row: Row, by: By, now: number): number {
  if (row.status === 'cancelled' || row.paymentStatus !== 'paid') return 0;
  if (by.guest || by.refund === 'rules') return keptByRules(row, now);
  return by.refund === false ? paidOf(row) : 0;
}

function refusalOf(row: Row, by: By, cancelUntilHours: number): Failure {
  if (row.status !== 'confirmed' && row.status !== 'pending_payment') return stateFailure(row.status);
  if (!by.guest && row.paymentStatus === 'paid') return fail('owner_only');
  const until = localAt(row.timezone, cancelDeadline(row, cancelUntilHours)).replace('T', ' ');
  return fail('cancel_too_late', { until });
}
