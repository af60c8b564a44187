import { countDays } from '@venue-booking/domain/schedule/dayRange';
import { minutesInDay, minutesOf } from '@venue-booking/domain/schedule/openingHours';
import { addDays, instantAt } from '@venue-booking/domain/schedule/venueTime';
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
import {
  addBlocks,
  type BlockScope,
  blocksOf,
  cutBlocks,
  findBlocks,
  mirrorUnblocked,
} from '../blocks/blockStore.ts';
import type { AvailabilityDatabase } from '../database.ts';
import { type FacilityRules, findRulesOf } from '../rules/rulesStore.ts';
import { mergeOverlapping, overlapsAny } from '../schedule/intervals.ts';
import { bookingDay, type Days, datesOf, type Interval, slotsOn } from '../schedule/schedule.ts';
import { findRowsByFacility, mirrorBlocked, type NewSlotRow } from '../slots/slotStore.ts';

type Deps = { database: AvailabilityDatabase };
type Input = { venueId: number; block: BlockRequest };

/**
 * The change that a block makes; null if it blocks no further slot or unblocks, as that affects no booking.
 */
export async function previewBlock(deps: Deps, { venueId, block }: Input): Promise<RulesPreview> {
  const { rules, days, intervals, span } = await blockedTimes(deps, { venueId, block });
  if (!block.blocked) return { venueId, change: null };
  const { database } = deps;
  const blocks = await findBlocks(database, { venueId, ...span });
  const facilityIds = rules.map(({ facilityId }) => facilityId);
  const to = addDays(days.from, days.count);
  const rows = await findRowsByFacility(database, { venueId, facilityIds }, days.from, to);
  const slotIds = rules.flatMap((one) => {
    const before = mergeOverlapping(blocksOf(blocks, one));
    // The grid does not have the slots of bookings off it.
    const booked = (rows.get(one.facilityId) ?? []).filter(
      (row) => row.booked > 0 && overlapsAny(intervals, row),
    );
    const open = [...slotsIn({ venueId, block, days }, [one]), ...booked].filter(
      (slot) => !overlapsAny(before, slot),
    );
    return [...new Set(open.map(({ id }) => id))];
  });
  if (slotIds.length === 0) return { venueId, change: null };
  return {
    venueId,
    change: {
      of: 'slots',
      slotIds: slotIds.slice(0, MAX_BLOCK_SLOTS),
      before: { blocked: false },
      after: { blocked: true },
    },
  };
}

/**
 * Blocks or unblocks some times of facilities, rooms or the venue. Existing bookings stay.
 * @throws `facility_not_found`, `room_not_found`, `range_reversed`, `range_too_long`, `validation` for too
 * many slots, `blocked_elsewhere` if a block of the venue or of a room prevents unblocking
 */
export async function blockSlots(
  { database }: Deps,
  { venueId, block }: Input,
): Promise<BlockResult & { facilityIds: number[] }> {
  const { rules, scopes, days, intervals, span } = await blockedTimes({ database }, { venueId, block });
  const times = { venueId, scopes, intervals };
  const slots = slotsIn({ venueId, block, days }, rules);
  const facilityIds = rules.map(({ facilityId }) => facilityId);
  if (block.blocked) {
    await retryConflicts(() => addBlocks(database, times, block.reason ?? ''));
    return { changed_slots: await retryConflicts(() => mirrorBlocked(database, slots)), facilityIds };
  }
  const others = (await findBlocks(database, { venueId, ...span })).filter(
    (other) => !scopes.some((scope) => isSameScope(scope, other)) && overlapsAny(intervals, other),
  );
  if (rules.some((one) => blocksOf(others, one).length > 0)) throw fail('blocked_elsewhere');
  await retryConflicts(() => cutBlocks(database, times));
  const changed = await retryConflicts(() => mirrorUnblocked(database, { venueId, ...span }));
  return { changed_slots: changed, facilityIds };
}

const isSameScope = (one: BlockScope, other: BlockScope) =>
  one.facilityId === other.facilityId && one.roomId === other.roomId;

/** The facilities that a request covers, its scopes, and its times without overlaps. */
async function blockedTimes({ database }: Deps, { venueId, block }: Input) {
  const { from, facilities, rooms } = block;
  if (facilities && rooms) throw fail('validation', { detail: 'facilities and rooms: give one of them' });
  const days = { from, count: countDays(block, MAX_BLOCK_DAYS + 1, MAX_BLOCK_DAYS) };
  const all = await findRulesOf(database, { venueId, facilityIds: facilities ?? null }, days);
  const rules = all.filter((one) => one.active && (!rooms || rooms.some((room) => one.rooms.includes(room))));
  if (facilities && rules.length < facilities.length) throw fail('facility_not_found');
  if (rooms?.some((room) => !rules.some((one) => one.rooms.includes(room)))) throw fail('room_not_found');
  const venue = all[0] ?? (await database.venue.findUnique({ where: { id: venueId } }));
  if (!venue) throw fail('venue_not_found');
  const intervals = mergeOverlapping(datesOf(days).map((date) => hoursOf(venue, date, block)));
  if (intervals.some(({ startsAt, endsAt }) => startsAt >= endsAt))
    throw fail('validation', { detail: 'to_time: must be later in the booking day than from_time' });
  const scopes: BlockScope[] = facilities?.map((facilityId) => ({ facilityId, roomId: null })) ??
    rooms?.map((roomId) => ({ facilityId: null, roomId })) ?? [{ facilityId: null, roomId: null }];
  const span = { startsAt: intervals[0]?.startsAt ?? 0, endsAt: intervals.at(-1)?.endsAt ?? 0 };
  return { rules, scopes, days, intervals, span };
}

/** The slots, by the opening hours, that the requested times overlap. */
function slotsIn(
  { venueId, block, days }: Input & { days: Days },
  all: readonly FacilityRules[],
): NewSlotRow[] {
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
function hoursOf(
  rules: Pick<FacilityRules, 'timezone' | 'dayStart'>,
  date: string,
  { from_time, to_time }: BlockRequest,
): Interval {
  const day = bookingDay(rules, date);
  const { timezone, dayStart } = rules;
  const instantOf = (time: string) =>
    instantAt(timezone, date, minutesOf(dayStart) + minutesInDay(dayStart, time));
  const startsAt = from_time === undefined ? day.startsAt : instantOf(from_time);
  const isToTheEnd = to_time === undefined || to_time === dayStart;
  return { startsAt, endsAt: isToTheEnd ? day.endsAt : instantOf(to_time) };
}
