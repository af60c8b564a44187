import { setImmediate } from 'node:timers/promises';
import { smallestParty } from '@venue-booking/domain/price/partyOfSize';
import { addDays, localAt } from '@venue-booking/domain/schedule/venueTime';
import type { NextSlot } from '@venue-booking/proto/facility/slot';
import { findAddOnUse, hasRequiredStock, withAddOnsLeft } from '../addOns/addOnStock.ts';
import { blocksOf, findBlocks } from '../blocks/blockStore.ts';
import type { AvailabilityDatabase } from '../database.ts';
import { findRoomUse } from '../rooms/roomUse.ts';
import { type FacilityRules, findRulesOf } from '../rules/rulesStore.ts';
import { daysAround } from '../schedule/daysAround.ts';
import { bookingDay, datesOf } from '../schedule/schedule.ts';
import { type Now, nowAt } from '../slots/now.ts';
import { dayOfSlots, eachDay, isBookable } from '../slots/slot.ts';
import { findRowsByFacility } from '../slots/slotStore.ts';

/** Days to search: first a week, then four more for the facilities that have nothing free in it. */
const SEARCHED = [7, 28];
/** Maximum number of days of facilities to compute, a few tenths of a second. */
const MAX_DAYS = 5000;

/**
 * The first slot of each active facility in which guests can book the smallest party, within five weeks.
 * Facilities without one are absent. Runs at most nine statements, whatever the number of facilities.
 * @param venue.most only the first active facilities by id, as guests see them
 */
export async function nextSlots(
  { database }: { database: AvailabilityDatabase },
  { venueId, most }: { venueId: number; most?: number | undefined },
): Promise<NextSlot[]> {
  const earliest = daysAround(Date.now());
  const count = earliest.count + SEARCHED.reduce((sum, days) => sum + days);
  const all = await findRulesOf(database, { venueId, facilityIds: null }, { ...earliest, count });
  const [venue] = all;
  if (!venue) return [];
  const now = nowAt(venue);
  let [from, budget] = [now.today, MAX_DAYS];
  let searched = all
    .filter(({ active }) => active)
    .toSorted((a, b) => a.facilityId - b.facilityId)
    .slice(0, most);
  const found: NextSlot[] = [];
  for (const days of SEARCHED) {
    searched = searched.slice(0, Math.floor(budget / days));
    if (searched.length === 0) break;
    const first = await firstSlots(database, venueId, { all: searched, from, days, now });
    found.push(...first);
    const ids = new Set(first.map(({ facility_id }) => facility_id));
    searched = searched.filter(({ facilityId }) => !ids.has(facilityId));
    budget -= searched.length * days;
    from = addDays(from, days);
  }
  return found;
}

async function firstSlots(
  database: AvailabilityDatabase,
  venueId: number,
  { all, from, days, now }: { all: FacilityRules[]; from: string; days: number; now: Now },
): Promise<NextSlot[]> {
  const [venue] = all;
  if (!venue) return [];
  const to = addDays(from, days - 1);
  const facilityIds = all.map(({ facilityId }) => facilityId);
  const rooms = [...new Set(all.flatMap((rules) => rules.rooms))];
  const stocked = all.filter(hasRequiredStock).map(({ facilityId }) => facilityId);
  const [rowsOf, useOf, used, blocks] = await Promise.all([
    findRowsByFacility(database, { venueId, facilityIds }, from, to),
    findRoomUse(database, { venueId, rooms }, from, to),
    findAddOnUse(database, { venueId, facilityIds: stocked }, { from, to }),
    findBlocks(database, {
      venueId,
      startsAt: bookingDay(venue, from).startsAt,
      endsAt: bookingDay(venue, to).endsAt,
    }),
  ]);
  const found: NextSlot[] = [];
  for (const rules of all) {
    const smallest = smallestParty(rules.pricing, rules.minPeople);
    const taken = rules.rooms
      .flatMap((room) => useOf.get(room) ?? [])
      .sort((a, b) => a.startsAt - b.startsAt);
    const rows = rowsOf.get(rules.facilityId) ?? [];
    const dates = datesOf({ from, count: days });
    // Lazy: stops at the first day with such a slot.
    for (const [date, slots] of eachDay(dayOfSlots, {
      ...{ rules, dates, rows, now, taken, blocks: blocksOf(blocks, rules) },
    })) {
      const slot = withAddOnsLeft(rules, [date, slots], { used }).find(
        (one) => isBookable(one) && one.free >= smallest,
      );
      if (!slot) continue;
      const { facilityId: facility_id, timezone } = rules;
      found.push({ facility_id, date, starts_at: localAt(timezone, slot.startsAt) });
      break;
    }
    // A venue may have a thousand facilities: let other requests run in between.
    await setImmediate();
  }
  return found;
}
