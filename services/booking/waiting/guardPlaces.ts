import { addDays, localAt } from '@venue-booking/domain/schedule/venueTime';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { BookingDatabase } from '../database.ts';
import { type OfferDeps, slotsOf } from './offerDay.ts';
import { findNext } from './offerStore.ts';
import type { WaitingDay } from './waitingStore.ts';
import { claimDay, claimUntil, workOnDay } from './waitingWorker.ts';

type Slot = { venueId: number; slotId: number; timezone: string };

/**
 * Keeps free places of a slot for the guests who wait for it, while another guest books. `offerFirst` offers
 * them what is free by now. `isWaitedFor` tells after the reservation whether a guest who waits could have
 * had these places, because they were released in the meantime.
 */
export const createWaitingGuard = (deps: OfferDeps) => ({
  async offerFirst(slot: Slot): Promise<void> {
    const until = claimUntil();
    for (const day of await waitedDays(deps.database, slot)) {
      if (!(await hasSlot(deps, day, slot.slotId))) continue;
      const job = await claimDay(deps.database, day, until);
      if (job) await workOnDay(deps, job);
    }
  },
  async isWaitedFor({ people, ...slot }: Slot & { people: number }): Promise<boolean> {
    for (const day of await waitedDays(deps.database, slot)) {
      const next = await findNext(deps.database, day, { slotId: slot.slotId, free: people, tried: [] });
      // Those whom the list could not offer these places are no reason to reject a guest.
      const couldHave = next.some(
        ({ skipped }) => skipped !== 'add_on_gone' && skipped !== 'party_not_allowed',
      );
      if (couldHave && (await hasSlot(deps, day, slot.slotId))) return true;
    }
    return false;
  },
});

/** Whether a slot belongs to a booking day. Guests who wait for another day are not offered it. */
const hasSlot = async (deps: OfferDeps, day: WaitingDay, slotId: number): Promise<boolean> =>
  (await slotsOf(deps, day)).some(({ id }) => id === slotId);

/** The booking days to which a slot may belong, if guests wait for it. */
function waitedDays(database: BookingDatabase, { venueId, slotId, timezone }: Slot): Promise<WaitingDay[]> {
  const { facilityId = 0, startsAt = 0 } = parseSlotId(slotId) ?? {};
  const date = localAt(timezone, startsAt).slice(0, 10);
  return database.$queryRaw<WaitingDay[]>`
    SELECT DISTINCT venue_id AS "venueId", facility_id AS "facilityId", to_char(day, 'YYYY-MM-DD') AS day FROM booking.waiting
    WHERE venue_id = ${venueId} AND facility_id = ${facilityId} AND day IN (${date}::date, ${addDays(date, -1)}::date)
      AND slot_id IN (0, ${BigInt(slotId)}) AND status = 'waiting'`;
}
