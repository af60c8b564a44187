import { allBackUntilHours } from '@venue-booking/proto/refundRules';
import type { Booking as Row, Venue } from '../gen/prisma/client.ts';
import { tiersOf } from './keptMoney.ts';

/**
 * Until when a guest may change a booking: ms since 1970; null: not at all. Never longer than cancelling it
 * gives back all that was paid, so that a change gets nobody more than to cancel and to book anew.
 */
export function changeDeadline(
  row: Pick<Row, 'startsAt' | 'refundTiers'>,
  { changeUntilHours, cancelUntilHours }: Pick<Venue, 'changeUntilHours' | 'cancelUntilHours'>,
): number | null {
  const allBackHours = allBackUntilHours(tiersOf(row));
  if (changeUntilHours === null || allBackHours === null) return null;
  return row.startsAt.getTime() - Math.max(changeUntilHours, cancelUntilHours, allBackHours) * 3600_000;
}
