import { countDays } from '@venue-booking/domain/schedule/dayRange';
import { minutesInDay, minutesOf } from '@venue-booking/domain/schedule/openingHours';
import { instantAt } from '@venue-booking/domain/schedule/venueTime';
import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import {
  type BlockRequest,
  type BlockResult,
  MAX_BLOCK_DAYS,
  MAX_BLOCK_SLOTS,
} from '@venue-booking/proto/booking/calendar';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { fail } from '@venue-booking/proto/failures';
import type { RulesPreview } from '@venue-booking/proto/venue/rulesChange';
import type { AvailabilityDatabase } from '../database.ts';
import { type FacilityRules, findRulesOf } from '../rules/rulesStore.ts';
import { bookingDay, datesOf, type Interval, slotsOn } from '../schedule/schedule.ts';
import { findRowsOf, type NewSlotRow, setBlocked } from '../slots/slotStore.ts';

type Deps = { database: AvailabilityDatabase };
type Input = { venueId: number; block: BlockRequest };

/**
 * The change that a block makes; null if it blocks no further slot or unblocks, as that affects no booking.
 */
export async function previewBlock(deps: Deps, { venueId, block }: Input): Promise<RulesPreview> {
  const ids = (await slotsIn(deps, { venueId, block })).map(({ id }) => id);
  if (!block.blocked) return { venueId, change: null };
  const rows = await findRowsOf(deps.database, venueId, ids);
  const blocked = new Set(rows.filter((row) => row.blocked).map(({ id }) => id));
  const slotIds = ids.filter((id) => !blocked.has(id));
  if (slotIds.length === 0) return { venueId, change: null };
  return {
    venueId,
    change: { of: 'slots', slotIds, before: { blocked: false }, after: { blocked: true } },
  };
}

/**
 * Blocks or unblocks the slots of a range. Existing bookings stay.
 * @throws `facility_not_found`, `range_reversed`, `range_too_long`, `validation` for too many slots
 */
export async function blockSlots(deps: Deps, { venueId, block }: Input): Promise<BlockResult> {
  const slots = await slotsIn(deps, { venueId, block });
  const changed = await retryConflicts(() => setBlocked(deps.database, slots, block.blocked));
  return { changed_slots: changed };
}

async function slotsIn({ database }: Deps, { venueId, block }: Input): Promise<NewSlotRow[]> {
  const { from, facilities } = block;
  const days = { from, count: countDays(block, MAX_BLOCK_DAYS + 1, MAX_BLOCK_DAYS) };
  const all = await findRulesOf(database, { venueId, facilityIds: facilities }, days);
  if (all.filter(({ active }) => active).length < facilities.length) throw fail('facility_not_found');
  const slots: NewSlotRow[] = [];
  for (const rules of all)
    for (const date of datesOf(days)) {
      const hours = hoursOf(rules, date, block);
      for (const slot of slotsOn(rules, date)) {
        const id = slotIdOf(rules.facilityId, slot.startsAt);
        if (id === null || slot.endsAt <= hours.startsAt || slot.startsAt >= hours.endsAt) continue;
        slots.push({ venueId, facilityId: rules.facilityId, id, ...slot });
      }
      if (slots.length > MAX_BLOCK_SLOTS)
        throw fail('validation', { detail: `at most ${MAX_BLOCK_SLOTS} slots at once` });
    }
  return slots;
}

/** The requested hours of a booking day. A time before `day_start` belongs to the next calendar date. */
function hoursOf(rules: FacilityRules, date: string, { from_time, to_time }: BlockRequest): Interval {
  const day = bookingDay(rules, date);
  const { timezone, dayStart } = rules;
  const instantOf = (time: string) =>
    instantAt(timezone, date, minutesOf(dayStart) + minutesInDay(dayStart, time));
  const startsAt = from_time === undefined ? day.startsAt : instantOf(from_time);
  const isToTheEnd = to_time === undefined || to_time === dayStart;
  return { startsAt, endsAt: isToTheEnd ? day.endsAt : instantOf(to_time) };
}
