import { fullRefundUntilHours } from '@venue-booking/domain/payment/refundRules';
import { isFreeAt, type RefundTerms, tiersOf } from '../core/keptMoney.ts';
import type { Booking as Row, Venue } from '../gen/prisma/client.ts';

/**
 * A guest's deadline to change a booking, ms since 1970; null: never. It ends no later than the period with a
 * full refund, so that a change gains no more than cancelling and booking again. A guest whom the venue has
 * asked to choose another time may do so freely.
 */
export function changeDeadline(
  row: Pick<Row, 'startsAt'> & RefundTerms,
  { changeUntilHours, cancelUntilHours }: Pick<Venue, 'changeUntilHours' | 'cancelUntilHours'>,
): number | null {
  const [start, now] = [row.startsAt.getTime(), Date.now()];
  if (row.freeChangeUntil && isFreeAt(row, now)) return Math.min(start, row.freeChangeUntil.getTime());
  const allBackHours = fullRefundUntilHours(tiersOf(row));
  if (changeUntilHours === null || allBackHours === null) return null;
  return start - Math.max(changeUntilHours, cancelUntilHours, allBackHours) * 3600_000;
}
