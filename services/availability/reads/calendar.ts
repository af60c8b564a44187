import { setImmediate } from 'node:timers/promises';
import { countDays } from '@venue-booking/domain/schedule/dayRange';
import { minutesOf } from '@venue-booking/domain/schedule/openingHours';
import { addDays, instantAt } from '@venue-booking/domain/schedule/venueTime';
import {
  type Calendar,
  type CalendarFacility,
  type CalendarSlot,
  MAX_BLOCKS,
  MAX_CALENDAR_DAYS,
  MAX_CALENDAR_SLOTS,
} from '@venue-booking/proto/booking/calendar';
import { fail } from '@venue-booking/proto/failures';
import { FacilityId, LocalDate, VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import { findAddOnUse, hasStock, withAddOnsLeft } from '../addOns/addOnStock.ts';
import { type Block, blocksOf, findBlocks } from '../blocks/blockStore.ts';
import type { AvailabilityDatabase } from '../database.ts';
import { findRoomUse, type RoomUse } from '../rooms/roomUse.ts';
import { type FacilityRules, findRulesOf } from '../rules/rulesStore.ts';
import { daysAround } from '../schedule/daysAround.ts';
import { hoursOn } from '../schedule/offGrid.ts';
import { datesOf, NEVER_OPEN } from '../schedule/schedule.ts';
import type { Now } from '../slots/now.ts';
import { nowAt } from '../slots/now.ts';
import { dayOfSlots, type LedgerRow, overlaps, type SlotState, withBuffer } from '../slots/slot.ts';
import { findRowsByFacility } from '../slots/slotStore.ts';
import { toPublicBlock } from './listBlocks.ts';
import { toPublicSlots } from './slotReads.ts';

/** Selects the slots of a venue, of one facility or of all. */
export const CalendarRequest = z.object({
  venueId: VenueId,
  facilityId: FacilityId.optional(),
  from: LocalDate.optional(),
  to: LocalDate.optional(),
});

/** The slots of a venue. `startsAt` and `endsAt` are the limits of its booking days, in ms since 1970. */
type SlotCalendar = Pick<Calendar, 'timezone' | 'today' | 'days' | 'blocks'> & {
  dayStart: string;
  startsAt: number;
  endsAt: number;
};

/**
 * The slots of a venue's facilities. Runs three statements, one more if facilities use rooms, and one more if
 * add-ons have a stock. An inactive facility appears only with its booked slots.
 * @throws `venue_not_found`, `facility_not_found`, `range_reversed`, `range_too_long` with the maximum number
 * of days
 */
export async function slotCalendar(
  { database }: { database: AvailabilityDatabase },
  { venueId, facilityId, from, to }: z.infer<typeof CalendarRequest>,
): Promise<SlotCalendar> {
  const earliest = from ? { from, count: 1 } : daysAround(Date.now());
  const all = await findRulesOf(
    database,
    { venueId, facilityIds: facilityId === undefined ? null : [facilityId] },
    { ...earliest, count: earliest.count + MAX_CALENDAR_DAYS },
  );
  if (all.length === 0 && facilityId !== undefined) throw fail('facility_not_found');
  const venue = all[0] ?? (await database.venue.findUnique({ where: { id: venueId } }));
  if (!venue) throw fail('venue_not_found');
  const { timezone, dayStart } = venue;
  const now = nowAt(venue);
  const first = from ?? now.today;
  const last = to ?? first;
  const count = countDays({ from: first, to: last }, MAX_CALENDAR_DAYS);

  const facilityIds = all.map((rules) => rules.facilityId);
  const rooms = [...new Set(all.flatMap((rules) => rules.rooms))];
  const stocked = all.filter(hasStock).map((rules) => rules.facilityId);
  const startsAt = instantAt(timezone, first, minutesOf(dayStart));
  const endsAt = instantAt(timezone, addDays(last, 1), minutesOf(dayStart));
  const [rowsOf, useOf, used, blocks] = await Promise.all([
    findRowsByFacility(database, { venueId, facilityIds }, first, last),
    findRoomUse(database, { venueId, rooms }, first, last),
    findAddOnUse(database, { venueId, facilityIds: stocked }, { from: first, to: last }),
    findBlocks(database, { venueId, startsAt, endsAt }),
  ]);
  const days: SlotCalendar['days'] = [];
  let slots = 0;
  for (const [index, date] of datesOf({ from: first, count }).entries()) {
    const facilities: CalendarFacility[] = [];
    for (const rules of all) {
      const taken = rules.rooms.flatMap((room) => useOf.get(room) ?? []);
      const found = {
        rows: rowsOf.get(rules.facilityId) ?? [],
        taken,
        used,
        now,
        blocks: blocksOf(blocks, rules),
      };
      const facility = facilityOn(rules, date, found);
      if (facility) facilities.push(facility);
      // A venue may have a thousand facilities: let other requests run in between.
      await setImmediate();
    }
    for (const facility of facilities) slots += facility.slots.length;
    if (slots > MAX_CALENDAR_SLOTS && index > 0) throw fail('range_too_long', { days: index });
    days.push({ date, facilities });
  }
  return {
    timezone,
    dayStart,
    today: now.today,
    startsAt,
    endsAt,
    days,
    blocks: blocks.slice(0, MAX_BLOCKS).map((block) => toPublicBlock(venue, block)),
  };
}

/** Data that decides the slots of a facility, beside its rules. */
type Found = {
  rows: readonly LedgerRow[];
  taken: readonly RoomUse[];
  blocks: readonly Block[];
  used: Awaited<ReturnType<typeof findAddOnUse>>;
  now: Now;
};

function facilityOn(
  rules: FacilityRules,
  date: string,
  { rows, taken, blocks, used, now }: Found,
): CalendarFacility | null {
  const offered = rules.active ? rules : { ...rules, ...NEVER_OPEN };
  const places = dayOfSlots(offered, date, rows, now, taken, blocks);
  const slots = withAddOnsLeft(rules, [date, places], { used, placesAlone: true });
  if (!rules.active && slots.length === 0) return null;
  const { facilityId: id, name, mode, rooms } = rules;
  const [first, last] = [slots[0], slots.at(-1)];
  const near = taken.filter(
    (use) => first && last && overlaps(use, { ...withBuffer(rules, last), startsAt: first.startsAt }),
  );
  const shown = toCalendarSlots(rules, slots, near);
  const isOutside = outsideHours(offered, date, slots);
  return {
    ...{ id, name, mode },
    ...(rooms.length > 0 && { rooms: [...rooms] }),
    slots: shown.map((slot, at) => ({ ...slot, ...(isOutside[at] && { outside_hours: true }) })),
  };
}

/** Whether each slot is closed and outside the opening hours. A booking off the grid is within them. */
function outsideHours(rules: FacilityRules, date: string, slots: readonly SlotState[]): boolean[] {
  const isClosed = slots.map(({ reason }) => reason === 'closed');
  const hours = isClosed.includes(true) ? hoursOn(rules, date) : [];
  return slots.map(
    (slot, at) =>
      isClosed[at] === true &&
      !hours.some(({ startsAt, endsAt }) => startsAt <= slot.startsAt && slot.endsAt <= endsAt),
  );
}

/** The slots that take a room which a slot lacks. */
function takersOf(rules: FacilityRules, slot: SlotState, taken: readonly RoomUse[]): number[] {
  if (slot.failure !== 'room_taken') return [];
  const needed = withBuffer(rules, slot);
  return [...new Set(taken.filter((use) => overlaps(use, needed)).map(({ slotId }) => slotId))];
}

const toCalendarSlots = (
  rules: FacilityRules,
  slots: readonly SlotState[],
  taken: readonly RoomUse[],
): CalendarSlot[] =>
  toPublicSlots({ ...rules, pricing: null }, slots).map(
    ({ blocked, bookable, reason = null, ...slot }, index) => {
      const { startsAt = 0, endsAt = 0 } = slots[index] ?? {};
      const takers = slots[index] ? takersOf(rules, slots[index], taken) : [];
      return {
        ...slot,
        starts_at_utc: `${new Date(startsAt).toISOString().slice(0, 16)}Z`,
        minutes: (endsAt - startsAt) / 60_000,
        reason,
        ...(takers.length > 0 && { taken_by: takers }),
      };
    },
  );
