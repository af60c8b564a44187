import { refundPercent } from '@venue-booking/domain/payment/refundRules';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatMoment } from '@venue-booking/domain/wording/formats';
import type { BookingCancellation, OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { type Failure, fail, inEachLanguage } from '@venue-booking/proto/failures';
import type { BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { requireBooking, requireVenue } from './bookingStore.ts';
import { cancelDeadline } from './bookingView.ts';
import { unpaidOf } from './changedPrice.ts';
import { changeStatus, type KeptOnline } from './changeStatus.ts';
import type { BookingDeps } from './deps.ts';
import {
  hasOnlineMoney,
  heldOf,
  heldOnlineOf,
  isFreeAt,
  keptByRules,
  laterOf,
  paidOf,
  tiersOf,
} from './keptMoney.ts';
import { stateFailure } from './stateFailure.ts';

export type Deps = Pick<BookingDeps, 'database' | 'publish' | 'releasePlaces' | 'wakeWorkers'>;

type By =
  | { guest: true; mayKeepCents: number | null }
  | {
      guest: false;
      actor: string;
      refund?: BookingCancellation['refund'];
      unpaidOnly?: boolean;
      openOnly?: boolean;
      together?: boolean;
    };

/**
 * Cancels a booking and releases its places before it returns. If the release fails, the cancellation event
 * causes another one. Idempotent. A guest may cancel until the venue's deadline, the venue at any time. The
 * refund is decided here, once; a payment that arrives later is refunded in full. Money of the desk is only
 * counted as to be returned by hand.
 * @param by.mayKeepCents the kept amount that the guest has seen; null: no comparison
 * @param by.actor the actor for the history
 * @param by.refund the refund of what was paid: all (the default), nothing, or by the rules
 * @param by.unpaidOnly for staff without rights over money: rejects a booking that was paid online, and
 * returns the desk's money by the rules
 * @param by.together part of a cancellation of several bookings, which has one mail of its own
 * @param by.openOnly does nothing if the booking has no open amount, such as after a payment a moment ago
 * @throws `booking_not_found`, `cancel_too_late`, `refund_changed`, `owner_only`, a stateFailure
 */
export async function cancelBooking(deps: Deps, of: OfBooking, by: By): Promise<void> {
  const uid = await writeCancellation(deps, of, by);
  if (uid === null) return;
  deps.wakeWorkers();
  await deps.releasePlaces(of.venueId, uid);
}

/**
 * The part of {@link cancelBooking} that a transaction may contain. Returns the uid whose places the caller
 * releases; null if nothing is to be done.
 */
export async function writeCancellation(
  deps: Pick<Deps, 'publish'> & { database: BookingTx },
  of: OfBooking,
  by: By,
): Promise<string | null> {
  const { database } = deps;
  const { cancelUntilHours } = await requireVenue(database, of.venueId);
  const who = by.guest
    ? { actor: 'guest' }
    : { actor: by.actor, unpaidOnly: by.unpaidOnly ?? false, together: by.together ?? false };
  for (let row = await requireBooking(database, of); ; ) {
    if (!by.guest && by.openOnly && unpaidOf(row) === 0) return null;
    const now = Date.now();
    const kept = keptOnline(row, keptCentsOf(row, by, now));
    const { keptCents } = kept;
    if (
      by.guest &&
      Math.min(keptCents, heldOnlineOf(row)) > (by.mayKeepCents ?? keptCents) &&
      now <= cancelDeadline(row, cancelUntilHours)
    )
      throw fail('refund_changed');
    const change = {
      ...who,
      ...(by.guest && { startsFrom: now + (isFreeAt(row, now) ? 0 : cancelUntilHours * 3600_000) }),
      // What is kept depends on it, and an event about the payment changes no revision.
      paymentStatus: row.paymentStatus,
      revision: row.revision,
      // The open amount depends on it too.
      furtherBefore: !by.guest && by.openOnly ? row.furtherCents : undefined,
      kept,
      deskRefundPercent: deskRefundPercentOf(row, by, now),
    };
    if (await changeStatus(deps, of, { to: 'cancelled', ...change })) return row.uid;
    const found = await requireBooking(database, of);
    // Also if it was cancelled before: a concurrent request may have cancelled it and not released the places
    // yet.
    if (found.status === 'cancelled') return found.uid;
    const isSame = found.paymentStatus === row.paymentStatus && found.furtherCents === row.furtherCents;
    if (found.revision === row.revision && isSame) throw cancelFailure(found, by, cancelUntilHours);
    // The booking or its payment was changed concurrently: check again.
    row = found;
  }
}

/** Cents of the online payments that the venue keeps. */
function keptCentsOf(row: Row, by: By, now: number): number {
  if (row.status === 'cancelled') return 0;
  const refund = refundBy(by);
  if (refund === 'rules') return keptByRules(row, now);
  return refund ? 0 : firstOf(row) + laterOf(row);
}

const refundBy = (by: By): NonNullable<BookingCancellation['refund']> =>
  by.guest || by.unpaidOnly ? 'rules' : (by.refund ?? true);

const firstOf = (row: Row): number => (row.paymentStatus === 'paid' ? paidOf(row) : 0);

/**
 * Keeps the oldest payments first, so that the newest is refunded first. Of each at most what the venue still
 * has: it may have refunded a part of the first one before.
 */
function keptOnline(row: Row, keptCents: number): KeptOnline {
  const firstCents = Math.min(keptCents, firstOf(row), heldOf(row));
  const laterBefore = row.status === 'cancelled' ? 0 : laterOf(row);
  return { keptCents, firstCents, laterCents: Math.min(keptCents - firstCents, laterBefore), laterBefore };
}

/** The share of the desk's money that the venue has to return by hand. */
function deskRefundPercentOf(row: Row, by: By, now: number): number {
  const refund = refundBy(by);
  if (refund === 'rules')
    return refundPercent({ startsAt: row.startsAt.getTime(), tiers: tiersOf(row, now) }, now);
  return refund ? 100 : 0;
}

function cancelFailure(row: Row, by: By, cancelUntilHours: number): Failure {
  if (row.status !== 'confirmed' && row.status !== 'pending_payment') return stateFailure(row.status);
  if (!by.guest && hasOnlineMoney(row)) return fail('owner_only');
  const until = localAt(row.timezone, cancelDeadline(row, cancelUntilHours));
  return fail(
    'cancel_too_late',
    inEachLanguage('until', (language) => formatMoment(until, language)),
  );
}
