import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { ScanOutcome } from '@venue-booking/proto/booking/checkIns';

const rejections: Partial<Record<BookingStatus, ScanOutcome>> = {
  checked_in: 'double',
  pending_payment: 'unpaid',
  expired: 'expired',
  cancelled: 'cancelled',
};

/**
 * The outcome of a scan for a booking in its current status. A no-show can still be checked in.
 * @param now ms since 1970
 * @param earlyMs how long before the start guests can check in
 */
export function judgeScan(
  { status, startsAt }: { status: string; startsAt: Date },
  { now, earlyMs }: { now: number; earlyMs: number },
): ScanOutcome {
  const rejection = rejections[status as BookingStatus];
  if (rejection) return rejection;
  return startsAt.getTime() <= now + earlyMs ? 'checked_in' : 'too_early';
}
