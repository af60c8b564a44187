import { fullRefundUntilHours } from '@venue-booking/domain/payment/refundRules';
import { tiersOf } from '../core/keptMoney.ts';
import type { Booking as Row, Venue } from '../gen/prisma/client.ts';

/**
 * A guest's deadline to change a booking, ms since 1970; null: never. It ends no later than the period with a
 * full refund, so that a change gains no more than cancelling and booking again.
 */
export function changeDeadline(
  row: Pick<Row, 'startsAt' | 'refundTiers'>,
  { changeUntilHours, cancelUntilHours }: Pick<Venue, 'changeUntilHours' | 'cancelUntilHours'>,
): number | null {
  const allBackHours = fullRefundUntilHours(tiersOf(row));
  if (changeUntilHours === null || allBackHours === null) return null;
  return row.startsAt.getTime() - Math.max(changeUntilHours, cancelUntilHours, allBackHours) * 3600_000;
}
