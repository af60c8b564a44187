import type { GuestParty } from '@venue-booking/domain/price/guestParty';
import { SeriesConflict } from '@venue-booking/proto/booking/series';
import type { Slot } from '@venue-booking/proto/facility/slot';
import { lacksAddOns } from '../core/ledger.ts';

/**
 * What prevents a series from including a slot for a party; null: nothing.
 * @param options.byVenue the venue books, without notice
 */
export function conflictOf(
  slot: Slot | undefined,
  party: GuestParty,
  { byVenue = true }: { byVenue?: boolean } = {},
): SeriesConflict | null {
  if (!slot) return 'closed';
  if (slot.reason === 'notice' && !byVenue) return 'past';
  // Other reasons: notice, and the booking horizon, which does not apply to series.
  const reason = SeriesConflict.safeParse(slot.reason).data;
  if (reason !== undefined) return reason;
  if (slot.free === 0) return 'full';
  if (slot.free < party.people) return 'short';
  return lacksAddOns(slot, party) ? 'add_on_gone' : null;
}
